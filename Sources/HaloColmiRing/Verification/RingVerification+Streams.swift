import HaloFoundation

/// Tests of streams that the driver does not use, or stops differently. Every stream is stopped, even after an error.
extension ColmiRing.RingVerification {
  private static let vendorSeconds = 10
  private static let sportSeconds = 20
  /// The code of walking.
  private static let walk: UInt8 = 4

  /// Tests each of the two commands that are known to stop the raw stream of some ring.
  func rawStops(_ driver: ColmiRingDriver) async throws {
    try await driver.recognizeFirmware()
    guard !driver.revisions.isH59 else {
      for claim in [ColmiRing.ProtocolClaim.rawStopsBy02, .rawStopsBy00] {
        find(claim, .notTried, Phrase("H59MA firmware is known to stop only by A1 05"))
      }
      return
    }
    let stops: [ColmiRing.Request] = [.rawStream(on: false), .endRawStream]
    for (claim, stop) in zip([ColmiRing.ProtocolClaim.rawStopsBy02, .rawStopsBy00], stops) {
      try await stopping(driver, with: stops) {
        try await driver.exchange.send(.rawStream(on: true))
        let readings = try await received(ColmiRing.RawLight.command, for: 4, driver)
        guard readings.contains(where: { ColmiRing.DeviceError($0.packet) == nil }) else {
          return find(claim, .notTried, Phrase("no reading within 4 s"))
        }
        try await driver.exchange.send(stop)
        let isQuiet = try await isQuiet(driver)
        find(claim, isQuiet, isQuiet ? Phrase("for three seconds") : Phrase("readings continue"))
      }
    }
  }

  /// Measures the length of gravity in the vendor's raw stream while the ring lies still.
  func vendorScale(_ driver: ColmiRingDriver) async throws {
    let readings = try await vendorReadings(.rawPulse, driver).compactMap { ColmiRing.VendorRaw($0.packet) }
    let lengths = readings.map { Double($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() }.sorted()
    guard !lengths.isEmpty else {
      return find(.vendorRawScale, .notTried, Phrase("no reading within \(Self.vendorSeconds) s"))
    }
    let middle = lengths[lengths.count / 2]
    let isFitting = [512.0, 8192].contains { abs(middle - $0) < $0 * 0.15 }
    find(.vendorRawScale, isFitting, Phrase("\(Int(middle)) counts, median of \(lengths.count)"))
  }

  /// Measures the rates of the vendor's raw streams, and tests whether they stop.
  func vendorRates(_ driver: ColmiRingDriver) async throws {
    var isQuiet: Bool?
    for (claim, measurement) in [
      (ColmiRing.ProtocolClaim.vendorRawPulse, ColmiRing.VendorMeasurement.rawPulse), (.vendorRawOxygen, .rawOxygen),
    ] {
      let packets = try await vendorReadings(measurement, driver)
      let readings = packets.filter { ColmiRing.VendorRaw($0.packet) != nil }
      judge(claim, readings, (20...30), of: packets, in: Self.vendorSeconds)
      if !readings.isEmpty { isQuiet = try await self.isQuiet(driver) && isQuiet != false }
    }
    if let isQuiet {
      find(.vendorRawStops, isQuiet, isQuiet ? Phrase("for three seconds") : Phrase("readings continue"))
    }
  }

  private func vendorReadings(
    _ measurement: ColmiRing.VendorMeasurement, _ driver: ColmiRingDriver
  ) async throws -> [(packet: ColmiRing.Packet, time: Date)] {
    try await stopping(driver, with: [.stopVendorMeasurement(measurement)]) {
      // Run longer than the recording, so that the stream ends by the stop command and not by itself.
      try await driver.exchange.send(.startVendorMeasurement(measurement, seconds: UInt8(Self.vendorSeconds + 10)))
      return try await received(ColmiRing.RealTime.command, for: Self.vendorSeconds, driver)
    }
  }

  /// Starts and stops a walk.
  func sport(_ driver: ColmiRingDriver) async throws {
    let packets = try await stopping(driver, with: [.sport(.stop, sport: Self.walk)]) {
      try await driver.exchange.send(.sport(.start, sport: Self.walk))
      return try await received(ColmiRing.Sport.form.command, for: Self.sportSeconds, driver)
    }
    let reports = packets.filter { ColmiRing.DeviceError($0.packet) == nil }
    judge(.sport, reports, (0.5...2), of: packets, in: Self.sportSeconds)
    guard !reports.isEmpty else { return }
    let isQuiet = try await isQuiet(driver)
    find(.sportStops, isQuiet, isQuiet ? Phrase("for three seconds") : Phrase("reports continue"))
  }

  /// Judges a claim by the mean rate of readings, from the first to the last.
  private func judge(
    _ claim: ColmiRing.ProtocolClaim, _ readings: [(packet: ColmiRing.Packet, time: Date)],
    _ rates: ClosedRange<Double>,
    of packets: [(packet: ColmiRing.Packet, time: Date)], in seconds: Int
  ) {
    guard let first = readings.first, let last = readings.last, last.time > first.time else {
      let isUnknown = packets.contains { ColmiRing.DeviceError($0.packet)?.isUnsupported == true }
      let seen =
        isUnknown
        ? Phrase("the firmware does not support the command")
        : Phrase("\(readings.count) of \(packets.count) packets in \(seconds) s were readings")
      return find(claim, .refuted, seen)
    }
    let rate = Double(readings.count - 1) / last.time.timeIntervalSince(first.time)
    find(claim, rates.contains(rate), Phrase("\(rate, digits: 1) per second"))
  }

  // MARK: Helpers

  /// Calls `body` while the driver does not measure, then sends the commands that stop its stream: over the next link
  /// if this one is lost.
  private func stopping<Result: Sendable>(
    _ driver: ColmiRingDriver, with stops: [ColmiRing.Request], _ body: () async throws -> Result
  ) async throws -> Result {
    try await driver.running(.raw) {
      setStops(stops)
      do {
        let result = try await body()
        try await stop(driver, with: stops)
        return result
      } catch {
        try? await stop(driver, with: stops)
        throw error
      }
    }
  }

  /// Sends the commands that stop a stream, even if the task is canceled. If the link is lost, the next link sends
  /// them.
  func stop(_ driver: ColmiRingDriver, with stops: [ColmiRing.Request]) async throws {
    try await TaskScope.shielded {
      for stop in stops { try await driver.exchange.send(stop) }
      try await self.checkLink(driver)
    }
    setStops([])
  }

  /// Returns the packets of a command, and refusals, that arrive within `seconds`. Some rings send each on both
  /// channels: the channel with more packets is used.
  private func received(
    _ command: UInt8, for seconds: Int, _ driver: ColmiRingDriver
  ) async throws -> [(packet: ColmiRing.Packet, time: Date)] {
    let before = await frames.frames.count
    try await environment.clock.sleep(for: .seconds(seconds))
    try await checkLink(driver)
    let new = await frames.frames.dropFirst(before).filter { $0.direction == .received }
    let packets = [GATT.commandNotify, GATT.bigDataNotify].map { characteristic in
      new.compactMap { frame -> (packet: ColmiRing.Packet, time: Date)? in
        guard frame.characteristic == characteristic, let packet = ColmiRing.Packet(frame.bytes) else { return nil }
        return packet.command == command || ColmiRing.DeviceError(packet) != nil ? (packet, frame.time) : nil
      }
    }
    return packets.max { $0.count < $1.count } ?? []
  }
}
