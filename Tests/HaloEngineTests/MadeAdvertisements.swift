import HaloBluetooth
import HaloHeartRateMonitor

/// Advertisements of devices that may be near a wearable, with the family of each.
struct SampleAdvertisement: Sendable {
  let advertisement: Advertisement
  /// `nil` if no driver supports it.
  let family: String?

  private init(_ number: Int, _ made: Made, _ family: String?) {
    advertisement = Advertisement(
      device: DeviceID("C0:00:00:00:\(number / 16):\(number % 16)"), name: made.name, services: made.services,
      manufacturerData: made.company.map { [$0.0: $0.1] } ?? [:], rssi: -60)
    self.family = family
  }

  private struct Made {
    var name: String?
    var services: [BluetoothUUID] = []
    var company: (UInt16, [UInt8])?
  }

  static let all: [SampleAdvertisement] = {
    let groups: [(String?, [Made])] = [
      ("colmi-ring", rings), (nil, otherRings), ("heart-rate-monitor", monitors), ("fitness-machine", machines),
      ("everest-w311", everest), (nil, watches), (nil, phonesAndComputers), ("health-device", healthDevices),
      (nil, sensors), (nil, things),
    ]
    return groups.flatMap { family, made in made.map { ($0, family) } }.enumerated().map {
      SampleAdvertisement($0, $1.0, $1.1)
    }
  }()

  private static func uuid(_ text: String) -> BluetoothUUID { BluetoothUUID(text) ?? 0 }

  private static func named(_ names: [String], _ services: BluetoothUUID...) -> [Made] {
    names.map { Made(name: $0, services: services) }
  }

  private static let smartHealth = uuid("BE940000-7333-BE46-B7AE-689E71722BD5")
  private static let everestService = uuid("7905FF00-B5CE-4E99-A40F-4B1E122D00D0")
  private static let everestHolder = uuid("D0A2FF00-2996-D38B-E214-86515DF5A1DF")

  /// Every model, with its name only, with the maker's name, and with the company's data.
  private static let rings: [Made] =
    (2...22).flatMap { number -> [Made] in
      let model = number < 10 ? "R0\(number)" : "R\(number)"
      return [
        Made(name: "\(model)_A1B\(number % 10)"), Made(name: "COLMI \(model)_33F\(number % 10)"),
        Made(name: "\(model)_0C0\(number % 10)", company: (0x1234, [1, 2, 3])),
      ]
    } + [
      Made(name: "R11C_19FE"), Made(name: "H59_04C7"), Made(name: "Q_04C7", company: (0x1234, [1])),
      Made(name: nil, company: (0x1234, [1])), Made(name: "R09_9D07", services: [0xFEE7]),
      Made(name: "Ring", services: [uuid("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E")]),
    ]

  private static let otherRings: [Made] =
    named(["R99 54DC", "R02 A1B2", "R11 0001", "R06 FFFF", "SmartRing", "Ring", "RING1", "KSIX RING", "boAtring"])
    + named(["R99 54DC", "R02_A1B2", "R10_77AA", "Smart Ring"], smartHealth)
    + named(["R11_7C2E", "R11 7C2E", "R10_0000", "COLMI R11_7C2E"], 0xFDDA)
    + named(["R02_1111", "jring", "R06_2222"], 0x56FF)
    + named([
      "Oura_123456", "Ultrahuman Ring", "RingConn_99", "Lefun", "R23_A1B2", "DS_Sound", "QC_35", "R01_A1B2", "R2_A1",
      "R02_A1_B2",
    ])
    + named(["RX2_11", "R02", "R02_XYZ", "R123_AB", "NR02_A1B2", "R0２_A1B2"])

  private static let monitors: [Made] =
    named(
      [
        "Polar H10 12345678", "Polar H9 00AA11BB", "Polar OH1 1234ABCD", "Polar Sense 99887766", "HRM-Dual:123456",
        "HRM-Pro:000001", "TICKR 1A2B", "TICKR X 77AA", "CooSpo H808S", "HW9 12345", "Rhythm24 5555", "Wahoo HRM",
        "MZ-3 0001", "Suunto HR", "XOSS_HRM", "Powr Labs HRM",
      ], 0x180D)
    + [
      Made(name: nil, services: [0x180D]), Made(name: "H6M 12345", services: [0x180D, 0x180F]),
      Made(name: "Polar H10 0A0B0C0D", services: [0x180D, 0xFEEE], company: (0x006B, [0x72, 0x08])),
      // A watch that broadcasts its wearer's heart rate is a monitor.
      Made(name: "Forerunner 255", services: [0x180D]), Made(name: "Venu 2", services: [0x180D, 0x1814]),
    ]

