public import HaloBluetooth
public import HaloSimulatedRadio
import Synchronization

/// The device that radios are tried on. What it does is the same in every air: it answers reads, keeps writes, and does what is written to
/// its control characteristic.
public final class TrialDevice: VirtualPeripheral {
  /// Its UUIDs.
  public enum ID {
    public static let service = uuid(0)
    public static let twins = uuid(1)
    public static let short = uuid(2)
    public static let empty = uuid(3)
    public static let long = uuid(4)
    public static let refusing = uuid(5)
    public static let failing = uuid(6)
    public static let store = uuid(7)
    public static let writeOnly = uuid(8)
    public static let control = uuid(9)
    public static let numbers = uuid(10)
    public static let indications = uuid(11)
    public static let secret = uuid(12)
    public static let commands = uuid(13)
    public static let tally = uuid(14)
    public static let twin = uuid(15)
    /// The heart rate service, which it advertises.
    public static let heartRate: BluetoothUUID = 0x180D
    public static let location: BluetoothUUID = 0x2A38
    public static let userDescription: BluetoothUUID = 0x2901

    private static func uuid(_ number: UInt64) -> BluetoothUUID {
      BluetoothUUID(high: (0x4841_0000 + number) << 32 | 0x4000, low: 0x8000_0000_4841_4C4F)
    }
  }

  /// What a write to the control characteristic makes it do; the first byte.
  public enum Order: UInt8, Sendable {
    /// Notifies as many numbers as the next two bytes say, each of two bytes, from 0 on.
    case count = 1
    /// Notifies the same bytes twice.
    case repeatItself
    /// Notifies nothing, and then `FF`.
    case beEmpty
    /// Indicates as many numbers as the next two bytes say.
    case indicate
    /// Ends the link.
    case drop
    /// Notifies as long a value as the next two bytes say.
    case speakLong
  }

  /// What it does on its own account.
  public enum Action: Sendable {
    case notify([UInt8], on: BluetoothUUID)
    case drop
  }

  private struct State {
    var stored: [UInt8] = []
    var commandCount = 0
    var areInOrder = true
  }

  private let state = Mutex(State())
  public let profile: PeripheralProfile

  /// Its value that is longer than a packet: as long as values may be.
  public static let longValue = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }

  /// A device; two of them differ in their address and name.
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

  // MARK: What it does

  /// The value of a characteristic.
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

  /// Takes a write; what it does because of it.
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
    case .repeatItself: return [.notify([7, 7], on: ID.numbers), .notify([7, 7], on: ID.numbers)]
    case .beEmpty: return [.notify([], on: ID.numbers), .notify([0xFF], on: ID.numbers)]
    case .speakLong: return [.notify([UInt8](Self.longValue.prefix(count)), on: ID.numbers)]
    case .drop: return [.drop]
    case nil: return []
    }
  }

  // MARK: In the simulated air

  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    try read(characteristic)
  }

  public func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] { descriptor == ID.userDescription ? [UInt8]("short".utf8) : [0, 0] }

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
