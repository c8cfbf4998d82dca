public import HaloBluetooth
import HaloWearables

/// A kind of device as the system's picker is told to look for it.
///
/// An iPhone shows an app only what it declared before: a descriptor that its `Info.plist` does not name ends the app. These entries are
/// the one list; the app's descriptors are made from it, and a test compares it with the `Info.plist`. AccessorySetupKit wants a service
/// or a company in each; a part of the name only narrows it.
public struct PickerEntry: Sendable, Hashable {
  /// What the picker calls it.
  public let name: Phrase
  /// Its family; see ``HaloWearables/WearableFamily/id``.
  public let family: String
  /// A service that it advertises.
  public let service: BluetoothUUID?
  /// The company whose data it advertises.
  public let company: UInt16?
  /// What its name contains.
  public let namePart: String?

  private init(
    _ name: Phrase, _ family: WearableFamily, service: BluetoothUUID? = nil, company: UInt16? = nil,
    namePart: String? = nil
  ) {
    self.name = name
    self.family = family.id
    self.service = service
    self.company = company
    self.namePart = namePart
  }

  /// Every kind of device that Halo can pair, the surest first.
  ///
  /// Rings seldom advertise their service. They are told by the company 0x1234, which is no assigned number, together with their name.
  public static let all: [PickerEntry] =
    [ColmiRing.GATT.commandService, ColmiRing.GATT.bigDataService].map {
      PickerEntry(Phrase("COLMI ring"), ColmiRingDriver.family, service: $0)
    }
    + ["R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R11C", "R12"].map {
      PickerEntry(Phrase(verbatim: "COLMI \($0)"), ColmiRingDriver.family, company: 0x1234, namePart: "\($0)_")
    }
    + [
      PickerEntry(
        Phrase(verbatim: "Everest W311"), EverestW311Driver.family, service: EverestW311.GATT.advertisedService),
      PickerEntry(Phrase(verbatim: "Everest W311"), EverestW311Driver.family, service: EverestW311.GATT.service),
      PickerEntry(
        Phrase(verbatim: "Everest W311"), EverestW311Driver.family, service: HeartRateMonitor.GATT.service,
        namePart: "W311"),
      PickerEntry(Phrase("Treadmill or machine"), FitnessMachineDriver.family, service: FitnessMachine.GATT.service),
      PickerEntry(Phrase("Heart-rate strap"), HeartRateMonitorDriver.family, service: HeartRateMonitor.GATT.service),
    ]
}
