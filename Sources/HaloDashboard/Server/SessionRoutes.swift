#if Dashboard
  import HaloBluetooth
  import HTTPTypes
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Hummingbird
  import NIOCore

  /// Routes for signing in, browser sessions, status and the wearer's settings.
  extension Routes {
    func addDoor(_ door: RouterGroup<PageContext>) {
      door.post("session") { request, context in
        let wish = try await body(SignInRequest.self, of: request, most: SignInRequest.most)
        guard let token = wish.token.text, !token.isEmpty, token.utf8.count < 200 else {
          throw APIError.wrong("A token is required, such as {\"token\": …}.")
        }
        let name = (try? Self.name(wish.name.text, "name")) ?? Self.browser(request)
        guard let (session, cookie) = house.sessions.open(token, name: name, address: context.address) else {
          guard guesses.allows(context.address) else { throw Gate.tooOften }
          throw APIError(
            .unauthorized, "linkUsed", Phrase("This link has been used already, or is older than ten minutes."),
            advice: Phrase("'halo serve --link' prints a new one."))
        }
        house.hub.tellChanged(["sessions"], dates: [])
        var context = context
        context.session = session
        var response = Response(try await self.session(session, context))
        response.headers[.setCookie] = Gate.setCookie(
          cookie, seconds: Int(Sessions.lifetime), authority: request.head.authority, isSecure: house.isSecure)
        return response
      }
    }

    func addSessions(_ api: RouterGroup<PageContext>) {
      api.get("session") { _, context in
        Response(try await self.session(session(context), context))
      }
      api.get("sessions") { _, context in
        let own = try session(context).id
        return Response([
          "sessions": .array(
            house.sessions.all.map { .object(row($0) + [.init(name: "current", value: .bool($0.id == own))]) })
        ])
      }
      api.delete("session/{id}") { request, context in
        let id = try context.text("id")
        guard house.sessions.end(id) else {
          throw APIError(.notFound, "notFound", Phrase("There is no such session."))
        }
        house.streams.beat()
        house.hub.tellChanged(["sessions"], dates: [])
        var response = Response(["words": .phrase(Phrase("That browser has to sign in again."))])
        if id == context.session?.id {
          response.headers[.setCookie] = Gate.setCookie(
            "", seconds: 0, authority: request.head.authority, isSecure: house.isSecure)
        }
        return response
      }
      api.get("status") { _, context in Response(try await status(context)) }
      api.put("settings") { request, context in
        let wish = try await body(SettingsRequest.self, of: request)
        let names = SettingsRequest.names
        guard !wish.given.isEmpty, wish.given.allSatisfy(names.contains) else {
          throw APIError.wrong("Unknown setting. Available settings: \(names.joined(separator: ", ")).")
        }
        if !wish.wearer.isAbsent { try await show(wish.wearer.text, context) }
        if !wish.fields.isEmpty { try await change(wish, context) }
        house.hub.tellChanged(["settings", "days", "heart", "activity"])
        return Response(try await status(context))
      }
      api.post("wearers") { request, context in
        try await show(try await body(WearerRequest.self, of: request).name.text, context)
        return Response(try await status(context))
      }
    }

    /// Changes the profile of the wearer whose data the browser shows, and writes changed goals to that wearer's
    /// devices.
    private func change(_ wish: SettingsRequest, _ context: PageContext) async throws {
      let shown = try await ask(context) { wearer, _ in wearer.name }
      let (name, year) = (wish.wearer.text ?? shown, house.wall.wallClock.date.year)
      let (before, now) = try await house.reader.run { journal in
        var before = Profile()
        let now = try journal.change(profileOf: name, in: year) {
          before = $0
          try wish.change(&$0, in: year)
        }
        return (before, now)
      }
      if now.stepGoal != before.stepGoal || now.sleepGoalMinutes != before.sleepGoalMinutes {
        house.desk.writeGoals(now, of: name)
      }
    }

    private func show(_ name: String?, _ context: PageContext) async throws {
      let known = try await house.reader.ask { try $0.wearers() }
      guard let name, known.contains(name) else {
        throw APIError(
          .badRequest, "noWearer", Phrase("There is no wearer with this name."),
          advice: Phrase("To add a wearer, pair a device for them."))
      }
      house.sessions.show(name, in: try session(context).id)
    }

    private func session(_ session: Sessions.Session, _ context: PageContext) async throws -> JSON {
      ["session": .object(row(session)), "status": try await status(context)]
    }

    private func row(_ session: Sessions.Session) -> [JSON.Member] {
      [
        .init(name: "id", value: .string(session.id)), .init(name: "name", value: .string(session.name)),
        .init(name: "created", value: JSON(words: house.wall.moment(at: session.created))),
        .init(name: "lastSeen", value: JSON(words: house.wall.moment(at: session.lastSeen))),
        .init(name: "address", value: .string(session.address)),
      ]
    }

    private func status(_ context: PageContext) async throws -> JSON {
      let house = house
      let session = context.session.flatMap { session in house.sessions.all.first { $0.id == session.id } }
      return try await house.reader.ask { journal in
        let wearer = try house.wearer(session, journal)
        let known = try journal.knownDays(of: wearer.name)
        let devices = try journal.devices().map { JSON.object(try house.devices.brief($0, journal)) }
        return [
          "version": .string(house.version), "now": JSON(words: wearer.now), "today": JSON(words: wearer.today),
          "zone": .string(wearer.time.zone),
          "radio": [
            "kind": .string(house.radio), "ready": .bool(house.desk.radioProblem == nil),
            "message": JSON(house.desk.radioProblem),
          ],
          "trouble": JSON(house.trouble),
          "workout": house.workouts.brief,
          "wearer": ["id": .string(wearer.name), "name": .string(wearer.name)],
          "wearers": .array(try journal.wearers().map { ["id": .string($0), "name": .string($0)] }),
          "devices": .array(devices), "firstDay": JSON(words: known?.lowerBound),
          "lastDay": JSON(words: known?.upperBound), "settings": wearer.settings.json(wearer: wearer.name),
          "events": .string("\(Gate.api)/events"),
        ]
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
#endif
