import HaloBluetooth
import HaloReports
import HaloWearables

/// Which devices a command looks for if no device is named.
struct DeviceKind: Sendable {
  /// Whether a driver's devices are meant.
  private let isMeant: @Sendable (any SessionReading.Type) -> Bool
  /// Whether one of them is, as far as its advertisement shows.
  private var isOneMeant: @Sendable (any SessionReading.Type, Advertisement) -> Bool = { _, _ in true }
  /// What people call those devices of a family that are meant.
  private var familyWords: @Sendable (WearableFamily) -> String = { $0.searchWords }
  /// The rank of a driver's devices: of several devices, the strongest of the highest rank is taken.
  private var driverRank: @Sendable (any SessionReading.Type) -> Int = { _ in 0 }

  /// The devices of the kind, for people: "a COLMI ring (named R02_… to R12_…) or a watch (W311…)".
  var words: Phrase {
    Phrase.either(families.map { Phrase(stringLiteral: familyWords($0)) }) ?? Phrase(verbatim: "")
  }

  /// What makes such a device visible, with a space before it; empty if nothing special does.
  var advice: [Phrase] {
    families.map(\.searchAdvice).filter { !$0.isEmpty }.map { Phrase(stringLiteral: $0) }
  }

  /// Whether a device is one of the kind.
  func matches(_ advertisement: Advertisement) -> Bool {
    HaloProgram.registry.driver(for: advertisement).map { isMeant($0) && isOneMeant($0, advertisement) } ?? false
  }

  /// How much a device is preferred to others of the kind.
  func rank(_ advertisement: Advertisement) -> Int {
    HaloProgram.registry.driver(for: advertisement).map(driverRank) ?? 0
  }

  private var families: [WearableFamily] {
    HaloProgram.registry.drivers.filter(isMeant).map { $0.family }
  }

  /// Rings.
  static let ring = DeviceKind(isMeant: { $0.family.kind == .ring })

  /// What measures while one watches: rings, watches and heart-rate monitors.
  static let heart = DeviceKind(isMeant: { $0 is any LiveMeasuring.Type })

  /// What can say what it is: rings and heart-rate monitors, and machines if there is neither.
  static let any = DeviceKind(isMeant: { _ in true }, driverRank: { $0 is any LiveMeasuring.Type ? 1 : 0 })

  /// What keeps days: rings and watches.
  static let days = DeviceKind(isMeant: { $0.keepsDays })

  /// What has alarms.
  static let alarms = DeviceKind(isMeant: { $0 is any AlarmClock.Type })

  /// What has a display with pages.
  static let display = DeviceKind(isMeant: { $0 is any DisplayConfigurable.Type })

  /// What knows its wearer by day of birth, weight and stride.
  static let wearerData = DeviceKind(isMeant: { $0 is any WearerDataConfigurable.Type })

  /// What measures a quantity while one watches.
  static func measuring(_ quantity: LiveQuantity) -> DeviceKind {
    DeviceKind(isMeant: { $0.family.liveQuantities.contains(quantity) })
  }

  /// What can confirm or refute what Halo believes of it.
  static let verifiable = DeviceKind(isMeant: { $0 is any Verifiable.Type })

  /// What gives raw signals: rings, and straps and armbands of some makers.
  static let raw = DeviceKind(
    isMeant: { $0.family.rawSearchWords != nil },
    isOneMeant: { driver, advertisement in
      (driver as? any RawStreaming.Type)?.givesRawSignals(advertisement) ?? false
    }, familyWords: { $0.rawSearchWords ?? $0.searchWords })
}
