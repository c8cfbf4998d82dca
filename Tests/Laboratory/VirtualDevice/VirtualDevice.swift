import Foundation
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualWearables
import HaloWearables
import Synchronization

/// A virtual ring of the simulated air, behind a pipe: the laboratory's controller gives it to the real bluetoothd.
///
/// Lines of JSON go both ways. First this says what the device is; then the other side says `connect`, `disconnect`, `write`, `read` and
/// `subscribe`, and this says `notify`, `value` and `drop`. The link in here is as fast as links are, so that the pace is the ring's and
/// the real stack's.
@main
struct VirtualDevice {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let seed = arguments.count > 1 ? UInt64(arguments[1]) ?? 1 : 1
    let commands = Pipe.lines()
    try await Simulation.run(speed: 1) { clock in
      let system = WallTime.system
      // The clock of the laboratory may be anything; the ring's days are those of the machine that tells the time.
      let start = system.now
      let time = WallTime.system { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
      let air = Air(
        clock: clock, seed: seed,
        settings: LinkSettings(connectionInterval: .microseconds(7500), packetsPerEvent: 6, mtu: 247))
      let ring = VirtualColmiRing(.r12, wearer: Wearer(seed: seed)) { time.wallClock }
      await air.add(ring, distance: 0.5)
      Pipe.write(Description(ring.profile))
      let bridge = Bridge(air.central(), ring.profile.device)
      try await bridge.run(commands, clock)
    }
  }
}

/// The pipe to the controller.
enum Pipe {
  private static let output = Mutex(())

  /// What the other side says.
  static func lines() -> AsyncStream<Command> {
    let (stream, continuation) = AsyncStream<Command>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() {
        if let command = try? JSONDecoder().decode(Command.self, from: Data(line.utf8)) { continuation.yield(command) }
      }
      continuation.finish()
    }
    return stream
  }

  static func write(_ value: some Encodable) {
    guard let line = try? JSONEncoder().encode(value) else { return }
    output.withLock { _ in FileHandle.standardOutput.write(line + [UInt8(ascii: "\n")]) }
  }
}

/// What the controller asks for.
struct Command: Decodable, Sendable {
  enum Kind: String, Decodable, Sendable {
    case connect
    case disconnect
    case write
    case read
    case subscribe
    case drop
  }

  let kind: Kind
  let characteristic: String?
  let value: String?
  let response: Bool?
  let id: Int?
}

/// What this tells.
struct Event: Encodable, Sendable {
  let kind: String
  var characteristic: String?
  var value: String?
  var id: Int?
  var error: Int?
}

/// What the device is.
struct Description: Encodable {
  struct Attribute: Encodable {
    let uuid: String
    let properties: Int
  }

  struct Group: Encodable {
    let uuid: String
    let characteristics: [Attribute]
  }

  let kind = "device"
  let address: String
  let name: String?
  let manufacturerData: [String: String]
  let services: [Group]

  init(_ profile: PeripheralProfile) {
    address = profile.device.text
    name = profile.name
    manufacturerData = Dictionary(
      uniqueKeysWithValues: profile.manufacturerData.map { ("\($0.key)", Hexadecimal.string($0.value)) })
    services = profile.services.map { service in
      Group(
        uuid: "\(service.uuid)",
        characteristics: service.characteristics.map {
          Attribute(uuid: "\($0.uuid)", properties: Int($0.properties.rawValue))
        })
    }
  }
}

/// Does what the controller asks for, over a link in the simulated air.
struct Bridge: Sendable {
  private let central: SimulatedCentral
  private let device: DeviceID

  init(_ central: SimulatedCentral, _ device: DeviceID) {
    self.central = central
    self.device = device
  }

  func run(_ commands: AsyncStream<Command>, _ clock: SimulatedClock) async throws {
    var iterator = commands.makeAsyncIterator()
    while let command = await iterator.next() {
      guard command.kind == .connect else { continue }
      let (rest, feed) = AsyncStream<Command>.makeStream()
      async let link: Void = serve(rest)
      while let next = await iterator.next() {
        feed.yield(next)
        if next.kind == .disconnect { break }
      }
      feed.finish()
      try await link
    }
  }

  private func serve(_ commands: AsyncStream<Command>) async throws {
    do {
      try await central.withConnection(to: device, label: "ring", timeout: .seconds(5)) { connection in
        let services = try await connection.services()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for await command in commands {
            guard command.kind != .disconnect else { break }
            guard let uuid = command.characteristic.flatMap({ BluetoothUUID($0) }),
              let characteristic = services.characteristic(uuid)
            else { continue }
            switch command.kind {
            case .write:
              // One after the other, as they came.
              try? await connection.write(
                Self.bytes(command.value ?? ""), to: characteristic, withResponse: command.response ?? true)
              Pipe.write(Event(kind: "written", id: command.id))
            case .read: await Self.read(characteristic, command.id, connection)
            case .subscribe:
              let values = try await connection.notifications(of: characteristic)
              group.addTask {
                for try await value in values {
                  Pipe.write(
                    Event(kind: "notify", characteristic: "\(uuid)", value: Hexadecimal.string(value.bytes)))
                }
              }
            case .connect, .disconnect, .drop: break
            }
          }
          group.cancelAll()
        }
      }
    } catch is CancellationError {
    } catch {
      Pipe.write(Event(kind: "drop"))
    }
  }

  private static func read(_ characteristic: Characteristic, _ id: Int?, _ connection: any Connection) async {
    do {
      let value = try await connection.read(characteristic).bytes
      Pipe.write(Event(kind: "value", value: Hexadecimal.string(value), id: id))
    } catch let error as BluetoothError {
      if case .attribute(let code) = error.reason {
        Pipe.write(Event(kind: "value", id: id, error: Int(code)))
      } else {
        Pipe.write(Event(kind: "value", id: id, error: 0x0E))
      }
    } catch {
      Pipe.write(Event(kind: "value", id: id, error: 0x0E))
    }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    stride(from: 0, to: text.count - 1, by: 2).compactMap { offset in
      let start = text.index(text.startIndex, offsetBy: offset)
      return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16)
    }
  }
}
