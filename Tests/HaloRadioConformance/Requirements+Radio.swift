import HaloText
import HaloBluetooth

extension Requirement {
  private typealias ID = TrialDevice.ID

  /// What is so with radios.
  static let ofRadios: [Requirement] = [
    Requirement(radio: "the radio says that it is on, to everybody who asks") { stage in
      let state = await stage.central.state
      try expect(state == .poweredOn, "it is \(state)")
      for _ in 0..<2 {
        var states = await stage.central.states().makeAsyncIterator()
        let first = await states.next()
        try expect(first == .poweredOn, "the first state is \(String(describing: first))")
      }
    },
    Requirement(radio: "a scan tells name, services, company's data and strength") { stage in
      let seen = try await stage.hear(ScanFilter(name: "halo trial"))
      try expect(seen.device == stage.device && seen.name == "Halo trial", "it is called \(seen.label)")
      try expect(seen.services.contains(ID.heartRate), "it advertises \(seen.services)")
      try expect(seen.manufacturerData == [0x1234: [1, 2, 3]], "\(seen.manufacturerData)")
      try expect((-127...20).contains(seen.rssi ?? -1000), "\(String(describing: seen.rssi)) dBm")
    },
    Requirement(radio: "filters let through what they name, and nothing else") { stage in
      _ = try await stage.hear(ScanFilter(services: [ID.heartRate]))
      let other = try await stage.within(stage.shortTime) {
        try await stage.hear(ScanFilter(services: [0x1826], name: "trial"))
      }
      try expect(other == nil, "\(String(describing: other)) came through")
    },
    Requirement(radio: "two scans at once hear everything, and one goes on when the other ends") { stage in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          var count = 0
          for try await _ in stage.central.scan(ScanFilter(name: "trial")) {
            count += 1
            if count == 2 { return }
            // Another one begins and ends meanwhile.
            _ = try await stage.hear(ScanFilter(name: "trial"))
            _ = try await stage.hear(ScanFilter(name: "trial"))
          }
        }
        try await group.waitForAll()
      }
    },
    Requirement(radio: "a device that is not there does not answer in time, and the error names it") { stage in
      let error = try await error {
        try await stage.central.withConnection(
          to: DeviceID("C0:DE:00:00:00:99"), label: "nobody", timeout: stage.shortTime
        ) {
          _ in
        }
      }
      try expect(error.operation == .connect && error.reason == .timedOut(stage.shortTime), "\(error.reason)")
      try expect(error.description.contains("nobody"), error.description)
    },
    Requirement(radio: "an attempt to connect can be given up") { stage in
      let isCancelled = try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          do {
            try await stage.central.withConnection(
              to: DeviceID("C0:DE:00:00:00:99"), label: "nobody", timeout: .seconds(60)
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
      try expect(isCancelled, "it ended otherwise")
      try await stage.withLink { try expect(try await $0.read(ID.short) == [1, 2, 3], "another value") }
    },
    Requirement(radio: "a link ends with its scope, and what was kept of it is dead") { stage in
      let kept = try await stage.withLink { $0 }
      let error = try await error { _ = try await kept.read(ID.short) }
      try expect(error.reason == .disconnected, "\(error.reason)")
      _ = try await stage.hear(ScanFilter(name: "trial"))
    },
    Requirement(radio: "a link ends where its scope throws, with that error") { stage in
      do {
        try await stage.withLink { _ in throw Unmet(description: "thrown") }
        throw Unmet(description: "nothing was thrown")
      } catch let error as Unmet {
        try expect(error.description == "thrown", error.description)
      }
      _ = try await stage.hear(ScanFilter(name: "trial"))
    },
    Requirement(radio: "a link ends where its task is cancelled") { stage in
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
      _ = try await stage.hear(ScanFilter(name: "trial"))
    },
    Requirement(radio: "where the device ends the link, everybody is told, and it can be connected to again") { stage in
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
    Requirement(radio: "a radio that is turned off ends links and scans, says so, and works again when it is on") {
      stage in
      var states = await stage.central.states().makeAsyncIterator()
      _ = await states.next()
      try await stage.withLink { link in
        let values = try await link.notifications(of: ID.numbers)
        try await stage.setRadio(isOn: false)
        let ending = try await error { for try await _ in values {} }
        // Which of both is heard first is chance with some radios.
        try expect(
          [.disconnected, .radio(.poweredOff)].contains(ending.reason), "the sequence ended with \(ending.reason)")
      }
      let off = await states.next()
      try expect(off == .poweredOff, "it says \(String(describing: off))")
      for operation in [
        { @Sendable in _ = try await stage.hear(ScanFilter(name: "trial")) },
        { @Sendable in try await stage.withLink { _ in } },
      ] {
        let error = try await error { try await operation() }
        try expect(error.reason == .radio(.poweredOff), "\(error.reason)")
      }
      try await stage.setRadio(isOn: true)
      let on = await states.next()
      try expect(on == .poweredOn, "it says \(String(describing: on))")
      try await stage.withLink { try expect(try await $0.read(ID.short) == [1, 2, 3], "another value") }
    },
  ]
}

extension RadioStage {
  /// The first advertisement that passes.
  func hear(_ filter: ScanFilter) async throws -> Advertisement {
    for try await advertisement in central.scan(filter) { return advertisement }
    throw CancellationError()
  }

  /// A link with the device.
  public func withLink<Result: Sendable>(_ body: (Link) async throws -> Result) async throws -> Result {
    try await central.withConnection(to: device, label: "trial", timeout: .seconds(20)) { connection in
      try await body(try await Link(connection))
    }
  }

  /// What `body` gives within that time; `nil` where it takes longer.
  func within<Result: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    try await TimeLimit.within(time, clock, body)
  }
}
