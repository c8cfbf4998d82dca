import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import Testing

/// A conversation with a virtual ring, request by request, without a driver.
struct RingTalk: Sendable {
  /// A notification of the ring.
  struct Notification: Sendable {
    let characteristic: BluetoothUUID
    let bytes: [UInt8]
    let time: SimulatedClock.Instant
  }

  let clock: SimulatedClock
  private let connection: any Connection
  private let services: [Service]
  private let received = SharedList<Notification>()

  /// Connects to a ring and subscribes to its characteristics.
  static func with<Result: Sendable>(
    _ ring: VirtualColmiRing, _ home: SimulatedEnvironment, _ body: @Sendable (RingTalk) async throws -> Result
  ) async throws -> Result {
    try await home.medium.central().withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(10)) {
      connection in
      let talk = RingTalk(clock: home.clock, connection: connection, services: try await connection.services())
      return try await withThrowingTaskGroup(of: Void.self) { group in
        for uuid in [ColmiRing.GATT.commandNotify, ColmiRing.GATT.bigDataNotify] {
          guard let outlet = talk.services.characteristic(uuid) else { continue }
          let values = try await connection.notifications(of: outlet)
          group.addTask {
            for try await value in values {
              talk.received.append(Notification(characteristic: uuid, bytes: value.bytes, time: talk.clock.now))
            }
          }
        }
        defer { group.cancelAll() }
        return try await body(talk)
      }
    }
  }

  /// All notifications so far.
  var notifications: [Notification] { received.all }

  /// Writes a command, padded with zeros and followed by the checksum.
  func write(_ command: [UInt8]) async throws {
    let inlet = try #require(services.characteristic(ColmiRing.GATT.commandWrite))
    let padded = command + Array(repeating: 0, count: 15 - command.count)
    try await connection.write(padded + [padded.reduce(0, &+)], to: inlet, withResponse: true)
  }

  /// Writes a command and returns the notifications of the next seconds.
  func ask(_ command: [UInt8], for duration: Duration = .seconds(2)) async throws -> [Notification] {
    let before = notifications.count
    try await write(command)
    try await clock.sleep(for: duration)
    return Array(notifications.dropFirst(before))
  }

  /// Sends a request and returns the notifications of the next seconds.
  func ask(_ request: ColmiRing.Request, for duration: Duration = .seconds(2)) async throws -> [Notification] {
    let before = notifications.count
    let uuid = if case .bigData = request.outgoing { ColmiRing.GATT.bigDataWrite } else { ColmiRing.GATT.commandWrite }
    let inlet = try #require(services.characteristic(uuid))
    try await connection.write(
      request.outgoing.bytes, to: inlet, withResponse: inlet.properties.contains(.write))
    try await clock.sleep(for: duration)
    return Array(notifications.dropFirst(before))
  }

  /// Sends a request and returns the messages of the next two seconds, without pushes.
  func messages(_ request: ColmiRing.Request) async throws -> [ColmiRing.Message] {
    var decoder = ColmiRing.ReceivedDecoder()
    var messages: [ColmiRing.Message] = []
    for notification in try await ask(request) where notification.bytes.first != 0x73 {
      decoder.receive(notification.bytes) { message, _ in messages.append(message) }
    }
    decoder.finish { message, _ in messages.append(message) }
    return messages
  }

  /// Returns the heart rates of a day on the ring's clock, every five minutes; empty without data.
  func heartRates(of date: CalendarDate) async throws -> [UInt8] {
    for case .heartRateLog(let log) in try await messages(.heartRateLog(of: date)) { return log.slots }
    return []
  }
}
