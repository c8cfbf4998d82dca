import HaloText
import Foundation
import HaloBluetooth
import HaloHealth
import HaloRadioConformance
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization

/// Runs a simulated device behind a pipe; the laboratory's controller exposes it to the real bluetoothd. The only
/// argument is the seed of an R12's wearer, or the seed follows another model, such as `R02 3`. `strap`, `treadmill` and
/// `trial` select a heart-rate strap, a treadmill, and the device for testing radios. Other names are refused.
///
/// JSON lines go both ways. First this program describes the device. Then the controller sends `connect`, `disconnect`,
/// `bond`, `write`, `read` and `subscribe`, and this program sends `notify`, `value`, `drop` and, after a link has ended,
/// `ended`. The internal link has no delays, so the timing is that of the device and the real stack.
@main
struct VirtualDevice {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let name = arguments.count > 1 ? arguments[1] : "1"
    let model = UInt64(name) == nil ? VirtualRingModel.named(name) : .r12
    guard model != nil || ["trial", "strap", "treadmill"].contains(name) else {
      FileHandle.standardError.write(Data("halo-virtual-device: there is no device '\(name)'.\n".utf8))
      exit(64)
    }
    let commands = Pipe.lines()
    try await Simulation.run(speed: 1) { clock in
      // The laboratory's clock may have any value; the ring's days follow this machine's clock.
      let time = WallTime.simulated(clock, from: WallTime.system.now)
      let medium = SimulatedMedium(
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
            model ?? .r12,
            wearer: SimulatedPerson(seed: arguments.last.flatMap(UInt64.init) ?? 1)
          ) { time.wallClock }
        }
      await medium.add(device, distance: 0.5)
      Pipe.write(try await Description(device))
      let bridge = Bridge(medium.central(), device)
      try await bridge.run(commands, clock)
    }
  }
}

/// The pipe to the controller.
enum Pipe {
  private static let output = Mutex(())

  /// Returns the controller's commands.
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

/// A command from the controller.
struct Command: Decodable, Sendable {
  enum Kind: String, Decodable, Sendable {
    case connect
    case disconnect
    case bond
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

/// An event for the controller.
struct Event: Encodable, Sendable {
  let kind: String
  var characteristic: String?
  var value: String?
  var id: Int?
  var error: Int?
  var isMeasuring: Bool?
  /// The belt's speed, in km/h.
  var speed: Double?
}

/// The description of the device.
struct Description: Encodable {
  struct Attribute: Encodable {
    /// The characteristic's ID in the pipe.
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
        // The client configuration descriptor belongs to the controller.
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
  /// Returns the characteristic's ID in the pipe: its UUID, and its instance number if the UUID is not unique.
  func pipeID(in profile: PeripheralProfile) -> String {
    let twins = profile.services.flatMap(\.characteristics).filter { $0.uuid == uuid }
    return twins.count == 1 ? "\(uuid)" : "\(uuid)/\(instance)"
  }
}

/// Executes the controller's commands over a link in the simulated medium.
struct Bridge: Sendable {
  private let central: SimulatedCentral
  private let device: any VirtualPeripheral

  init(_ central: SimulatedCentral, _ device: any VirtualPeripheral) {
    self.central = central
    self.device = device
  }

  /// True if the device's LEDs are on.
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
        // The controller enforces encryption, so bond here without condition.
        if !device.profile.encrypted.isEmpty { try await connection.bond() }
        try await withThrowingTaskGroup(of: Void.self) { group in
          var subscribed: Set<String> = []
          for await command in commands {
            guard command.kind != .disconnect else { break }
            if command.kind == .bond { try await connection.bond() }
            guard let id = command.characteristic, let characteristic = characteristics[id] else { continue }
            switch command.kind {
            case .write:
              // Execute the writes in the order of arrival.
              try? await connection.write(
                Self.bytes(command.value ?? ""), to: characteristic, withResponse: command.response ?? true)
              Pipe.write(Event(kind: "written", id: command.id))
            case .read: await Self.read(characteristic, command.id, connection)
            case .subscribe where subscribed.insert(id).inserted:
              // Subscribe once per link. The controller has the client configuration and drops notifications after the
              // central unsubscribed.
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
            case .connect, .disconnect, .bond, .subscribe, .drop: break
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
