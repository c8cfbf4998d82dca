import HaloText
import HaloBluetooth

extension Requirement {
  private typealias ID = TrialDevice.ID

  /// The requirements on radios.
  static let ofRadios: [Requirement] = [
    Requirement(radio: "the radio reports to every caller that it is on") { stage in
      let state = await stage.central.state
      try expect(state == .poweredOn, "it is \(state)")
      for _ in 0..<2 {
        var states = await stage.central.states().makeAsyncIterator()
        let first = await states.next()
        try expect(first == .poweredOn, "the first state is \(String(describing: first))")
      }
    },
    Requirement(radio: "a scan reports name, services, manufacturer data and signal strength") { stage in
      let seen = try await stage.firstAdvertisement(ScanFilter(name: "halo trial"))
      try expect(seen.device == stage.device && seen.name == "Halo trial", "its label is \(seen.label)")
      try expect(seen.services.contains(ID.heartRate), "it advertises \(seen.services)")
      try expect(seen.manufacturerData == [0x1234: [1, 2, 3]], "\(seen.manufacturerData)")
      try expect((-127...20).contains(seen.rssi ?? -1000), "\(String(describing: seen.rssi)) dBm")
    },
    Requirement(radio: "filters pass only matching advertisements") { stage in
      _ = try await stage.firstAdvertisement(ScanFilter(services: [ID.heartRate]))
      let other = try await stage.within(stage.shortTime) {
        try await stage.firstAdvertisement(ScanFilter(services: [0x1826], name: "trial"))
      }
      try expect(other == nil, "\(String(describing: other)) passed the filter")
    },
    Requirement(
      radio: "two concurrent scans both receive all advertisements, and one continues when the other ends"
    ) { stage in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          var count = 0
          for try await _ in stage.central.scan(ScanFilter(name: "trial")) {
            count += 1
            if count == 2 { return }
            // Another scan begins and ends meanwhile.
            _ = try await stage.firstAdvertisement(ScanFilter(name: "trial"))
            _ = try await stage.firstAdvertisement(ScanFilter(name: "trial"))
          }
        }
        try await group.waitForAll()
      }
    },
    Requirement(radio: "connecting to an absent device times out, and the error contains its name") { stage in
      let error = try await error {
        try await stage.central.withConnection(
          to: DeviceID("C0:DE:00:00:00:99"), label: "absent device", timeout: stage.shortTime
        ) {
          _ in
        }
      }
      try expect(error.operation == .connect && error.reason == .timedOut(stage.shortTime), "\(error.reason)")
      try expect(error.description.contains("absent device"), error.description)
    },
    Requirement(radio: "a connection attempt can be canceled") { stage in
      let isCancelled = try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          do {
            try await stage.central.withConnection(
              to: DeviceID("C0:DE:00:00:00:99"), label: "absent device", timeout: .seconds(60)
            ) { _ in }
            return false
          } catch is CancellationError {
            return true
          }
        }
        try await stage.clock.sleep(for: stage.shortTime / 2)
        group.cancelAll()
        return try await group.next() ?? false
      }
      try expect(isCancelled, "it was not canceled")
      try await stage.withLink { try expect(try await $0.read(ID.short) == [1, 2, 3], "another value") }
    },
    Requirement(radio: "a link ends with its scope and cannot be used afterwards") { stage in
      let kept = try await stage.withLink { $0 }
      let error = try await error { _ = try await kept.read(ID.short) }
      try expect(error.reason == .disconnected, "\(error.reason)")
      _ = try await stage.firstAdvertisement(ScanFilter(name: "trial"))
    },
    Requirement(radio: "a link ends if its scope throws, with that error") { stage in
      do {
        try await stage.withLink { _ in throw UnmetRequirement(description: "thrown") }
        throw UnmetRequirement(description: "nothing was thrown")
      } catch let error as UnmetRequirement {
        try expect(error.description == "thrown", error.description)
      }
      _ = try await stage.firstAdvertisement(ScanFilter(name: "trial"))
    },
    Requirement(radio: "a link ends if its task is canceled") { stage in
      let (isThere, there) = AsyncStream<Void>.makeStream()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await stage.withLink { link in
            let values = try await link.notifications(of: ID.numbers)
            there.finish()
            for try await _ in values {}
          }
        }
        for await _ in isThere {}
        group.cancelAll()
      }
      _ = try await stage.firstAdvertisement(ScanFilter(name: "trial"))
    },
    Requirement(radio: "a link ended by the device is reported to all callers, and the device can be connected again") {
      stage in
      try await stage.withLink { link in
        let values = try await link.notifications(of: ID.numbers)
        try? await link.order(.drop)
        let ending = try await error { for try await _ in values {} }
        try expect(ending.reason == .disconnected, "the sequence ended with \(ending.reason)")
        let late = try await error { _ = try await link.read(ID.short) }
        try expect(late.reason == .disconnected, "a read ended with \(late.reason)")
      }
      try await stage.withLink { try expect(try await $0.read(ID.short) == [1, 2, 3], "another value") }
    },
    Requirement(radio: "turning the radio off ends links and scans with its state, and turning it on restores it") {
      stage in
      var states = await stage.central.states().makeAsyncIterator()
      _ = await states.next()
      try await stage.withLink { link in
        let values = try await link.notifications(of: ID.numbers)
        try await stage.setRadio(isOn: false)
        let ending = try await error { for try await _ in values {} }
        // The order of both reports is not defined for some radios.
        try expect(
          [.disconnected, .radio(.poweredOff)].contains(ending.reason), "the sequence ended with \(ending.reason)")
      }
      let off = await states.next()
      try expect(off == .poweredOff, "it is \(String(describing: off))")
      for operation in [
        { @Sendable in _ = try await stage.firstAdvertisement(ScanFilter(name: "trial")) },
        { @Sendable in try await stage.withLink { _ in } },
      ] {
        let error = try await error { try await operation() }
        try expect(error.reason == .radio(.poweredOff), "\(error.reason)")
      }
      try await stage.setRadio(isOn: true)
      let on = await states.next()
      try expect(on == .poweredOn, "it is \(String(describing: on))")
      try await stage.withLink { try expect(try await $0.read(ID.short) == [1, 2, 3], "another value") }
    },
  ]
}

extension RadioStage {
  /// Returns the first advertisement that passes the filter.
  func firstAdvertisement(_ filter: ScanFilter) async throws -> Advertisement {
    for try await advertisement in central.scan(filter) { return advertisement }
    throw CancellationError()
  }

  /// Connects to the trial device.
  public func withLink<Result: Sendable>(_ body: (Link) async throws -> Result) async throws -> Result {
    try await central.withConnection(to: device, label: "trial", timeout: .seconds(20)) { connection in
      try await body(try await Link(connection))
    }
  }

  /// Returns the result of `body`, or nil if it takes longer than `time`.
  func within<Result: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    try await TimeLimit.within(time, clock, body)
  }
}
