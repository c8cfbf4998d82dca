/// A file format for a synthetic conversation, with all its variants.
public enum SyntheticFormat: Hashable, Sendable, CustomStringConvertible {
  /// btsnoop with this data link: 1001, 1002 or 2001.
  case btsnoop(UInt32)
  case packetLogger(isBigEndian: Bool)
  /// pcap with this link type: 187, 201 or 254.
  case pcap(isBigEndian: Bool, isNanoseconds: Bool, link: UInt16)
  /// pcapng with this link type and enhanced packet blocks.
  case pcapng(isBigEndian: Bool, link: UInt16)
  /// pcapng with link type 187 and simple packet blocks, which have neither time nor direction.
  case pcapngSimple(isBigEndian: Bool)
  /// pcapng with an Ethernet interface and four Bluetooth interfaces with different clock resolutions; each link uses
  /// its own.
  case pcapngInterfaces(isBigEndian: Bool)

  /// All formats.
  public static let all: [SyntheticFormat] = {
    var all: [SyntheticFormat] = [.btsnoop(1001), .btsnoop(1002), .btsnoop(2001)]
    let links: [UInt16] = [187, 201, 254]
    for order in [true, false] {
      all.append(.packetLogger(isBigEndian: order))
      for link in links {
        all.append(.pcap(isBigEndian: order, isNanoseconds: false, link: link))
        all.append(.pcap(isBigEndian: order, isNanoseconds: true, link: link))
        all.append(.pcapng(isBigEndian: order, link: link))
      }
      all.append(.pcapngSimple(isBigEndian: order))
      all.append(.pcapngInterfaces(isBigEndian: order))
    }
    return all
  }()

  /// One format of each kind, for slow tests.
  public static let few: [SyntheticFormat] = [
    .btsnoop(1001), .btsnoop(1002), .btsnoop(2001), .packetLogger(isBigEndian: true),
    .packetLogger(isBigEndian: false), .pcap(isBigEndian: false, isNanoseconds: false, link: 201),
    .pcap(isBigEndian: true, isNanoseconds: true, link: 187), .pcapng(isBigEndian: false, link: 187),
    .pcapng(isBigEndian: true, link: 254), .pcapngSimple(isBigEndian: true), .pcapngInterfaces(isBigEndian: false),
  ]

  /// True if records have a time.
  public var hasTime: Bool { if case .pcapngSimple = self { false } else { true } }

  /// True if every record contains its direction.
  public var hasDirection: Bool {
    switch self {
    case .pcap(_, _, 187), .pcapngSimple: false
    default: true
    }
  }

  /// The format's name with its variant, for test failures.
  public var description: String {
    func order(_ isBigEndian: Bool) -> String { isBigEndian ? "big-endian" : "little-endian" }
    return switch self {
    case .btsnoop(let link): "btsnoop \(link)"
    case .packetLogger(let isBig): "PacketLogger \(order(isBig))"
    case .pcap(let isBig, let isNano, let link): "pcap \(link) \(order(isBig)) \(isNano ? "ns" : "µs")"
    case .pcapng(let isBig, let link): "pcapng \(link) \(order(isBig))"
    case .pcapngSimple(let isBig): "pcapng with simple blocks \(order(isBig))"
    case .pcapngInterfaces(let isBig): "pcapng with several interfaces \(order(isBig))"
    }
  }

  /// The usual file name extension.
  public var fileExtension: String {
    switch self {
    case .btsnoop: "btsnoop"
    case .packetLogger: "pklg"
    case .pcap: "pcap"
    case .pcapng, .pcapngSimple, .pcapngInterfaces: "pcapng"
    }
  }
}
