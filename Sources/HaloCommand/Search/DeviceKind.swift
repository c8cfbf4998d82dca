/// The kind of device that a command searches for if no device is named.
struct DeviceKind: Sendable {
  /// Returns whether a driver's devices belong to the kind.
  let includesDriver: @Sendable (any SessionReading.Type) -> Bool
  /// Returns whether a device of such a driver belongs to the kind, judging by its advertisement.
  private var includesDevice: @Sendable (any SessionReading.Type, Advertisement) -> Bool = { _, _ in true }
  /// Returns the text for the devices of a family that belong to the kind.
  private var familyWords: @Sendable (WearableFamily) -> Phrase = { $0.searchWords }
  /// Returns the rank of a driver's devices. Of several devices, the strongest one of the highest rank is used.
  private var driverRank: @Sendable (any SessionReading.Type) -> Int = { _ in 0 }

  /// The kind as text: "a COLMI ring (named R02_… to R12_…) or a watch (W311…)".
  var words: Phrase {
    Phrase.either(families.map(familyWords)) ?? Phrase(verbatim: "")
  }

  /// Advice on how to make such devices discoverable; may be empty.
  var advice: [Phrase] { families.compactMap(\.searchAdvice) }

  /// Returns whether a device belongs to the kind.
  func matches(_ advertisement: Advertisement) -> Bool {
    HaloProgram.registry.driver(for: advertisement).map { includesDriver($0) && includesDevice($0, advertisement) }
      ?? false
  }

  /// Returns the device's rank among devices of the kind.
  func rank(_ advertisement: Advertisement) -> Int {
    HaloProgram.registry.driver(for: advertisement).map(driverRank) ?? 0
  }

  private var families: [WearableFamily] {
    HaloProgram.registry.drivers.filter(includesDriver).map { $0.family }
  }

  static let ring = DeviceKind(includesDriver: { $0.family.kind == .ring })

  /// Devices with live measurements: rings, watches and heart-rate monitors, which are preferred to what is not worn.
  static let heart = DeviceKind(
    includesDriver: { $0 is any LiveMeasuring.Type }, driverRank: { $0.family.isWorn ? 1 : 0 })

  /// All devices; those with live measurements are preferred to machines.
  static let any = DeviceKind(includesDriver: { _ in true }, driverRank: { $0 is any LiveMeasuring.Type ? 1 : 0 })

  /// Devices that store days: rings and watches.
  static let days = DeviceKind(includesDriver: { $0.storesDays && $0.family.isWorn })

  /// Devices with an action.
  static func acting(_ action: String) -> DeviceKind {
    DeviceKind(includesDriver: { driver in
      HaloProgram.registry.actions(of: driver.family.id).contains { $0.id == action }
    })
  }

  /// Devices with alarms.
  static let alarms = DeviceKind(includesDriver: { $0 is any AlarmConfigurable.Type })

  /// Devices with a display with pages.
  static let display = DeviceKind(includesDriver: { $0 is any DisplayConfigurable.Type })

  /// Devices that store the wearer's day of birth, weight and stride.
  static let wearerData = DeviceKind(includesDriver: { $0 is any WearerDataConfigurable.Type })

  /// Returns the devices with live measurements of a quantity.
  static func measuring(_ quantity: Metric) -> DeviceKind {
    DeviceKind(includesDriver: { $0.family.liveQuantities.contains(quantity) })
  }

  /// Devices that support `halo verify-ring`.
  static let verifiable = DeviceKind(includesDriver: { $0 is any Verifiable.Type })

  /// Devices that stream raw signals: rings, and straps and armbands of some makers.
  static let raw = DeviceKind(
    includesDriver: { $0.family.rawSearchWords != nil },
    includesDevice: { driver, advertisement in
      (driver as? any RawStreaming.Type)?.givesRawSignals(advertisement) ?? false
    }, familyWords: { $0.rawSearchWords ?? $0.searchWords })
}
