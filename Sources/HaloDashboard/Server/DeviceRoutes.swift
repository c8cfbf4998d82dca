#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloInsights
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Hummingbird
  import NIOCore

  /// Routes for devices: scan, pair, rename, settings, sync, live measurement and unpairing.
  extension Routes {
    func addDevices(_ api: RouterGroup<PageContext>) {
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
        let wish = try await body(PairRequest.self, of: request)
        guard let id = wish.id.text, let seen = house.sightings.find(id) else {
          throw APIError(
            .notFound, "notSeen", Phrase("No such device was found."),
            advice: Phrase("Scan for devices and choose one from the list."))
        }
        let name = wish.name.isAbsent ? nil : try Self.name(wish.name.text, "name")
        let wearer = wish.wearer.isAbsent ? nil : try Self.name(wish.wearer.text, "wearer")
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
        let wish = try await body(RenameRequest.self, of: request)
        let (id, name) = (try context.text("id"), try Self.name(wish.name.text, "name"))
        return try await house.reader.run { journal in
          try journal.rename(try DevicesPage.find(id, journal), to: name)
          house.reload()
          house.hub.tellChanged(["devices"], dates: [])
          return Response(.object(try house.devices.brief(try DevicesPage.find(id, journal), journal)))
        }
      }
      api.delete("devices/{id}") { request, context in
        let wish = try await body(ForgetRequest.self, of: request)
        guard let keepsData = wish.keepData.flag else { throw APIError.wrong("'keepData' must be true or false.") }
        if !keepsData {
          try refuseWhileAWorkoutRuns(Phrase("A workout is being recorded. You can erase data after it."))
        }
        let device = try await device(context)
        let words =
          keepsData
          ? Phrase("\(device.name) was unpaired. Its data was kept.")
          : Phrase("\(device.name) was unpaired. All its data was erased.")
        try confirm(
          "forget \(device.id) \(keepsData)", wish.confirmation, context,
          keepsData
            ? Phrase("Unpair \(device.name)? Its data is kept.")
            : Phrase("Unpair \(device.name) and erase all its data? You cannot undo this."))
        return try await house.reader.run { journal in
          try journal.forget(device, withData: !keepsData, at: house.engine.moment)
          if !keepsData {
            try InsightKeeper(journal).update(device.wearer, since: nil)
            try journal.shrink()
          }
          house.reload()
          house.forgetCaches()
          house.hub.tellChanged(["everything"])
          return Response(["words": .phrase(words)])
        }
      }
      api.get("devices/{id}/settings") { request, context in
        let device = try await device(context)
        // If the browser disconnects, its request leaves the device's queue.
        return try await request.body.consumeWithCancellationOnInboundClose { _ in
          Response(try await house.desk.settings(of: device))
        }
      }
      api.put("devices/{id}/settings") { request, context in
        let wish = try await body(DeviceSettingRequest.self, of: request)
        guard let id = wish.id.text, !wish.value.isAbsent else {
          throw APIError.wrong("'id' and 'value' of a setting are required.")
        }
        let answer = try await house.desk.set(id, to: wish.value, of: try await device(context))
        house.hub.tellChanged(["devices"], dates: [])
        return Response(answer)
      }
      api.post("devices/{id}/find") { request, context in
        let device = try await device(context)
        return try await request.body.consumeWithCancellationOnInboundClose { _ in
          Response(["words": .phrase(try await house.desk.find(device))], status: .accepted)
        }
      }
      api.post("devices/{id}/sync") { _, context in
        let device = try await device(context)
        try await house.desk.sync(device)
        return Response(
          ["words": .phrase(Phrase("Halo is connecting to \(device.name) to sync it."))], status: .accepted)
      }
      api.get("devices/{id}/battery") { _, context in
        let device = try await device(context)
        return try await house.reader.ask { Response(try house.devices.batteryHistory(device, $0)) }
      }
      api.post("devices/{id}/{order}") { request, context in
        let order = try context.text("order")
        guard ["reset", "power-off"].contains(order) else {
          throw APIError.missing("'\(order.prefix(40))' is not a device command.")
        }
        let wish = try await body(DeviceOrderRequest.self, of: request)
        let device = try await device(context)
        try confirm(
          "\(order) \(device.id)", wish.confirmation, context,
          order == "reset"
            ? Phrase("Reset \(device.name)? Its settings and all data that was not synced are lost.")
            : Phrase("Turn off \(device.name)? It turns on again on its charger."))
        try await house.desk.manage(device, reset: order == "reset")
        return Response([
          "words": .phrase(
            order == "reset"
              ? Phrase("\(device.name) received the factory reset command.")
              : Phrase("\(device.name) received the power-off command."))
        ])
      }
      api.get("devices/{id}/live/{kind}") { request, context in
        let (device, kind) = (try await device(context), try context.text("kind"))
        guard LiveRooms.subject(kind) != nil, house.engine.measuresLive(device) else {
          throw APIError(.notFound, "notFound", Phrase("\(device.name) cannot measure this live."))
        }
        return try house.streams.answer(request, session: session(context).id) { house.live.watch(kind, of: device) }
      }
    }

    private func device(_ context: PageContext) async throws -> Device {
      let id = try context.text("id")
      return try await house.reader.ask { try DevicesPage.find(id, $0) }
    }
  }
#endif
