import HTTPTypes
import Hummingbird

/// Routes for signing in, browser sessions, status and the wearer's settings.
extension Routes {
  /// Maximum size of a request to sign in, in bytes: a token has 43, a name at most a few hundred.
  private static let mostOfSignIn = 1 << 10

  func addPublicRoutes(_ publicRoutes: RouterGroup<PageContext>) {
    publicRoutes.post("session") { request, context in
      let input = try await body(RequestFields.self, of: request, most: Self.mostOfSignIn)
      guard let token = input["token"].text, !token.isEmpty, token.utf8.count < 200 else {
        throw APIError.wrong("A token is required, such as {\"token\": …}.")
      }
      let name = (try? Self.name(input["name"].text, "name")) ?? Self.browser(request)
      guard let (session, cookie) = serverContext.sessions.open(token, name: name, address: context.address) else {
        guard wrongTokens.allows(context.address) else { throw RequestGuard.rateLimitError }
        throw APIError(
          .unauthorized, "linkUsed", Phrase("This link has been used already, or is older than ten minutes."),
          advice: Phrase("'halo serve --link' prints a new one."))
      }
      serverContext.hub.sendChanged(["sessions"], dates: [])
      var context = context
      context.session = session
      var response = try Response(try await self.session(session, context))
      response.headers[.setCookie] = RequestGuard.setCookie(
        cookie, seconds: Int(BrowserSessions.lifetime), authority: request.head.authority,
        isSecure: serverContext.isSecure)
      return response
    }
  }

  func addSessions(_ api: RouterGroup<PageContext>) {
    api.get("session") { _, context in
      try Response(try await self.session(session(context), context))
    }
    api.get("sessions") { _, context in
      let own = try session(context).id
      return try Response(["sessions": serverContext.sessions.all.map { row($0, isCurrent: $0.id == own) }])
    }
    api.delete("session/{id}") { request, context in
      let id = try context.text("id")
      guard serverContext.sessions.end(id) else {
        throw APIError(.notFound, "notFound", Phrase("There is no such session."))
      }
      serverContext.streams.beat()
      serverContext.hub.sendChanged(["sessions"], dates: [])
      var response = try Response(words: Phrase("That browser has to sign in again."))
      if id == context.session?.id {
        response.headers[.setCookie] = RequestGuard.setCookie(
          "", seconds: 0, authority: request.head.authority, isSecure: serverContext.isSecure)
      }
      return response
    }
    api.get("status") { _, context in try Response(try await status(context)) }
    api.put("settings") { request, context in
      let input = try await body(RequestFields.self, of: request)
      let names = RequestFields.settingNames
      guard !input.names.isEmpty, input.names.allSatisfy(names.contains) else {
        throw APIError.wrong("Unknown setting. Available settings: \(names.joined(separator: ", ")).")
      }
      if !input["wearer"].isAbsent { try await show(input["wearer"].text, context) }
      if input.hasProfileFields { try await change(input, context) }
      serverContext.hub.sendChanged(["settings", "days", "heart", "activity"])
      return try Response(try await status(context))
    }
    api.post("wearers") { request, context in
      try await show(try await body(RequestFields.self, of: request)["name"].text, context)
      return try Response(try await status(context))
    }
  }

  /// Changes the profile of the wearer whose data the browser shows, and writes changed goals to that wearer's
  /// devices.
  private func change(_ input: RequestFields, _ context: PageContext) async throws {
    let shown = try await ask(context) { wearer, _ in wearer.name }
    let name = input["wearer"].text ?? shown
    let year = serverContext.time.wallClock.date.year
    let (before, now) = try await serverContext.reader.run { journal in
      var before = Profile()
      let now = try journal.change(profileOf: name, in: year) {
        before = $0
        try input.change(&$0, in: year)
      }
      return (before, now)
    }
    if now.stepGoal != before.stepGoal || now.sleepGoalMinutes != before.sleepGoalMinutes {
      serverContext.taskRunner.writeGoals(now, of: name)
    }
  }

  private func show(_ name: String?, _ context: PageContext) async throws {
    let known = try await serverContext.reader.ask { try $0.wearers() }
    guard let name, known.contains(name) else {
      throw APIError(
        .badRequest, "noWearer", Phrase("There is no wearer with this name."),
        advice: Phrase("To add a wearer, pair a device for them."))
    }
    serverContext.sessions.show(name, in: try session(context).id)
  }

  private func session(_ session: BrowserSessions.BrowserSession, _ context: PageContext) async throws -> SessionAnswer
  {
    SessionAnswer(session: row(session), status: try await status(context))
  }

  private func row(_ session: BrowserSessions.BrowserSession, isCurrent: Bool? = nil) -> SessionAnswer.Session {
    let lastSeen = serverContext.time.moment(at: session.lastSeen)
    return SessionAnswer.Session(
      id: session.id, name: session.name, created: serverContext.time.moment(at: session.created), lastSeen: lastSeen,
      ago: MeasureWording.ago(lastSeen, now: serverContext.engine.moment), address: session.address,
      current: isCurrent)
  }

  private func status(_ context: PageContext) async throws -> StatusAnswer {
    let serverContext = serverContext
    let session = context.session.flatMap { session in serverContext.sessions.all.first { $0.id == session.id } }
    return try await serverContext.reader.ask { journal in
      let wearer = try serverContext.wearer(session, journal)
      let known = try journal.knownDays(of: wearer.name)
      let problem = serverContext.taskRunner.radioProblem
      return StatusAnswer(
        version: serverContext.parts.version, now: wearer.now, today: wearer.today, zone: wearer.time.zone,
        radio: .init(kind: serverContext.parts.radio, ready: problem == nil, message: problem),
        trouble: serverContext.journalProblem, workout: serverContext.workouts.brief, wearer: .init(wearer.name),
        wearers: try journal.wearers().map { .init($0) },
        devices: try journal.devices().map { try DeviceAnswer($0, journal, serverContext.taskRunner) },
        firstDay: known?.lowerBound, lastDay: known?.upperBound,
        settings: Joined(
          wearer.settings.known,
          .init(
            sleepGoalText: wearer.settings.sleepGoalMinutes.map { MeasureWording.duration(minutes: $0) },
            wearer: wearer.name)))
    }
  }

  /// A default name for a browser, such as "Firefox on Linux", from its User-Agent.
  private static func browser(_ request: Request) -> String {
    let agent = request.headers[.userAgent] ?? ""
    func first(_ names: [(String, String)]) -> String? { names.first { agent.contains($0.0) }?.1 }
    let program = first([
      ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
      ("curl/", "curl"),
    ])
    let system = first([
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS", "Mac"), ("Windows", "Windows"),
      ("Linux", "Linux"),
    ])
    return [program ?? "A browser", system].compactMap(\.self).joined(separator: " on ")
  }
}
