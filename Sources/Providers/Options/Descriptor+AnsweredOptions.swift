extension Descriptor {
  /// The options that an answer of the service fills in.
  package var answeredOptions: Set<String> {
    var names = Set(oauth2?.callback.set.keys.map { $0 } ?? [])
    names.formUnion((oauth2?.response.set ?? jwt?.response.set ?? []).map(\.option))
    names.formUnion(lookups.flatMap(\.set).map(\.option))
    if oauth2?.registration != nil { names.formUnion(["client_id", "client_secret"]) }
    return names
  }
}
