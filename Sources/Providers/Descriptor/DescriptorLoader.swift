internal import Standards

/// Turns a descriptor file into a descriptor, or says all that is wrong with it.
package enum DescriptorLoader {
  /// Runs the file as a script that declares, and checks what it declares.
  ///
  /// The path says where the file is; messages show its last part alone.
  package static func load(
    source: [UInt8],
    path: String,
    limits: ScriptLimits = .standard,
    isShipped: Bool = false,
    isolation: ScriptIsolation = .ownProcess
  ) throws(DescriptorError) -> Descriptor {
    try read(
      source: source,
      path: path,
      limits: limits,
      isShipped: isShipped,
      isolation: isolation
    ).descriptor
  }

  /// The same, with the table that the file declares: it runs once, whoever wants to know more of it.
  static func read(
    source: [UInt8],
    path: String,
    limits: ScriptLimits = .standard,
    isShipped: Bool = false,
    isolation: ScriptIsolation
  ) throws(DescriptorError) -> (descriptor: Descriptor, table: ScriptTable) {
    let fileName = PathName.last(of: path)
    let table: ScriptTable
    do {
      table = try ScriptDeclaration.load(
        source: source,
        chunkName: fileName,
        limits: limits,
        isolation: isolation
      )
    } catch {
      throw DescriptorError(
        fileName: fileName,
        script: error.namingExpression(in: source)
      )
    }
    // Finding lines means reading the file once more, so it is done for a file with problems only.
    var locator: KeyLocator?
    let descriptor = try descriptor(
      from: table,
      source: DescriptorSource(
        path: path,
        fileName: fileName,
        bytes: source,
        isShipped: isShipped,
        isolation: isolation
      )
    ) { path in
      let known = locator ?? KeyLocator(source: source)
      locator = known
      return known.line(of: path.description)
    }
    return (descriptor, table)
  }

  /// Reads the table that a file gave to `provider`.
  ///
  /// `line` knows the line on which the value of a path is written.
  package static func descriptor(
    from table: ScriptTable,
    source: DescriptorSource,
    schema: TableSchema = DescriptorSchema.root,
    line: (FieldPath) -> Int?
  ) throws(DescriptorError) -> Descriptor {
    if let problem = KeyLengths.problem(of: table) {
      throw DescriptorError(fileName: source.fileName, problems: located([problem], line))
    }
    var problems = apiProblem(of: table).map { [$0] } ?? featureProblems(of: table)
    // What a later API means by its fields is not for this version to say.
    if problems.isEmpty {
      var validator = SchemaValidator()
      validator.validate(table, schema, at: .root)
      var reader = DescriptorReader(
        table,
        expectedID: source.expectedID,
        presumed: validator.presumed
      )
      let descriptor = reader.read(source)
      problems = ProblemList.all([validator.problems, reader.problems])
      if problems.isEmpty {
        var descriptor = descriptor
        descriptor.deprecations = located(validator.deprecations, line)
        return descriptor
      }
    }
    throw DescriptorError(fileName: source.fileName, problems: located(problems, line))
  }

  private static func located(
    _ problems: [DescriptorProblem],
    _ line: (FieldPath) -> Int?
  ) -> [DescriptorProblem] {
    problems.map { problem in
      var problem = problem
      problem.line = nearestLine(to: problem.path, line)
      return problem
    }
  }

  /// A file that relies on what this version lacks is not read any further.
  private static func featureProblems(of table: ScriptTable) -> [DescriptorProblem] {
    guard case .table(let list) = table.fields["features"] else { return [] }
    let path = FieldPath.root.appending("features")
    return list.sequence.prefix(ProblemList.most).enumerated().compactMap { offset, value in
      guard let name = value.text, !DescriptorSchema.features.contains(name) else { return nil }
      return DescriptorProblem(
        path: path.appending(index: offset + 1),
        message: "needs the feature \"\(name)\", which this version of authrun lacks",
        suggestion: Suggestion.nearest(to: name, among: DescriptorSchema.features)
      )
    }
  }

  private static func apiProblem(of table: ScriptTable) -> DescriptorProblem? {
    let path = FieldPath.root.appending("api")
    let known = DescriptorSchema.api
    switch table.fields["api"] {
    case .integer(let number) where number > known:
      return DescriptorProblem(
        path: path,
        message: "needs authrun with API \(number); this one has \(known)"
      )
    case .integer(let number) where number < 1:
      return DescriptorProblem(path: path, message: "api is \(number); there is no such API")
    case .integer: return nil
    case nil:
      return DescriptorProblem(path: .root, message: "\"api = \(known)\" is missing")
    default:
      return DescriptorProblem(path: path, message: "api must be a whole number such as \(known)")
    }
  }

  /// The line of the value, or of the innermost table around it whose line is known.
  private static func nearestLine(to path: FieldPath, _ line: (FieldPath) -> Int?) -> Int? {
    var path = path
    while true {
      if let found = line(path) { return found }
      if path.steps.isEmpty { return nil }
      path = path.parent
    }
  }
}

extension DescriptorSource {
  /// The id that the file's name stands for.
  package var expectedID: String {
    fileName.hasSuffix(".lua") ? String(fileName.dropLast(4)) : fileName
  }
}