  private static let machines: [Made] =
    named(
      [
        "Treadmill 7", "FS-12AB34", "TREADMILL", "Domyos-TC-1234", "KICKR CORE 5A5A", "Concept2 PM5", "ECH-STRIDE",
        "Bike 12", "WLT8828", "HT-5.1", "W311 Treadmill", "UREVO-1234", "I_TL", "Schwinn IC4",
      ], 0x1826)
    + [
      // As captured: its service and the company's data, with or without its name
      // (../shared/captures/treadmill-horizon.btsnoop).
      Made(name: "HORIZON 7.4AT 0001", services: [0x1826], company: (0x000D, [6, 5, 4, 3, 2, 1])),
      Made(name: "HORIZON 7.4AT 0001", services: [0xFEE7, 0x1826]),
      Made(name: "Run with heart", services: [0x1826, 0x180D]), Made(name: nil, services: [0x1826]),
      Made(name: "TACX NEO 2T", services: [0x1826, 0x1818, 0x1816]),
    ] + named(["ASSIOMA1234", "4iiii 5678"], 0x1818)

  private static let everest: [Made] =
    named(["W311", "W311N", "Everest W311 0A1B"], 0x180D) + named(["W311", "W311N_22", "Everest"], everestService)
    + named(["W311", "Reflex"], everestHolder) + [Made(name: nil, services: [everestService, 0x180D])]

  private static let watches: [Made] =
    named(["Mi Smart Band 7", "Amazfit Bip U", "Zepp E", "Amazfit GTS 2"], 0xFEE0, 0xFEE1)
    + named(["P8 1234", "MOYOUNG-V2", "C20"], 0xFEEA)
    + named(["Fitbit Charge 5", "Galaxy Watch4 (1A2B)", "GTS", "Watch 9", "PineTime", "Bangle.js 1a2b", "311", "W31"])
    + [Made(name: "InfiniTime", services: [0x1812]), Made(name: "HUAWEI Band 8-1A2", services: [0xFE86])]

  private static let phonesAndComputers: [Made] =
    [
      Made(name: nil, company: (0x004C, [0x10, 0x05, 0x03, 0x18])),
      Made(name: "iPhone", company: (0x004C, [0x0C, 0x0E])),
      Made(name: nil, company: (0x004C, [0x12, 0x19])), Made(name: nil, company: (0x0006, [0x01, 0x09, 0x20])),
      Made(name: nil, company: (0x0075, [0x42, 0x04])), Made(name: nil, company: (0x00E0, [0x00])),
      Made(name: nil, services: [0xFD6F]), Made(name: nil, services: [0xFEF3]), Made(name: "Pixel 8"),
      Made(name: "Galaxy S24", company: (0x0075, [0x01])), Made(name: "MacBook Pro", company: (0x004C, [0x10])),
      Made(name: "DESKTOP-1A2B3C"), Made(name: "Redmi Note 12", services: [0xFE95]), Made(name: nil), Made(name: ""),
    ]

  private static let healthDevices: [Made] =
    named(["Bathroom scale", "Renpho", "QN-Scale"], 0x181B) + named(["Shape200"], 0x181D)
    + named(["Thermometer", "FT95", "Kinsa"], 0x1809) + named(["BM54", "BPM Connect", "BLESmart_0001"], 0x1810)
    + named(["Nonin3230", "OxySmart", "Checkme O2 1234"], 0x1822)

  private static let sensors: [Made] =
    named(["MIBCS"], 0x181B) + named(["MI_SCALE"], 0x181D) + named(["Contour 1234", "meter+0987"], 0x1808)
    + named(["Stryd", "MilestonePod"], 0x1814) + named(["CAD-BLE0112", "DuoTrap S", "Wahoo SPEED 1A"], 0x1816)
    + named(["LYWSD03MMC", "ATC_A1B2C3", "Thingy"], 0x181A)

  private static let things: [Made] =
    [
      Made(name: nil, services: [0xFEAA]), Made(name: "beacon", services: [0xFEAA]),
      Made(name: nil, company: (0x004C, [0x02, 0x15] + [UInt8](repeating: 7, count: 21))),
      Made(name: nil, services: [0xFEED]), Made(name: nil, services: [0xFD5A]),
      Made(name: "WH-1000XM5", services: [0xFE2C]), Made(name: "LE-Bose QC45", services: [0xFEBE]),
      Made(name: "Hearing aid", services: [0x184E, 0x1850]), Made(name: "Buds2 Pro", services: [0x1850]),
      Made(name: "MX Keys", services: [0x1812, 0x180F]), Made(name: "Siri Remote", services: [0x1812]),
      Made(name: "Living room TV"), Made(name: "[TV] Samsung 7"), Made(name: "Hue bulb", services: [0xFE0F]),
      Made(name: "ELK-BLEDOM"), Made(name: "Nordic_UART", services: [uuid("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")]),
      Made(name: "DfuTarg", services: [0xFE59]), Made(name: "Govee_H5075"), Made(name: "OneWheel"),
      Made(name: "Tesla key", services: [uuid("00000211-B2D1-43F0-9B88-960CEBF8B91E")]),
      Made(name: "SwitchBot", services: [0xFD3D]), Made(name: "August lock", services: [0xFE24]),
      Made(name: "Coros", company: (0x034A, [1])),
      Made(name: "DE5B", services: [uuid("DE5BF728-D711-4E47-AF26-65E3012A5DC8")]),
    ]
}
