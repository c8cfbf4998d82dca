import HaloBluetooth
import Synchronization

/// A heart-rate monitor that this computer is for others: what it consists of, and what it says at any time.
///
/// There is a rate where the device behind it has one, and none at all otherwise: "no contact" and 0 stand for warming up, for "not worn",
/// for a moment without data, and for a device that was not heard of for three seconds.
final class ServedHeartRate: AttributeHandler {
  private typealias GATT = HeartRateService.GATT

  static let measurement = Characteristic(
    uuid: GATT.measurement, service: GATT.service, instance: 0, properties: .notify)
  static let location = Characteristic(uuid: GATT.location, service: GATT.service, instance: 1, properties: .read)
  static let battery = Characteristic(
    uuid: GATT.batteryLevel, service: GATT.batteryService, instance: 2, properties: [.read, .notify])
  static let manufacturer = Characteristic(
    uuid: GATT.manufacturerName, service: .deviceInformation, instance: 3, properties: .read)
  static let model = Characteristic(
    uuid: GATT.modelNumber, service: .deviceInformation, instance: 4, properties: .read)

  /// How many measurements a rate is good for where nothing is heard any more.
  private static let patience = 3
  /// How many beat intervals go beside a rate of 16 bits into the smallest packet.
  private static let mostBeats = 8

  private struct State {
    var reading: LiveReading.State?
    /// Measurements since the last reading.
    var silence = 0
    var beats: [Double] = []
    var percent: Int?
    var isPercentNew = false
    var centrals: Set<DeviceID> = []
  }

  let device: ServedDevice
  private let source: Advertisement
  private let place: HeartRateService.SensorLocation.Place?
  private let state: Mutex<State>

  /// A monitor called `name` that tells what `source` measures. What is not known of it is not served: where it is worn, how full it is.
  init(
    name: String, source: Advertisement, place: HeartRateService.SensorLocation.Place?, percent: Int?
  ) {
    self.source = source
    self.place = place
    state = Mutex(State(percent: percent))
    var services = [
      Service(uuid: GATT.service, characteristics: [Self.measurement] + (place == nil ? [] : [Self.location]))
    ]
    if percent != nil { services.append(Service(uuid: GATT.batteryService, characteristics: [Self.battery])) }
    services.append(Service(uuid: .deviceInformation, characteristics: [Self.manufacturer, Self.model]))
    device = ServedDevice(name: name, advertisedServices: [GATT.service], services: services)
  }

  // MARK: What is heard of the device behind it

  /// Takes a reading. `hasBeats` says that its beat intervals are those of all beats.
  func note(_ reading: LiveReading, hasBeats: Bool) {
    state.withLock { state in
      state.reading = reading.state
      state.silence = 0
      if hasBeats { state.beats += reading.beatIntervals }
    }
  }

  /// Its link is gone: what it said last is true no more.
  func forget() { state.withLock { $0.reading = nil } }

  func setBattery(_ percent: Int?) {
    guard let percent else { return }
    state.withLock { state in
      state.isPercentNew = state.isPercentNew || state.percent != percent
      state.percent = percent
    }
  }

  // MARK: What is said

  /// The measurement of this second, with the reading that it comes from.
  func next() -> (measurement: HeartRateService.Measurement, reading: LiveReading.State?) {
    state.withLock { state in
      state.silence += 1
      if state.silence > Self.patience { state.reading = nil }
      guard case .value(let rate)? = state.reading, rate >= 0.5, rate < 65_535 else {
        state.beats = []
        return (HeartRateService.Measurement(bpm: 0, hasContact: false), state.reading)
      }
      let beats = state.beats.prefix(Self.mostBeats).map { Int(min($0 * 1.024, 65_535).rounded()) }
      state.beats.removeFirst(beats.count)
      return (
        HeartRateService.Measurement(bpm: Int(rate.rounded()), hasContact: true, beatIntervals: beats), state.reading
      )
    }
  }

  /// The charge, where it has changed since it was told last.
  func newBattery() -> BatteryLevel? {
    state.withLock { state in
      defer { state.isPercentNew = false }
      return state.isPercentNew ? state.percent.map(BatteryLevel.init) : nil
    }
  }

  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
    switch characteristic {
    case Self.location: return place.map { HeartRateService.SensorLocation($0).value } ?? []
    case Self.battery: return state.withLock { $0.percent.map { BatteryLevel(percent: $0).value } ?? [] }
    case Self.manufacturer: return [UInt8]("Halo".utf8)
    case Self.model: return [UInt8]((source.name ?? source.device.text).utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  // MARK: Who listens

  func note(_ event: PeripheralEvent) {
    state.withLock { state in
      switch event {
      // The device behind it hangs on the same radio.
      case .connected(let central) where central != source.device: state.centrals.insert(central)
      case .disconnected(let central): state.centrals.remove(central)
      case .connected, .subscribed, .unsubscribed: break
      }
    }
  }

  /// How many have connected.
  var centralCount: Int { state.withLock { $0.centrals.count } }
}
