/// The answer of a credential plugin for kubectl and other Kubernetes clients (client.authentication.k8s.io).
package struct KubernetesExecCredential: Sendable {
  /// The version of the API that the client speaks.
  package let version: String

  private static let group = "client.authentication.k8s.io/"
  private static let versions = ["v1", "v1beta1"]

  /// Reads `KUBERNETES_EXEC_INFO`, which a client sets; without it the version is `v1`.
  package init(info: String?) throws(ConsumerFault) {
    guard let info, !info.isEmpty else {
      version = "v1"
      return
    }
    guard let value = try? JSONReader.read(Array(info.utf8)),
      let named = value["apiVersion"]?.string, value["kind"]?.string == "ExecCredential"
    else { throw ConsumerFault("KUBERNETES_EXEC_INFO is no ExecCredential") }
    guard let version = Self.versions.first(where: { (Self.group + $0).hasSameBytes(as: named) })
    else {
      throw ConsumerFault(
        "the Kubernetes client wants \(named), which is not known here",
        hint: "set apiVersion: client.authentication.k8s.io/v1 in the kubeconfig's exec section"
      )
    }
    self.version = version
  }

  /// The answer with a token and, where one is known, its end.
  package func answer(token: String, expiresAt: Timestamp?) -> ConsumerAnswer {
    var status = JSONObject()
    if let expiresAt { status["expirationTimestamp"] = .string(expiresAt.rfc3339) }
    status["token"] = .string(token)
    let object = JSONObject([
      ("apiVersion", .string(Self.group + version)), ("kind", .string("ExecCredential")),
      ("status", .object(status)),
    ])
    return ConsumerAnswer(output: JSONValue.object(object).serialized + "\n")
  }
}
