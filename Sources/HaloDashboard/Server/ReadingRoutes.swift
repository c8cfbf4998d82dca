import HTTPTypes
import HaloEngine
import HaloReports
import Hummingbird
import NIOCore

/// Routes for days, nights, heart rate, activity, workouts and explanations.
extension Routes {
  func addReading(_ api: RouterGroup<PageContext>) {
    api.get("days/{date}") { _, context in
      try await read(context) { try JSON.day($0, $1.reports($2)) }
    }
    api.get("nights/{date}") { _, context in
      try await read(context) { try JSON.night($0, $1.reports($2)) }
    }
    api.get("nights") { request, context in
      try await read(request, context) { try JSON.nights(from: $0, to: $1, $2.reports($3)) }
    }
    api.get("heart/{date}") { _, context in
      try await read(context) { try JSON(report: $1.reports($2).heart($0)) }
    }
    api.get("heart") { [serverContext] request, context in
      try await read(request, context) { try JSON.heart(from: $0, to: $1, $2, $3, serverContext.cache) }
    }
    api.get("activity/{date}") { _, context in
      try await read(context) { try ActivityPage.json($0, $1, $2) }
    }
    api.get("activity") { [serverContext] request, context in
      try await read(request, context) { try ActivityPage.json(from: $0, to: $1, $2, $3, serverContext.cache) }
    }
    api.get("workouts") { [serverContext] request, context in
      try await read(request, context) { try ActivityPage.workouts(from: $0, to: $1, $2, $3, serverContext.cache) }
    }
    api.get("workouts/{id}") { _, context in
      let parts = try context.text("id").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let id = Int(parts[0]), parts.count < 3 else {
        throw APIError(.notFound, "notFound", Phrase("There is no such workout."))
      }
      guard parts.count == 2 else { return try await ask(context) { Response(try ActivityPage.workout(id, $0, $1)) } }
      let (bytes, type) = try await ask(context) { try ActivityPage.file(id, parts[1], $0, $1) }
      return Response(
        status: .ok,
        headers: [.contentType: type, .contentDisposition: "attachment; filename=\"workout-\(id).\(parts[1])\""],
        body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
    api.get("explain/{id}") { [serverContext] _, context in
      guard let subject = ExplainSubject(try context.text("id")) else {
        throw APIError.wrong(
          "The subject must be like heart-rate@2026-11-20T08:15:00+01:00 or resting-heart-rate@2026-11-20.")
      }
      return try await ask(context) { wearer, journal in
        let report = try wearer.reports(journal).explanation(of: subject, serverContext.engine.registry) {
          try DerivedMetricsUpdater(journal).gap($0, of: wearer.name, on: $1)
        }
        return Response(try JSON(report: report))
      }
    }
  }

  private func read(
    _ context: PageContext, _ query: @escaping @Sendable (CalendarDate, WearerContext, Journal) throws -> JSON
  ) async throws -> Response {
    let date = try Self.date(try context.text("date"), "date")
    return try await ask(context) { Response(try query(date, $0, $1)) }
  }

  private func read(
    _ request: Request, _ context: PageContext,
    _ query: @escaping @Sendable (CalendarDate, CalendarDate, WearerContext, Journal) throws -> JSON
  ) async throws -> Response {
    let first = try Self.date(request.uri.queryParameters["from"].map(String.init), "from")
    let last = try Self.date(request.uri.queryParameters["to"].map(String.init), "to")
    guard first <= last, last.daysSince1970 - first.daysSince1970 <= 3660 else {
      throw APIError.wrong("'to' must not be before 'from', and at most ten years after it.")
    }
    let session = try session(context)
    let answer = { @Sendable [serverContext] (journal: Journal) in
      let wearer = try serverContext.wearer(session, journal)
      return try Wording.$current.withValue(wearer.wording) { Response(try query(first, last, wearer, journal)) }
    }
    // Short spans, up to some weeks, are as fast as a day and use the normal queue.
    return last.daysSince1970 - first.daysSince1970 < 45
      ? try await serverContext.reader.ask(answer) : try await serverContext.reader.askRange(answer)
  }
}
