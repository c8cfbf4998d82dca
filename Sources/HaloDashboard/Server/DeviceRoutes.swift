import HTTPTypes
import Hummingbird

/// Routes for devices: scan, pair, rename, settings, sync, live measurement and unpairing.
extension Routes {
  func addDevices(_ api: RouterGroup<PageContext>) {
    let serverContext = serverContext
    let tasks = serverContext.taskRunner
    api.get("devices") { _, context in
      try await ask(context) { _, journal in
        try Response(["devices": journal.devices().map { try DeviceAnswer.full($0, journal, tasks) }])
      }
    }
    api.post("devices/scan") { request, context in
      try serverContext.streams.answer(request, context) {
        tasks.look(serverContext.seenDevices)
      }
    }
    api.post("devices") { request, context in
      let input = try await body(RequestFields.self, of: request)
      guard let id = input["id"].text, let seen = serverContext.seenDevices.find(id) else {
        throw APIError(
          .notFound, "notSeen", Phrase("No such device was found."),
          advice: Phrase("Scan for devices and choose one from the list."))
      }
      let name = input["name"].isAbsent ? nil : try Self.name(input["name"].text, "name")
      let wearer = input["wearer"].isAbsent ? nil : try Self.name(input["wearer"].text, "wearer")
      let own = try await ask(context) { wearer, _ in wearer.name }
      return try await serverContext.reader.run { journal in
        let known = try journal.device(seen.device)
        let device = try serverContext.engine.pair(seen, name: name, wearer: wearer ?? known?.wearer ?? own)
        serverContext.reload()
        serverContext.hub.sendChanged(["devices", "settings"], dates: [])
        return try Response(DeviceAnswer(device, journal, tasks))
      }
    }
    api.patch("devices/{id}") { request, context in
      let input = try await body(RequestFields.self, of: request)
      let id = try context.text("id")
      // A request without any field is refused because of its name.
      // `speedUnit` is `null` if the model decides; `user` is the wearer's number on a scale or cuff.
      let hasOther = !input["speedUnit"].isAbsent || !input["user"].isAbsent
      let name = input["name"].isAbsent && hasOther ? nil : try Self.name(input["name"].text, "name")
      let speedUnit: SpeedUnit? = try input["speedUnit"].choice("speedUnit")
      let user = try input["user"].isAbsent ? nil : input["user"].whole("user", in: WearableFamily.userNumbers)
      return try await serverContext.reader.run { journal in
        let device = try journal.device(numbered: id)
        let registry = serverContext.engine.registry
        if !input["speedUnit"].isAbsent, registry.kind(of: device.family) != .machine {
          throw APIError.wrong("'speedUnit' is only for fitness machines.")
        }
        if user != nil, registry.family(device.family)?.numbersUsers != true {
          throw APIError.wrong("'user' is only for devices that number the people who use them.")
        }
        if let name { try journal.rename(device, to: name) }
        if !input["speedUnit"].isAbsent {
          let changed = try journal.setSpeedUnit(speedUnit, of: device)
          try SessionDecoder(journal, registry).decodeLeftover(of: changed)
        }
        if let user { try SessionDecoder(journal, registry).setUser(user, of: device) }
        serverContext.reload()
        serverContext.hub.sendChanged(["devices"], dates: [])
        return try Response(DeviceAnswer(journal.device(numbered: id), journal, tasks))
      }
    }
    api.delete("devices/{id}") { request, context in
      let input = try await body(RequestFields.self, of: request)
      guard let keepsData = input["keepData"].flag else { throw APIError.wrong("'keepData' must be true or false.") }
      let device = try await device(context)
      let words =
        keepsData
        ? Phrase("\(device.name) was unpaired. Its data was kept.")
        : Phrase("\(device.name) was unpaired. All its data was erased.")
      let check = {
        try confirm(
          "forget \(device.id) \(keepsData)", input["confirmation"].text, context,
          keepsData
            ? Phrase("Unpair \(device.name)? Its data is kept.")
            : Phrase("Unpair \(device.name) and erase all its data? You cannot undo this."))
      }
      let forget = { @Sendable (journal: Journal) in
        try journal.forget(device, withData: !keepsData, at: serverContext.engine.moment)
        if !keepsData {
          try DerivedMetricsUpdater(journal).update(device.wearer, since: nil)
          try journal.shrink()
        }
        dataChanged()
        return try Response(words: words)
      }
      guard !keepsData else {
        try check()
        return try await serverContext.reader.run(forget)
      }
      return try await serverContext.workouts.withoutWorkout(Self.eraseLater) { exclusion in
        try check()
        return try await serverContext.change(exclusion, forget)
      }
    }
    api.get("devices/{id}/settings") { request, context in
      let device = try await device(context)
      // If the browser disconnects, its request leaves the device's queue.
      return try await context.untilDisconnect(request) { _ in
        try Response(try await tasks.settings(of: device))
      }
    }
    api.put("devices/{id}/settings") { request, context in
      let input = try await body(RequestFields.self, of: request)
      guard let id = input["id"].text, !input["value"].isAbsent else {
        throw APIError.wrong("'id' and 'value' of a setting are required.")
      }
      let answer = try await tasks.settings(of: try await device(context), changing: (id, input["value"]))
      serverContext.hub.sendChanged(["devices"], dates: [])
      return try Response(answer)
    }
    api.post("devices/{id}/actions/{action}") { request, context in
      // If the browser disconnects, its request leaves the device's queue.
      try await context.untilDisconnect(request) { sent in
        var request = request
        request.body = sent
        let input = try await body(ActionRequestBody.self, of: request)
        let device = try await device(context)
        let id = try context.text("action")
        let known = serverContext.engine.registry.actions(of: device.family)
        guard let action = known.first(where: { $0.id == id }) else {
          let error = ActionError.unknown("\(id.prefix(40))", known: known.map(\.id))
          throw APIError(.notFound, "notFound", error.phrase)
        }
        let texts = try input.texts()
        let order = try action.request(texts)
        if let warning = action.warning {
          let values = texts.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
          try confirm(
            "do \(id) \(device.id) \(values)", input.confirmation?.text, context, Phrase("\(device.name): \(warning)"))
        }
        let engine = serverContext.engine
        return try Response(words: try await tasks.perform { try await engine.perform(order, on: device) })
      }
    }
    api.post("devices/{id}/sync") { _, context in
      let device = try await device(context)
      try await tasks.sync(device)
      return try Response(words: Phrase("Halo is connecting to \(device.name) to sync it."), status: .accepted)
    }
    api.get("devices/{id}/battery") { _, context in
      let device = try await device(context)
      return try await serverContext.reader.ask { try Response(BatteryAnswer(device, $0, tasks)) }
    }
    api.get("devices/{id}/live/{kind}") { request, context in
      let device = try await device(context)
      let kind = try context.text("kind")
      guard let subject = LiveMeasurementHub.subject(kind), serverContext.engine.measuresLive(device) else {
        throw APIError(.notFound, "notFound", Phrase("\(device.name) cannot measure this live."))
      }
      return try await stream(request, context) { serverContext.live.watch(subject, of: device) }
    }
  }

  private func device(_ context: PageContext) async throws -> Device {
    let id = try context.text("id")
    return try await serverContext.reader.ask { try $0.device(numbered: id) }
  }
}
