public import HaloBluetooth
public import HaloSimulatedRadio
import Synchronization

/// The device for conformance tests. It behaves the same with every radio: it answers reads, stores writes, and
/// executes orders that are written to its control characteristic.
public final class TrialDevice: VirtualPeripheral {
  /// The device's UUIDs.
  public enum ID {
    /// The main service.
    public static let service = uuid(0)
    /// A service with two characteristics that have the same UUID.
    public static let twins = uuid(1)
    /// A readable value of three bytes.
    public static let short = uuid(2)
    /// A readable empty value.
    public static let empty = uuid(3)
    /// A readable value of 512 bytes.
    public static let long = uuid(4)
    /// Reading fails with the device-specific error 0x80.
    public static let refusing = uuid(5)
    /// Reading fails with "unlikely error" (0x0E).
    public static let failing = uuid(6)
    /// Stores a value.
    public static let store = uuid(7)
    /// Can only be written with response.
    public static let writeOnly = uuid(8)
    /// Takes orders.
    public static let control = uuid(9)
    /// Notifies of numbers.
    public static let numbers = uuid(10)
    /// Indicates numbers.
    public static let indications = uuid(11)
    /// Can only be read by bonded centrals.
    public static let secret = uuid(12)
    /// Takes numbered writes without response.
    public static let commands = uuid(13)
    /// The count of those writes, and whether they were in order.
    public static let tally = uuid(14)
    /// The UUID that two characteristics share.
    public static let twin = uuid(15)
    /// The advertised heart rate service.
    public static let heartRate: BluetoothUUID = 0x180D
    /// The body sensor location.
    public static let location: BluetoothUUID = 0x2A38
    /// The user description descriptor.
    public static let userDescription: BluetoothUUID = 0x2901

    private static func uuid(_ number: UInt64) -> BluetoothUUID {
      BluetoothUUID(high: (0x4841_0000 + number) << 32 | 0x4000, low: 0x8000_0000_4841_4C4F)
    }
  }

  /// Orders for the control characteristic, in the first byte.
  public enum Order: UInt8, Sendable {
    /// Notifies of as many numbers as the next two bytes specify, each with two bytes, from 0 on.
    case count = 1
    /// Notifies of the same bytes twice.
    case notifyTwice
    /// Notifies of an empty value, then of `FF`.
    case notifyEmpty
    /// Indicates as many numbers as the next two bytes specify.
    case indicate
    /// Ends the link.
    case drop
    /// Notifies of a value as long as the next two bytes specify.
    case notifyLong
  }

  /// A reaction of the device.
  public enum Action: Sendable {
    /// Sends a notification or indication.
    case notify([UInt8], on: BluetoothUUID)
    /// Ends the link.
    case drop
  }

  private struct State {
    var stored: [UInt8] = []
    var commandCount = 0
    var areInOrder = true
  }

  private let state = Mutex(State())
  /// The device's advertisement and attributes.
  public let profile: PeripheralProfile

