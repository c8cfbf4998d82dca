import HTTPTypes
import HaloBluetooth
import HaloEngine
import HaloJournal
import HaloReports
import Hummingbird
import NIOCore
import SystemPackage

/// Routes for the import of files, and for the list of imports.
extension Routes {
  func addImports(_ api: RouterGroup<PageContext>) {
    let serverContext = serverContext
    api.post("import") { request, context in try await keep(try await read(request, context)) }
    api.post("import/preview") { request, context in
      let read = try await read(request, context)
      let session = try session(context)
      return try await serverContext.reader.run { journal in
        var preview = try read.preview(for: journal)
        preview.id = serverContext.imports.add(read, session: session.id)
        return Response(try JSON(report: preview))
      }
    }
    api.post("import/{id}") { _, context in
      try refuseWhileAWorkoutRuns(Self.waitForWorkout)
      return try await keep(try waitingImport(context))
    }
    api.delete("import/{id}") { _, context in
      _ = try waitingImport(context)
      return Response(["words": .phrase(Phrase("Nothing was imported."))])
    }
    api.get("imports") { _, _ in
      let runs = try await serverContext.reader.ask { try $0.importRuns() }
      return Response(["imports": .array(try runs.map { try JSON(report: ImportRunReport($0)) })])
    }
    api.post("imports/{number}/undo") { request, context in
      let input = try await body(UndoRequest.self, of: request)
      let number = context.parameters.get("number").flatMap { Int($0) }
      try refuseWhileAWorkoutRuns(Self.waitForWorkout)
      let runs = try await serverContext.reader.ask { try $0.importRuns() }
      guard let run = runs.first(where: { $0.id == number }) else {
        throw APIError.missing("There is no import with this number.")
      }
      try confirm(
        "undo \(run.id)", input.confirmation, context,
        Phrase("Undo the import of \(run.file)? What only this file had is removed. You can import it again."))
      let count = try await serverContext.reader.run { journal in
        try FileImport.undo(run, in: journal, serverContext.engine.registry)
      }
      dataChanged()
      return Response([
        "words": .phrase(Phrase("The import of \(run.file) was undone. Removed entries: \(count)."))
      ])
    }
  }

  private static let waitForWorkout = Phrase("A workout is being recorded. You can import data after it.")

  /// Reads an uploaded file.
  private func read(_ request: Request, _ context: PageContext) async throws -> UploadedImport {
    let name = try Self.name(request.uri.queryParameters["name"].map(String.init) ?? "the file", "name")
    let session = try session(context)
    let file = try await upload(request)
    return try await serverContext.reader.run { [serverContext] journal in
      try UploadedImport(
        reading: file, name: name, wearer: serverContext.wearer(session, journal).name, serverContext.engine, journal)
    }
  }

  /// Imports a file that was read.
  private func keep(_ read: UploadedImport) async throws -> Response {
    let answer = try await serverContext.reader.run { try read.keep(in: $0) }
    dataChanged()
    return Response(answer)
  }

  /// The uploaded file of this browser that a request names.
  private func waitingImport(_ context: PageContext) throws -> UploadedImport {
    let id = context.parameters.get("id") ?? ""
    guard let file = serverContext.imports.take(id, session: try session(context).id) else {
      throw APIError(
        .notFound, "notFound", Phrase("This file is no longer waiting to be imported."),
        advice: Phrase("Choose the file again."))
    }
    return file
  }

  /// Stores the body of a request in a temporary file.
  private func upload(_ request: Request) async throws -> TemporaryFile {
    guard request.headers[.contentType]?.hasPrefix("application/octet-stream") == true else {
      throw APIError(
        .unsupportedMediaType, "wrongType",
        Phrase(verbatim: "Send a file (Content-Type: application/octet-stream)."))
    }
    try refuseWhileAWorkoutRuns(Self.waitForWorkout)
    let tooLarge = APIError(
      .contentTooLarge, "tooLarge", Phrase("The file is larger than 4 GB."),
      advice: Phrase("Use 'halo import' for it."))
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > SlowClientTimeout.largestFile {
      throw tooLarge
    }
    let file = try TemporaryFile("import", of: serverContext.engine.journal.path)
    var count = 0
    for try await buffer in request.body {
      count += buffer.readableBytes
      guard count <= SlowClientTimeout.largestFile else { throw tooLarge }
      do {
        // A slow disk must not delay live values.
        try await BlockingWork.run { try file.append([UInt8](buffer: buffer)) }
      } catch let error as Errno where error == .noSpace {
        throw APIError(
          .init(code: 507, reasonPhrase: "Insufficient Storage"), "noSpace",
          Phrase("There is not enough space on the disk for the file."),
          advice: Phrase("Free some space, then try again."))
      }
    }
    return file
  }
}
