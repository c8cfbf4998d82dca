#if Dashboard
  import CHaloSite
  import Foundation
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables
  import Hummingbird
  import NIOCore

  /// What the API answers. `openapi.json` describes it, and a test compares both.
  struct Routes: Sendable {
    let house: House
    /// Wrong tokens of an address.
    private let guesses = RateLimit(burst: 10, perSecond: 0.1)

    init(house: House) { self.house = house }

    func add(to router: Router<PageContext>) {
      let door = router.group(RouterPath(Gate.api))
      door.get("openapi.json") { _, _ in
        Response(
          status: .ok, headers: [.contentType: "application/json"],
          body: .init(byteBuffer: ByteBuffer(bytes: Site.description)))
      }
      addDoor(door)
      let api = router.group(RouterPath(Gate.api)).add(middleware: MembersOnly())
      addSessions(api)
      addReading(api)
      addWorkouts(api)
      addDevices(api)
      addData(api)
      api.get("events") { request, context in
        let last = request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
        return try house.streams.answer(request, session: session(context).id) { [house] in
          house.hub.listen(
            after: last, hello: ["version": .string(house.version), "now": JSON(words: house.engine.moment)])
        }
      }
    }

    // MARK: Sessions and settings

    private func addDoor(_ door: RouterGroup<PageContext>) {
      door.post("session") { request, context in
        let body = try await body(request, most: 2 << 10)
        guard let token = body["token"]?.text, !token.isEmpty, token.utf8.count < 200 else {
          throw APIError.wrong("A token is wanted, as in {\"token\": …}.")
        }
        let name = body["name"]?.text.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) } ?? Self.browser(request)
        guard let (session, cookie) = house.sessions.open(token, name: name, address: context.address) else {
          guard guesses.allows(context.address) else { throw Gate.tooOften }
          throw APIError(
            .unauthorized, "linkUsed", "This link has been used already, or is older than ten minutes.",
            advice: "'halo serve --link' prints a new one.")
        }
        house.hub.tellChanged(["sessions"], dates: [])
        var context = context
        context.session = session
        var response = Response(try await self.session(session, context))
        response.headers[.setCookie] =
          "\(Gate.cookie(for: request.head.authority))=\(cookie); Path=/; Max-Age=\(Int(Sessions.lifetime)); HttpOnly; SameSite=Strict"
          + (house.isSecure ? "; Secure" : "")
        return response
      }
    }

    private func addSessions(_ api: RouterGroup<PageContext>) {
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
        guard house.sessions.end(id) else { throw APIError.missing("There is no such session.") }
        house.streams.beat()
        house.hub.tellChanged(["sessions"], dates: [])
        var response = Response(["words": "That browser has to be let in anew."])
        if id == context.session?.id {
          let cookie = Gate.cookie(for: request.head.authority)
          response.headers[.setCookie] = "\(cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
        }
        return response
      }
      api.get("status") { _, context in Response(try await status(context)) }
      api.put("settings") { request, context in
        let wish = try await body(request)
        let names = ["units", "clock", "stepGoal", "sleepGoalMinutes", "birthYear", "maxHeartRate", "wearer"]
        guard !wish.names.isEmpty, wish.names.allSatisfy(names.contains) else {
          throw APIError.wrong("There are the settings \(names.joined(separator: ", ")).")
        }
        if let wearer = wish["wearer"] { try await show(wearer.text, context) }
        try house.settings.change(wish, today: house.wall.wallClock.date)
        house.hub.tellChanged(["settings", "days", "heart", "activity"])
        return Response(try await status(context))
      }
      api.post("wearers") { request, context in
        try await show(try await body(request)["name"]?.text, context)
        return Response(try await status(context))
      }
    }

    private func show(_ name: String?, _ context: PageContext) async throws {
      let known = try await house.reader.ask { try $0.wearers() }
      guard let name, known.contains(name) else {
        throw APIError(
          .badRequest, "noWearer", "Nobody by that name wears a device here.",
          advice: "Somebody new is taken up when a device is paired for them.")
      }
      house.sessions.show(name, in: try session(context).id)
    }

    private func session(_ session: Sessions.Session, _ context: PageContext) async throws -> JSON {
      ["session": .object(row(session)), "status": try await status(context)]
    }

    private func row(_ session: Sessions.Session) -> [JSON.Member] {
      [
        .init(name: "id", value: .string(session.id)), .init(name: "name", value: .string(session.name)),
        .init(name: "created", value: JSON(words: house.moment(session.created))),
        .init(name: "lastSeen", value: JSON(words: house.moment(session.lastSeen))),
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

    /// "Firefox on Linux", as far as a browser says.
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

    // MARK: Days

    private func addReading(_ api: RouterGroup<PageContext>) {
      api.get("days/{date}") { _, context in
        try await read(context) { try DayPage.json($0, $1, $2) }
      }
      api.get("nights/{date}") { _, context in
        try await read(context) { try NightPage.json($0, $1, $2) }
      }
      api.get("nights") { request, context in
        try await read(request, context) { try NightPage.json(from: $0, to: $1, $2, $3) }
      }
      api.get("heart/{date}") { _, context in
        try await read(context) { try HeartPage.json($0, $1, $2) }
      }
      api.get("heart") { [house] request, context in
        try await read(request, context) { try HeartPage.json(from: $0, to: $1, $2, $3, house.cache) }
      }
      api.get("activity/{date}") { _, context in
        try await read(context) { try ActivityPage.json($0, $1, $2) }
      }
      api.get("activity") { [house] request, context in
        try await read(request, context) { try ActivityPage.json(from: $0, to: $1, $2, $3, house.cache) }
      }
      api.get("workouts") { [house] request, context in
        try await read(request, context) { try ActivityPage.workouts(from: $0, to: $1, $2, $3, house.cache) }
      }
      api.get("workouts/{id}") { _, context in
        let parts = try context.text("id").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let id = Int(parts[0]), parts.count < 3 else { throw APIError.missing("There is no such workout.") }
        guard parts.count == 2 else { return try await ask(context) { Response(try ActivityPage.workout(id, $0, $1)) } }
        let (bytes, type) = try await ask(context) { try ActivityPage.file(id, parts[1], $0, $1) }
        return Response(
          status: .ok,
          headers: [.contentType: type, .contentDisposition: "attachment; filename=\"workout-\(id).\(parts[1])\""],
          body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
      }
      api.get("explain/{id}") { _, context in
        let id = try context.text("id")
        return try await ask(context) { Response(try Explainer(wearer: $0, journal: $1).json(id)) }
      }
    }

    func ask<Value: Sendable>(
      _ context: PageContext, _ question: @escaping @Sendable (Wearer, Journal) throws -> Value
    ) async throws -> Value {
      let session = try session(context)
      return try await house.reader.ask { [house] in try question(house.wearer(session, $0), $0) }
    }

    private func read(
      _ context: PageContext, _ question: @escaping @Sendable (CalendarDate, Wearer, Journal) throws -> JSON
    ) async throws -> Response {
      let date = try Self.date(try context.text("date"), "date")
      return try await ask(context) { Response(try question(date, $0, $1)) }
    }

    private func read(
      _ request: Request, _ context: PageContext,
      _ question: @escaping @Sendable (CalendarDate, CalendarDate, Wearer, Journal) throws -> JSON
    ) async throws -> Response {
      let first = try Self.date(request.uri.queryParameters["from"].map(String.init), "from")
      let last = try Self.date(request.uri.queryParameters["to"].map(String.init), "to")
      guard first <= last, last.daysSince1970 - first.daysSince1970 <= 3660 else {
        throw APIError.wrong("'to' is the same day as 'from' or later, by ten years at most.")
      }
      let session = try session(context)
      let answer = { @Sendable [house] journal in
        Response(try question(first, last, house.wearer(session, journal), journal))
      }
      // A few weeks are as quick as a day.
      return last.daysSince1970 - first.daysSince1970 < 45
        ? try await house.reader.ask(answer) : try await house.reader.askSpan(answer)
    }

    private static func date(_ text: String?, _ name: String) throws -> CalendarDate {
      guard let date = text.flatMap({ CalendarDate($0) }), (1970...2200).contains(date.year) else {
        throw APIError.wrong("'\(name)' is a day, as in 2026-11-20.")
      }
      return date
    }

    // MARK: Devices

    private func addDevices(_ api: RouterGroup<PageContext>) {
      let house = house
      api.get("devices") { _, context in
        try await ask(context) { _, journal in
          Response(["devices": .array(try journal.devices().map { try house.devices.full($0, journal) })])
        }
      }
      api.post("devices/scan") { request, context in
        try house.streams.answer(request, session: session(context).id) { house.desk.look(house.sightings) }
      }
      api.post("devices") { request, context in
        let wish = try await body(request)
        guard let id = wish["id"]?.text, let seen = house.sightings.find(id) else {
          throw APIError(
            .notFound, "notSeen", "No device by that name was seen.",
            advice: "Look for devices, and choose one of them.")
        }
        let name = try wish["name"].map { try Self.name($0, "name") }
        let wearer = try wish["wearer"].map { try Self.name($0, "wearer") }
        let own = try await ask(context) { wearer, _ in wearer.name }
        return try await house.reader.run { journal in
          let known = try journal.device(seen.device)
          let device = try house.engine.pair(seen, name: name, wearer: wearer ?? known?.wearer ?? own)
          house.reload()
          house.hub.tellChanged(["devices", "settings"], dates: [])
          return Response(.object(try house.devices.brief(device, journal)))
        }
      }
      api.patch("devices/{id}") { request, context in
        let (id, name) = (try context.text("id"), try Self.name(try await body(request)["name"] ?? .null, "name"))
        return try await house.reader.run { journal in
          try journal.rename(try DevicesPage.find(id, journal), to: name)
          house.reload()
          house.hub.tellChanged(["devices"], dates: [])
          return Response(.object(try house.devices.brief(try DevicesPage.find(id, journal), journal)))
        }
      }
      api.delete("devices/{id}") { request, context in
        let wish = try await body(request)
        guard let keepsData = wish["keepData"]?.flag else { throw APIError.wrong("'keepData' is true or false.") }
        let device = try await device(context)
        let words =
          keepsData
          ? "\(device.name) is not looked for any more. What it told stays."
          : "\(device.name), and everything that it ever told, is erased for good."
        try confirm(
          "forget \(device.id) \(keepsData)", wish, context,
          keepsData
            ? "Forget \(device.name)? What it told stays."
            : "Erase \(device.name) and everything that it ever told? This cannot be undone.")
        return try await house.reader.run { journal in
          try journal.forget(device, withData: !keepsData, at: house.engine.moment)
          if !keepsData {
            try InsightKeeper(journal).update(device.wearer, since: nil)
            try journal.shrink()
          }
          house.reload()
          house.forgetCaches()
          house.hub.tellChanged(["everything"])
          return Response(["words": .string(words)])
        }
      }
      api.get("devices/{id}/settings") { _, context in
        Response(try await house.desk.settings(of: try await device(context)))
      }
      api.put("devices/{id}/settings") { request, context in
        let wish = try await body(request)
        guard let id = wish["id"]?.text, let value = wish["value"] else {
          throw APIError.wrong("'id' and 'value' of a setting are wanted.")
        }
        let answer = try await house.desk.set(id, to: value, of: try await device(context))
        house.hub.tellChanged(["devices"], dates: [])
        return Response(answer)
      }
      api.post("devices/{id}/find") { _, context in
        Response(["words": .string(try await house.desk.find(try await device(context)))], status: .accepted)
      }
      api.post("devices/{id}/sync") { _, context in
        let device = try await device(context)
        try await house.desk.sync(device)
        return Response(["words": .string("Halo looks for \(device.name) and syncs it.")], status: .accepted)
      }
      api.get("devices/{id}/battery") { _, context in
        let device = try await device(context)
        return try await house.reader.ask { Response(try house.devices.batteryHistory(device, $0)) }
      }
      api.post("devices/{id}/{order}") { request, context in
        let order = try context.text("order")
        guard ["reset", "power-off"].contains(order) else {
          throw APIError.missing("A device knows no order '\(order.prefix(40))'.")
        }
        let wish = try await body(request)
        let device = try await device(context)
        try confirm(
          "\(order) \(device.id)", wish, context,
          order == "reset"
            ? "Erase what \(device.name) keeps, and its settings? What was not synced is lost."
            : "Switch \(device.name) off? It wakes up on its charger.")
        try await house.desk.manage(device, reset: order == "reset")
        return Response([
          "words": .string(
            order == "reset"
              ? "\(device.name) was told to erase itself." : "\(device.name) was told to switch itself off.")
        ])
      }
      api.get("devices/{id}/live/{kind}") { request, context in
        let (device, kind) = (try await device(context), try context.text("kind"))
        guard LiveRooms.subject(kind) != nil, Engine.measuresLive(device) else {
          throw APIError.missing("\(device.name) does not measure '\(kind.prefix(40))' live.")
        }
        return try house.streams.answer(request, session: session(context).id) { house.live.watch(kind, of: device) }
      }
    }

    private func device(_ context: PageContext) async throws -> Device {
      let id = try context.text("id")
      return try await house.reader.ask { try DevicesPage.find(id, $0) }
    }

    /// A name as people give it.
    private static func name(_ value: JSON, _ what: String) throws -> String {
      let text = value.text.map { String($0.filter { !$0.isNewline }.drop { $0.isWhitespace }.prefix(60)) } ?? ""
      guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw APIError.wrong("'\(what)' is a name of 1 to 60 characters.")
      }
      return text
    }

    /// Lets a dangerous order go on only where it was asked about in this browser.
    func confirm(_ order: String, _ wish: JSON, _ context: PageContext, _ words: String) throws {
      let session = try session(context)
      if let id = wish["confirmation"]?.text, house.confirmations.take(id, for: order, session: session.id) { return }
      var error = APIError(
        .conflict, "confirmationNeeded", words,
        advice: "The same request with the confirmation's id does it, within a minute.")
      let expires = house.moment(Date().addingTimeInterval(Double(Confirmations.seconds)))
      error.confirmation = [
        "id": .string(house.confirmations.ask(order, session: session.id)), "words": .string(words),
        "expires": JSON(words: expires),
      ]
      throw error
    }

    // MARK: Data

    private func addData(_ api: RouterGroup<PageContext>) {
      let house = house
      api.get("data") { _, context in
        let session = try session(context)
        if house.data.mustCount { try await house.reader.count { try house.data.count($0) } }
        house.countSoon()
        return try await house.reader.ask { Response(try house.data.json(house.wearer(session, $0), $0)) }
      }
      api.get("export") { request, context in
        let query = request.uri.queryParameters
        guard let format = query["format"].map(String.init), ["csv", "json"].contains(format) else {
          throw APIError.wrong("'format' is csv or json.")
        }
        let first = try query["from"].map { try Self.date(String($0), "from") }
        let last = try query["to"].map { try Self.date(String($0), "to") }
        let session = try session(context)
        let file = try await house.reader.run {
          try DataPage.export(format, from: first, to: last, wearer: house.wearer(session, $0).name, $0)
        }
        let today = house.wall.wallClock.date
        return try Self.send(
          file, format == "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
          name: "halo-\(today).\(format == "csv" ? "csv" : "jsonl")")
      }
      api.get("backup") { _, _ in
        let today = house.wall.wallClock.date
        let file = try await house.reader.run { journal in
          // SQLite wants to make the file itself; the name alone is taken from this one.
          let file = try TemporaryFile("lock", of: journal.path)
          let path = file.path + ".sqlite"
          try journal.backUp(to: path)
          return try TemporaryFile(taking: path)
        }
        return try Self.send(file, "application/vnd.sqlite3", name: "halo-\(today).sqlite")
      }
      api.post("import") { request, context in
        guard request.headers[.contentType]?.hasPrefix("application/octet-stream") == true else {
          throw APIError(
            .unsupportedMediaType, "wrongType", "A file is wanted (Content-Type: application/octet-stream).")
        }
        let name = try Self.name(.string(request.uri.queryParameters["name"].map(String.init) ?? "the file"), "name")
        let most = 256 << 20
        let tooLarge = APIError(
          .contentTooLarge, "tooLarge", "The file is larger than 256 MB.", advice: "Use 'halo import' for it.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLarge }
        let file = try TemporaryFile("import", of: house.engine.journal.path)
        var count = 0
        for try await buffer in request.body {
          count += buffer.readableBytes
          guard count <= most else { throw tooLarge }
          try file.append([UInt8](buffer: buffer))
        }
        let session = try session(context)
        let answer = try await house.reader.run { journal in
          try DataPage.read(
            file, name: name, wearer: house.wearer(session, journal).name, now: house.engine.moment, journal)
        }
        house.reload()
        house.forgetCaches()
        house.hub.tellChanged(["everything"])
        return Response(answer)
      }
      api.post("erase") { request, context in
        let wish = try await body(request)
        guard let what = wish["what"]?.text, ["all", "wearer", "device"].contains(what) else {
          throw APIError.wrong("'what' is all, wearer or device.")
        }
        let id = wish["id"]?.text ?? ""
        let wearers = try await house.reader.ask { try $0.wearers() }
        if what == "wearer", !wearers.contains(id) { throw APIError.wrong("'id' is the name of a wearer.") }
        let device = what == "device" ? try await house.reader.ask { try DevicesPage.find(id, $0) } : nil
        let whose = device?.name ?? (what == "wearer" ? id : "everybody")
        try confirm(
          "erase \(what) \(id)", wish, context,
          "Erase all data of \(whose)? This cannot be undone; a backup keeps them.")
        return try await house.reader.run { journal in
          switch what {
          case "device":
            if let device {
              try journal.forget(device, withData: true, at: house.engine.moment)
              try InsightKeeper(journal).update(device.wearer, since: nil)
            }
          case "wearer": try journal.erase(wearer: id)
          default: for wearer in try journal.wearers() { try journal.erase(wearer: wearer) }
          }
          try journal.shrink()
          house.reload()
          house.forgetCaches()
          house.hub.tellChanged(["everything"])
          return Response(["words": .string("All data of \(whose) are erased.")])
        }
      }
    }

    /// A file as an answer. It is read as fast as the browser takes it.
    private static func send(_ file: TemporaryFile, _ type: String, name: String) throws -> Response {
      let size = try file.size()
      return Response(
        status: .ok,
        headers: [
          .contentType: type, .contentLength: "\(size)", .contentDisposition: "attachment; filename=\"\(name)\"",
        ],
        body: .init(contentLength: size) { writer in
          var offset = 0
          while offset < size {
            let bytes = try file.bytes(from: offset, count: min(1 << 16, size - offset))
            guard !bytes.isEmpty else { break }
            try await writer.write(ByteBuffer(bytes: bytes))
            offset += bytes.count
          }
          try await writer.finish(nil)
        })
    }

    // MARK: Requests

    /// The session that the gate found.
    func session(_ context: PageContext) throws -> Sessions.Session {
      guard let session = context.session else { throw APIError.noSession }
      return session
    }

    /// The object that a request says.
    func body(_ request: Request, most: Int = 64 << 10) async throws -> JSON {
      var request = request
      let tooLarge = APIError(.contentTooLarge, "tooLarge", "The request is larger than \(most >> 10) kB.")
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLarge }
      let buffer: ByteBuffer
      do { buffer = try await request.collectBody(upTo: most) } catch is NIOTooManyBytesError {
        throw tooLarge
      } catch {
        throw APIError.wrong("The request's body is not written as HTTP wants it, or ended too early.")
      }
      guard buffer.readableBytes > 0 else { return .object([]) }
      guard let json = JSON(parsing: [UInt8](buffer: buffer)), case .object = json else {
        throw APIError.wrong("The request is not an object in JSON.")
      }
      return json
    }
  }

  extension PageContext {
    /// A part of the address, decoded.
    fileprivate func text(_ name: String) throws -> String {
      guard let text = parameters.get(name)?.removingPercentEncoding else {
        throw APIError.wrong("The address is not written as addresses are.")
      }
      return text
    }
  }

  extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .accept
  }
#endif
