import HTTPTypes
import Hummingbird
import NIOCore

/// Routes for days, nights, heart rate, activity, workouts and explanations.
extension Routes {
  func addReading(_ api: RouterGroup<PageContext>) {
    api.get("days/{date}") { _, context in
      try await read(context) { try $1.reports($2).dayAnswer($0) }
    }
    api.get("nights/{date}") { _, context in
      try await read(context) { try $1.reports($2).nightAnswer($0) }
    }
    api.get("nights") { request, context in
      try await read(request, context) { try $2.reports($3).nightsAnswer(from: $0, to: $1) }
    }
    api.get("heart/{date}") { _, context in
      try await read(context) { try $1.reports($2).heart($0) }
    }
    api.get("heart") { [serverContext] request, context in
      try await read(request, context) { try $2.heart(from: $0, to: $1, $3, serverContext.cache) }
    }
    api.get("activity/{date}") { _, context in
      try await read(context) { try ActivityAnswer($0, $1.reports($2)) }
    }
    api.get("activity") { [serverContext] request, context in
      try await read(request, context) { try $2.activity(from: $0, to: $1, $3, serverContext.cache) }
    }
    api.get("workouts") { [serverContext] request, context in
      try await read(request, context) {
        ["workouts": try $2.workouts(from: $0, to: $1, $3, serverContext.cache)]
      }
    }
    api.get("workouts/{id}") { _, context in
      let parts = try context.text("id").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let id = Int(parts[0]), parts.count < 3 else {
        throw APIError(.notFound, "notFound", Phrase("There is no such workout."))
      }
      guard parts.count == 2 else {
        return try await ask(context) { try Response($0.reports($1).workout($1.workout(numbered: id, of: $0.name))) }
      }
      let (bytes, type) = try await ask(context) { wearer, journal in
        try journal.recording(of: try journal.workout(numbered: id, of: wearer.name)).file(parts[1])
      }
      var response = Response(ByteBuffer(bytes: bytes), type: type)
      response.headers[.contentDisposition] = "attachment; filename=\"workout-\(id).\(parts[1])\""
      return response
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
        return try Response(report)
      }
    }
  }

  private func read<Answer: Encodable & SendableMetatype>(
    _ context: PageContext, _ query: @escaping @Sendable (CalendarDate, WearerContext, Journal) throws -> Answer
  ) async throws -> Response {
    let date = try Self.date(try context.text("date"), "date")
    return try await ask(context) { try Response(query(date, $0, $1)) }
  }

  private func read<Answer: Encodable & SendableMetatype>(
    _ request: Request, _ context: PageContext,
    _ query: @escaping @Sendable (CalendarDate, CalendarDate, WearerContext, Journal) throws -> Answer
  ) async throws -> Response {
    let first = try Self.date(request.uri.queryParameters["from"].map(String.init), "from")
    let last = try Self.date(request.uri.queryParameters["to"].map(String.init), "to")
    guard first <= last, last.daysSince1970 - first.daysSince1970 <= 3660 else {
      throw APIError.wrong("'to' must not be before 'from', and at most ten years after it.")
    }
    let session = try session(context)
    let answer = { @Sendable [serverContext] (journal: Journal) in
      let wearer = try serverContext.wearer(session, journal)
      return try Wording.$current.withValue(wearer.wording) { try Response(query(first, last, wearer, journal)) }
    }
    // Short spans, up to some weeks, are as fast as a day and use the normal queue.
    return last.daysSince1970 - first.daysSince1970 < 45
      ? try await serverContext.reader.ask(answer) : try await serverContext.reader.askRange(answer)
  }
}
