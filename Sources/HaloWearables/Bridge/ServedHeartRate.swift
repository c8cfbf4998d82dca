import Synchronization

/// The GATT server's heart-rate monitor: its services and their current values.
///
/// The value has a rate only if the device has one. "No contact" with rate 0 means that the device is warming up, is
/// not worn, has no data for the moment, or has sent nothing for three seconds.
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

  /// The number of measurements that repeat the last rate after the device stopped sending.
  private static let silenceLimit = 3
  /// The number of beat intervals that fit beside a 16-bit rate into the smallest packet.
  private static let maximumBeats = 8

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

  /// Creates a monitor called `name` for the values of `source`. Unknown values (location, charge) are not served.
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

  // MARK: Values from the device

  /// Stores a reading. `hasBeats` is true if the readings contain every beat interval.
  func note(_ reading: LiveReading, hasBeats: Bool) {
    state.withLock { state in
      state.reading = reading.state
      state.silence = 0
      if hasBeats { state.beats += reading.beatIntervals }
    }
  }

  /// Clears the last reading after a link loss.
  func clear() { state.withLock { $0.reading = nil } }

  func setBattery(_ percent: Int?) {
    guard let percent else { return }
    state.withLock { state in
      state.isPercentNew = state.isPercentNew || state.percent != percent
      state.percent = percent
    }
  }

  // MARK: Served values

  /// Returns the measurement of this second and the reading it is based on.
  func next() -> (measurement: HeartRateService.Measurement, reading: LiveReading.State?) {
    state.withLock { state in
      state.silence += 1
      if state.silence > Self.silenceLimit { state.reading = nil }
      guard case .value(let rate)? = state.reading, rate >= 0.5, rate < 65_535 else {
        state.beats = []
        return (HeartRateService.Measurement(bpm: 0, hasContact: false), state.reading)
      }
      let beats = state.beats.prefix(Self.maximumBeats).map { Int(min($0 * 1.024, 65_535).rounded()) }
      state.beats.removeFirst(beats.count)
      return (
        HeartRateService.Measurement(bpm: Int(rate.rounded()), hasContact: true, beatIntervals: beats), state.reading
      )
    }
  }

  /// Returns the charge if it changed since the last call, else `nil`.
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

  // MARK: Centrals

  func note(_ event: PeripheralEvent) {
    state.withLock { state in
      switch event {
      // Skip the link to the measuring device, which uses the same radio.
      case .connected(let central) where central != source.device: state.centrals.insert(central)
      case .disconnected(let central): state.centrals.remove(central)
      case .connected, .subscribed, .unsubscribed: break
      }
    }
  }

  /// The number of connected centrals.
  var centralCount: Int { state.withLock { $0.centrals.count } }
}
