import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

/// The pattern of a typical Python client: one request, wait for its response or two seconds, next; both channels in
/// one sequence, ignoring the firmware's reported capabilities.
struct SequentialClient: Sendable {
  private static let responseTimeout = Duration.seconds(2)

  let radio: SimulatedCentral
  let environment: DriverEnvironment
  let recorder: FrameList

  /// Makes Halo's requests, and always requests heart-rate variability.
  func sync(_ device: DeviceID, _ model: VirtualRingModel) async throws {
    try await radio.withConnection(to: device, label: "ring", timeout: .seconds(10)) { connection in
      try await RecordingConnection.with(connection, recorder: recorder, time: environment.time) { connection in
        let services = try await connection.services()
        let answers = Answers()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (channel, uuid) in [
            (ColmiRing.Channel.commands, ColmiRing.GATT.commandNotify), (.bigData, ColmiRing.GATT.bigDataNotify),
          ] {
            guard let outlet = services.characteristic(uuid) else { continue }
            let values = try await connection.notifications(of: outlet)
            group.addTask { for try await value in values { await answers.receive(value.bytes, on: channel) } }
          }
          for request in requests(for: model) { try await ask(request, connection, services, answers) }
          for uuid in [BluetoothUUID.hardwareRevision, .firmwareRevision] {
            if let characteristic = services.characteristic(uuid) { _ = try await connection.read(characteristic) }
          }
          group.cancelAll()
        }
      }
    }
  }

  private func requests(for model: VirtualRingModel) -> [ColmiRing.Request] {
    let can = model.capabilities
    let days = UInt8(0)..<7
    let today = environment.time.wallClock.date
    var requests: [ColmiRing.Request] = [
      .setTime(environment.time.wallClock, language: 1), .deviceSupport, .battery, .heartRateLogSettings,
      .autoMeasurement(of: .spo2), .autoMeasurement(of: .hrv),
    ]
    if can.contains(.stress) { requests.append(.autoMeasurement(of: .stress)) }
    if can.contains(.temperature) { requests.append(.autoMeasurement(of: .temperature)) }
    requests.append(.todayTotals)
    requests += days.map { .activity(daysAgo: $0) }
    requests += days.map { .heartRateLog(of: today.adding(days: -Int($0))) }
    if can.contains(.stress) { requests += days.map { .halfHourLog(.stress, daysAgo: $0) } }
    requests += days.map { .halfHourLog(.hrv, daysAgo: $0) }
    if !can.contains(.newSleepProtocol) { requests.append(.sleepQuarters(daysAgo: 0)) }
    requests += [.sleep(daysAgo: nil, isOlder: false), .spo2Log(daysAgo: nil)]
    if can.contains(.temperature) { requests.append(.temperatureLog(days: 6)) }
    if can.contains(.manualHeartRate) { requests.append(.manualHeartRate(daysAgo: 0)) }
    return requests
  }

  private func ask(
    _ request: ColmiRing.Request, _ connection: any Connection, _ services: [Service], _ answers: Answers
  ) async throws {
    let outgoing = request.outgoing
    let uuid = outgoing.channel == .commands ? ColmiRing.GATT.commandWrite : ColmiRing.GATT.bigDataWrite
    guard let inlet = services.characteristic(uuid) else { return }
    let answer = await answers.expect(outgoing.bytes[0])
    try await connection.write(outgoing.bytes, to: inlet, withResponse: false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in answer {} }
      group.addTask { try await environment.clock.sleep(for: Self.responseTimeout) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Reassembles responses and reports when the expected one is complete.
  private actor Answers {
    private var decoder = ColmiRing.ReceivedDecoder()
    private var expected: UInt8?
    private var waiter: AsyncStream<Void>.Continuation?

    /// Returns a sequence that ends when the response that begins with this byte is complete.
    func expect(_ first: UInt8) -> AsyncStream<Void> {
      let (answer, continuation) = AsyncStream<Void>.makeStream()
      (expected, waiter) = (first, continuation)
      return answer
    }

    func receive(_ frame: [UInt8], on channel: ColmiRing.Channel) {
      guard let expected else { return }
      decoder.receive(frame, on: channel) { message, _ in
        let isMet =
          switch message {
          case .incomplete, .corrupt: false
          // Naps come before the requested nights.
          case .sleepLog(let log): log.kind == .sleep
          case .error: frame.first == expected | 0x80
          default: channel == .bigData ? expected == 0xBC : frame.first == expected
          }
        if isMet { waiter?.finish() }
      }
    }
  }
}
