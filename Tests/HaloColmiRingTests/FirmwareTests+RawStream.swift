import HaloText
import HaloBluetooth
import HaloColmiRing
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

extension FirmwareTests {
  @Test(arguments: [[0x00], [0x02], [0x00, 0x02]] as [Set<UInt8>], [true, false])
  func `stops the raw stream on return, throw and cancellation, with either command`(
    stops: Set<UInt8>, confirms: Bool
  ) async throws {
    let ring = ScriptedRing(.init(rawStops: stops, confirmsRawStop: confirms))
    try await withDriver(ring) { driver, home in
      try await driver.withRawStream { for await _ in $0.prefix(3) { #expect(ring.isStreaming) } }
      #expect(!ring.isStreaming)
      await #expect(throws: Failure.self) {
        try await driver.withRawStream { stream in
          for await _ in stream { throw Failure() }
        }
      }
      #expect(!ring.isStreaming)
      let error = await cancelling(after: .seconds(3), home) {
        try await driver.withRawStream { for await _ in $0 { #expect(ring.isStreaming) } }
      }
      #expect(error is CancellationError?)
      #expect(!ring.isStreaming)
    }
    let forms = ring.written.filter { $0[0] == 0xA1 && $0[1] != 4 }.map { $0[1] }
    // RT firmware confirms with `A1 FF`, which is an error of other firmware.
    #expect(forms == [2, 0, 2, 0, 2, 0])
  }

  @Test(arguments: ["H59MA_V1.0", "H59_V2.1"])
  func `stops the raw stream of H59MA firmware with A1 05 alone`(hardware: String) async throws {
    let ring = ScriptedRing(.init(hardware: hardware, rawStops: [5]))
    try await withDriver(ring) { driver, _ in
      try await driver.withRawStream { for await _ in $0.prefix(3) { #expect(ring.isStreaming) } }
      #expect(!ring.isStreaming)
    }
    #expect(ring.written.filter { $0[0] == 0xA1 }.map { $0[1] } == [4, 5])
  }

  @Test func `stops the raw stream of unrecognized firmware that answers A1 02 with an error`() async throws {
    let ring = ScriptedRing(.init(hardware: "V1.0", rawStops: [5], rawErrors: [2]))
    try await withDriver(ring) { driver, _ in
      try await driver.withRawStream { for await _ in $0.prefix(3) {} }
      #expect(!ring.isStreaming)
    }
    #expect(ring.written.filter { $0[0] == 0xA1 }.map { $0[1] } == [4, 2, 5])
  }

  @Test func `never sends A1 05 to other firmware, even if the stream does not stop`() async throws {
    let ring = ScriptedRing(.init(hardware: "RT09_V3.1", rawStops: [5]))
    try await withDriver(ring) { driver, _ in
      await #expect(throws: LiveMeasuringError.stillStreaming(device: "ring")) {
        try await driver.withRawStream { for await _ in $0.prefix(3) {} }
      }
    }
    #expect(!ring.written.contains { $0[0] == 0xA1 && $0[1] == 5 })
  }

  @Test(arguments: [VirtualRingModel.r08, .r02New])
  func `turns the LEDs off after any end of a virtual ring's raw stream`(model: VirtualRingModel) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(model, seed: 3)
      await home.medium.add(ring)
      try await session(home, ring).once { driver in
        try await driver.withRawStream { for await _ in $0.prefix(3) { #expect(ring.isMeasuring) } }
        #expect(!ring.isMeasuring)
        await #expect(throws: Failure.self) {
          try await driver.withRawStream { stream in
            for await _ in stream { throw Failure() }
          }
        }
        #expect(!ring.isMeasuring)
        for step in 0..<20 {
          _ = await cancelling(after: .milliseconds(170 * step), home) {
            try await driver.withRawStream { for await _ in $0 {} }
          }
          #expect(!ring.isMeasuring, "canceled after \(170 * step) ms")
        }
      }
    }
  }

  @Test func `reports a raw stream that does not stop, with the ring's name and advice`() async throws {
    let ring = ScriptedRing(.init(rawStops: []))
    try await withDriver(ring) { driver, home in
      let error = await #expect(throws: LiveMeasuringError.stillStreaming(device: "ring")) {
        try await driver.withRawStream { for await _ in $0.prefix(3) {} }
      }
      #expect(error?.description.contains("Try 'halo info'") == true)
      // Three times both commands.
      #expect(ring.written.count { $0[0] == 0xA1 && $0[1] != 4 } >= 6)
      let cancelled = await cancelling(after: .seconds(12), home) {
        try await driver.withRawStream { for await _ in $0 {} }
        // The readings ended because of the cancellation.
        try Task.checkCancellation()
      }
      #expect(cancelled as? LiveMeasuringError == .stillStreaming(device: "ring"))
    }
    #expect(ring.written.count { $0[0] == 0xA1 } < 40, "the stop is repeated without end")
  }

  @Test func `after a reconnect, stops a raw stream that the lost link left running`() async throws {
    let ring = ScriptedRing()
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      await home.medium.add(ring)
      await #expect(throws: (any Error).self) {
        try await session(home, ring).once { driver in
          try await driver.withRawStream { stream in
            for await _ in stream.prefix(3) {}
            await home.medium.dropLink(of: ring.profile.device)
            for await _ in stream {}
            _ = try await driver.battery()
          }
        }
      }
      #expect(ring.isStreaming)
      try await session(home, ring).once { _ in try await clock.sleep(for: .seconds(4)) }
      #expect(!ring.isStreaming)
    }
  }
}
