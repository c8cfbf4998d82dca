import HaloText
import Foundation
import HaloBluetooth
import HaloHealth
import HaloRadioConformance
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization

/// A device of the simulated air, behind a pipe: the laboratory's controller gives it to the real bluetoothd. The last argument is the number
/// of the wearer of an R12, or of the model before it, such as `R02 3`. For `strap`, `treadmill` and `trial` it is a heart-rate strap, a
/// treadmill, and the device that radios are tried on.
///
/// Lines of JSON go both ways. First this says what the device is; then the other side says `connect`, `disconnect`, `write`, `read` and
/// `subscribe`, and this says `notify`, `value`, `drop` and, once a link is over, `ended`. The link in here is as fast as links are, so that
/// the pace is the device's and the real stack's.
@main
struct VirtualDevice {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let name = arguments.count > 1 ? arguments[1] : "1"
    let commands = Pipe.lines()
    try await Simulation.run(speed: 1) { clock in
      // The clock of the laboratory may be anything; the ring's days are those of the machine that tells the time.
      let time = WallTime.simulated(clock, from: WallTime.system.now)
      let air = Air(
        clock: clock, seed: 1,
        settings: LinkSettings(connectionInterval: .microseconds(7500), packetsPerEvent: 6, mtu: 517))
      let device: any VirtualPeripheral =
        switch name {
        case "trial": TrialDevice()
        case "strap": VirtualHeartRateMonitor(.strap, seed: 1)
        case "treadmill":
          VirtualFitnessMachine(.treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7")
        default:
          VirtualColmiRing(
            VirtualRingModel.all.first { $0.name == name } ?? .r12,
            wearer: Wearer(seed: arguments.last.flatMap(UInt64.init) ?? 1)
          ) { time.wallClock }
        }
      await air.add(device, distance: 0.5)
      Pipe.write(try await Description(device))
      let bridge = Bridge(air.central(), device)
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
  var isMeasuring: Bool?
  /// A belt's, in km/h.
  var speed: Double?
}

/// What the device is.
struct Description: Encodable {
  struct Attribute: Encodable {
    /// What the pipe calls it.
    let id: String
    let uuid: String
    let properties: Int
    let isEncrypted: Bool
    let descriptors: [Descriptor]
  }

  struct Descriptor: Encodable {
    let uuid: String
    let value: String
  }

  struct Group: Encodable {
    let uuid: String
    let characteristics: [Attribute]
  }

  let kind = "device"
  let address: String
  let name: String?
  let advertisedServices: [String]
  let manufacturerData: [String: String]
  let services: [Group]

  init(_ device: any VirtualPeripheral) async throws {
    let profile = device.profile
    address = profile.device.text
    name = profile.name
    advertisedServices = profile.advertisedServices.map(\.description)
    manufacturerData = Dictionary(
      uniqueKeysWithValues: profile.manufacturerData.map { ("\($0.key)", Hexadecimal.string($0.value)) })
    var services: [Group] = []
    for service in profile.services {
      var attributes: [Attribute] = []
      for characteristic in service.characteristics {
        var descriptors: [Descriptor] = []
        // The client configuration is the controller's own.
        for uuid in characteristic.descriptors where uuid != .clientConfiguration {
          let value = try await device.value(ofDescriptor: uuid, of: characteristic)
          descriptors.append(Descriptor(uuid: "\(uuid)", value: Hexadecimal.string(value)))
        }
        attributes.append(
          Attribute(
            id: characteristic.pipeID(in: profile), uuid: "\(characteristic.uuid)",
            properties: Int(characteristic.properties.rawValue),
            isEncrypted: profile.encrypted.contains(characteristic.uuid), descriptors: descriptors))
      }
      services.append(Group(uuid: "\(service.uuid)", characteristics: attributes))
    }
    self.services = services
  }
}

extension Characteristic {
  /// What the pipe calls it: its UUID, and its number where it has a twin.
  func pipeID(in profile: PeripheralProfile) -> String {
    let twins = profile.services.flatMap(\.characteristics).filter { $0.uuid == uuid }
    return twins.count == 1 ? "\(uuid)" : "\(uuid)/\(instance)"
  }
}

/// Does what the controller asks for, over a link in the simulated air.
struct Bridge: Sendable {
  private let central: SimulatedCentral
  private let device: any VirtualPeripheral

  init(_ central: SimulatedCentral, _ device: any VirtualPeripheral) {
    self.central = central
    self.device = device
  }

  /// Whether the device's LEDs are on.
  private var isMeasuring: Bool { (device as? VirtualColmiRing)?.isMeasuring ?? false }

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
      let speed = (device as? VirtualFitnessMachine)?.speed(at: clock.now)
      Pipe.write(Event(kind: "ended", isMeasuring: isMeasuring, speed: speed))
    }
  }

  private func serve(_ commands: AsyncStream<Command>) async throws {
    do {
      try await central.withConnection(to: device.profile.device, label: "device", timeout: .seconds(5)) { connection in
        let characteristics = Dictionary(
          uniqueKeysWithValues: try await connection.services().flatMap(\.characteristics).map {
            ($0.pipeID(in: device.profile), $0)
          })
        // Whom the device tells its secrets is seen to by the controller.
        if !device.profile.encrypted.isEmpty { try await connection.bond() }
        try await withThrowingTaskGroup(of: Void.self) { group in
          var subscribed: Set<String> = []
          for await command in commands {
            guard command.kind != .disconnect else { break }
            guard let id = command.characteristic, let characteristic = characteristics[id] else { continue }
            switch command.kind {
            case .write:
              // One after the other, as they came.
              try? await connection.write(
                Self.bytes(command.value ?? ""), to: characteristic, withResponse: command.response ?? true)
              Pipe.write(Event(kind: "written", id: command.id))
            case .read: await Self.read(characteristic, command.id, connection)
            case .subscribe where subscribed.insert(id).inserted:
              // Once a link. What is notified after the central unsubscribed is dropped by the controller, which has its configuration.
              let values = try await connection.notifications(of: characteristic)
              group.addTask {
                do {
                  for try await value in values {
                    Pipe.write(Event(kind: "notify", characteristic: id, value: Hexadecimal.string(value.bytes)))
                  }
                } catch is BluetoothError {
                  Pipe.write(Event(kind: "drop"))
                }
              }
            case .connect, .disconnect, .subscribe, .drop: break
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