  /// The value that is longer than a packet, with the maximum length of 512 bytes.
  public static let longValue = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }

  /// A device. Two devices need different addresses and names.
  public init(address: String = "C0:DE:00:00:00:01", name: String = "Halo trial") {
    profile = PeripheralProfile(
      device: DeviceID(address), name: name, advertisedServices: [ID.heartRate],
      manufacturerData: [0x1234: [1, 2, 3]], advertisingInterval: .milliseconds(100), services: Self.services,
      encrypted: [ID.secret])
  }

  private static let services: [Service] = {
    let main: [(BluetoothUUID, Characteristic.Properties)] = [
      (ID.short, .read), (ID.empty, .read), (ID.long, .read), (ID.refusing, .read), (ID.failing, .read),
      (ID.store, [.read, .write, .writeWithoutResponse]), (ID.writeOnly, .write), (ID.control, .write),
      (ID.numbers, [.read, .notify]), (ID.indications, .indicate), (ID.secret, .read),
      (ID.commands, .writeWithoutResponse), (ID.tally, .read),
    ]
    func service(
      _ uuid: BluetoothUUID, from first: Int, _ kinds: [(BluetoothUUID, Characteristic.Properties)]
    ) -> Service {
      Service(
        uuid: uuid,
        characteristics: kinds.enumerated().map { index, kind in
          Characteristic(
            uuid: kind.0, service: uuid, instance: first + index, properties: kind.1,
            descriptors: (kind.0 == ID.short ? [ID.userDescription] : [])
              + (kind.1.isDisjoint(with: [.notify, .indicate]) ? [] : [.clientConfiguration]))
        })
    }
    return [
      service(ID.service, from: 1, main), service(ID.twins, from: 20, [(ID.twin, .read), (ID.twin, .read)]),
      service(ID.heartRate, from: 30, [(ID.location, .read)]),
    ]
  }()

  // MARK: Behavior

  /// Returns the value of a characteristic.
  public func read(_ characteristic: Characteristic) throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case ID.short: return [1, 2, 3]
    case ID.empty: return []
    case ID.long: return Self.longValue
    case ID.refusing: throw AttributeError(code: 0x80)
    case ID.failing: throw AttributeError(code: 0x0E)
    case ID.store: return state.withLock { $0.stored }
    case ID.numbers: return [0xEE]
    case ID.secret: return [42]
    case ID.location: return [1]
    case ID.twin: return [UInt8(characteristic.instance - Self.services[1].characteristics[0].instance + 1)]
    case ID.tally:
      return state.withLock { [UInt8($0.commandCount & 0xFF), UInt8($0.commandCount >> 8), $0.areInOrder ? 1 : 0] }
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles a write and returns the reactions.
  public func written(_ value: [UInt8], to uuid: BluetoothUUID) -> [Action] {
    switch uuid {
    case ID.store: state.withLock { $0.stored = value }
    case ID.commands:
      state.withLock { state in
        let number = value.count == 2 ? Int(value[0]) | Int(value[1]) << 8 : -1
        if number == 0 { (state.commandCount, state.areInOrder) = (0, true) }
        state.areInOrder = state.areInOrder && number == state.commandCount
        state.commandCount += 1
      }
    case ID.control: return actions(value)
    default: break
    }
    return []
  }

  private func actions(_ value: [UInt8]) -> [Action] {
    let count = value.count >= 3 ? Int(value[1]) | Int(value[2]) << 8 : 0
    switch value.first.flatMap(Order.init) {
    case .count: return (0..<count).map { .notify([UInt8($0 & 0xFF), UInt8($0 >> 8)], on: ID.numbers) }
    case .indicate: return (0..<count).map { .notify([UInt8($0 & 0xFF), UInt8($0 >> 8)], on: ID.indications) }
    case .notifyTwice: return [.notify([7, 7], on: ID.numbers), .notify([7, 7], on: ID.numbers)]
    case .notifyEmpty: return [.notify([], on: ID.numbers), .notify([0xFF], on: ID.numbers)]
    case .notifyLong: return [.notify([UInt8](Self.longValue.prefix(count)), on: ID.numbers)]
    case .drop: return [.drop]
    case nil: return []
    }
  }

  // MARK: Virtual peripheral

  /// Returns the value of a characteristic.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    try read(characteristic)
  }

  /// Returns "short" for the user description, otherwise two zeros.
  public func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] { descriptor == ID.userDescription ? [UInt8]("short".utf8) : [0, 0] }

  /// Handles writes and sends the reactions.
  public func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      for uuid in [ID.store, ID.writeOnly, ID.control, ID.commands] {
        group.addTask {
          for await value in await link.writes(to: uuid) {
            for action in self.written(value, to: uuid) {
              switch action {
              case .notify(let value, let outlet): await link.notify(value, on: outlet)
              case .drop: await link.drop()
              }
            }
          }
        }
      }
    }
  }
}
