import Glibc
import Login
import Providers
import Rehearsal
import Standards

/// Runs or records the cases of one descriptor.
struct CaseFileRun: Sendable {
  /// The file as the user gave it, or a provider's id.
  let file: String
  let number: Int
  let home: PracticeHome
  let context: CommandContext

  /// The largest file of cases that is read, in bytes.
  private static let largest = 16 << 20

  func run() async -> CaseFileResult {
    var result = CaseFileResult(file: file)
    do throws(AuthRunError) {
      let descriptor = try descriptor()
      let path = CaseFile.path(ofDescriptor: descriptor.source.path)
      result.provider = descriptor.id
      result.casesFile = path
      guard let cases = try read(path, of: descriptor) else {
        throw AuthRunError(
          .inputInvalid,
          "there are no cases: \(path) does not exist",
          provider: descriptor.id,
          step: "test",
          hint: "authrun test \(file) --record makes them from a rehearsal"
        )
      }
      let settings = try home.settings(vault: "cases-\(number)", descriptor: descriptor.source.path)
      let run = CaseRun(cases, descriptor, settings)
      for one in cases.cases {
        result.outcomes.append(await run.run(one))
      }
    } catch {
      result.error = error
    }
    return result
  }

  func record(_ live: LiveRecording?) async -> CaseFileResult {
    var result = CaseFileResult(file: file)
    do {
      let descriptor = try descriptor()
      let path = CaseFile.path(ofDescriptor: descriptor.source.path)
      result.provider = descriptor.id
      result.casesFile = path
      let before = try read(path, of: descriptor)
      let recorded: CaseFile
      if let live {
        guard before == nil else {
          throw AuthRunError(
            .inputInvalid,
            "\(path) is there already",
            provider: descriptor.id,
            step: "test",
            hint: "move it away first: a live login makes all cases anew"
          )
        }
        recorded = try await live.record(descriptor, context, home)
      } else if let before {
        recorded = before
      } else {
        recorded = try await CaseRecorder(descriptor).rehearse { provider in
          try home.settings(
            provider,
            vault: "record-\(number)",
            descriptor: descriptor.source.path
          )
        }
      }
      let settings = try home.settings(vault: "learn-\(number)", descriptor: descriptor.source.path)
      let learned = try await recorded.learned(descriptor, settings)
      result.recorded = learned.cases
      guard learned != before else { return result }
      try OutputFile.write(Array(learned.text.utf8), to: path)
      result.isWritten = true
    } catch let error as AuthRunError {
      result.error = error
    } catch let error as FileProblem {
      result.error = AuthRunError(.inputInvalid, error.message, step: "test")
    } catch {
      result.error = AuthRunError(
        .descriptorInvalid,
        "\(error)",
        provider: result.provider,
        step: "record"
      )
    }
    return result
  }

  /// The descriptor in the file, or of the provider that has this id.
  private func descriptor() throws(AuthRunError) -> Descriptor {
    if !file.hasSuffix(".lua"), !file.contains("/") {
      do throws(AuthRunError) {
        return try context.engine().descriptor(file)
      } catch {
        throw context.suggesting(for: error)
      }
    }
    do throws(CatalogueError) {
      return try Catalogue(folders: [], isolation: context.isolation).read(file)
    } catch {
      throw AuthRunError(error, provider: nil)
    }
  }

  private func read(_ path: String, of descriptor: Descriptor) throws(AuthRunError) -> CaseFile? {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileDescriptorIO.contents(ofFile: path, limit: Self.largest)
    } catch {
      if error.code == ENOENT { return nil }
      throw AuthRunError(.inputInvalid, error.message, provider: descriptor.id, step: "test")
    }
    let file: CaseFile
    do throws(CaseFileError) {
      file = try CaseFile(json: bytes)
    } catch {
      throw AuthRunError(
        .inputInvalid,
        "\(path): \(error)",
        provider: descriptor.id,
        step: "test",
        hint: "docs/providers.md describes the format"
      )
    }
    guard file.provider == descriptor.id else {
      throw AuthRunError(
        .inputInvalid,
        "\(path) holds the cases of \(file.provider)",
        provider: descriptor.id,
        step: "test"
      )
    }
    if let fault = file.optionFault(of: descriptor) {
      throw AuthRunError(
        .inputInvalid,
        "\(path): \(fault)",
        provider: descriptor.id,
        step: "test",
        hint: "authrun show \(descriptor.id) lists the options"
      )
    }
    return file
  }
}
