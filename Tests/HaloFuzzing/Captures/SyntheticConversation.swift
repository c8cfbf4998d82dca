import HaloBluetooth

extension SyntheticCapture {
  /// The devices of the synthetic conversations.
  public static let ring: [UInt8] = [0xC3, 0x11, 0x22, 0x33, 0x44, 0x55]
  /// The address of a lamp, most significant byte first.
  public static let lamp: [UInt8] = [0xF0, 0x0D, 0x00, 0x00, 0x00, 0x01]

  static let wideService = BluetoothUUID("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E") ?? 0
  static let wideWrite = BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E") ?? 0
  static let wideNotify = BluetoothUUID("6E400003-B5A3-F393-E0A9-E50E24DCCA9E") ?? 0
  static let wideDescriptor = BluetoothUUID("6E40AAAA-B5A3-F393-E0A9-E50E24DCCA9E") ?? 0

  /// Returns a UUID in the byte order of the attribute protocol.
  static func wire(_ uuid: BluetoothUUID) -> [UInt8] {
    uuid.short.map { NumberBytes.little($0) } ?? NumberBytes.little(uuid.low) + NumberBytes.little(uuid.high)
  }

  /// Returns a few packets of each relevant kind: for mutations and for cuts at every byte.
  public static func small() -> SyntheticCapture {
    var capture = SyntheticCapture()
    let link = capture.connect(0x40, ring)
    capture.attribute(link, .sent, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], cuts: [])
    capture.attribute(
      link, .received, [0x09, 7, 0x11, 0, 0x10, 0x12, 0, 0x03, 0x00] + [0x20, 0, 0x0C, 0x22, 0, 0x02, 0x00])
    let name = AttributeName(nil, 0x0003)
    capture.attribute(link, .sent, [0x52, 0x22, 0, 1, 2], handle: 0x22, name: AttributeName(nil, 0x0002))
    capture.attribute(link, .received, [0x1B, 0x12, 0, 1, 2, 3, 4], handle: 0x12, name: name, cuts: [2, 9])
    capture.attribute(link, .sent, [0x0A, 0x12, 0], handle: 0x12, name: name)
    capture.attribute(link, .received, [0x0B, 0x63], handle: 0x12, name: name)
    capture.disconnect(link)
    return capture
  }

  /// Returns a few frames of a ring with unnamed handles, in a log that began later than the link.
  public static func ringTalk() -> SyntheticCapture {
    var capture = SyntheticCapture()
    let link = capture.resume(0x41)
    func frame(_ front: [UInt8]) -> [UInt8] {
      let filled = front + [UInt8](repeating: 0, count: 15 - front.count)
      return filled + [filled.reduce(0, &+)]
    }
    capture.attribute(link, .sent, [0x52, 0x22, 0] + frame([0x03]), handle: 0x22)
    capture.attribute(link, .received, [0x1B, 0x12, 0] + frame([0x03, 0x40]), handle: 0x12, cuts: [12])
    capture.attribute(link, .sent, [0x12, 0x22, 0] + frame([0x69, 1, 1]), handle: 0x22)
    capture.attribute(link, .received, [0x13], handle: 0x22)
    capture.attribute(link, .received, [0x1B, 0x12, 0] + frame([0x69, 1, 0, 0x4E]), handle: 0x12)
    capture.attribute(link, .received, [0x1B, 0x24, 0, 0xBC, 0x27, 2, 0, 0x81, 0x80, 0xFF, 1], handle: 0x24)
    return capture
  }

  /// Returns every kind of attribute protocol traffic, on links to two devices, in both directions. Packets are
  /// fragmented into pieces of at least `shortestFragment` bytes.
  public static func everything(shortestFragment: Int = 1) -> SyntheticCapture {
    var capture = SyntheticCapture()
    capture.command(0x0C03)
    capture.event(0x0E, [1, 0x03, 0x0C, 0])
    capture.advertise(ring, name: "Ring")
    capture.advertise(lamp, name: "Lamp", isExtended: true)
    capture.advertise([0xAA, 0, 0, 0, 0, 1], name: "Neighb", isShort: true)
    let ringLink = capture.connect(0x40, ring)
    let lampLink = capture.connect(0x41, lamp, with: .enhanced)
    capture.attribute(ringLink, .sent, [0x02, 0xF7, 0])
    capture.attribute(ringLink, .received, [0x03, 0xF7, 0])
    capture.discoverRing(ringLink)
    capture.discoverLamp(lampLink)
    capture.readAndWrite(ringLink)
    capture.interleave(ringLink, lampLink, shortestFragment)
    capture.serve(ringLink)
    capture.otherChannels(ringLink)
    // The link is lost within a packet, and comes back with the same handle.
    capture.fragment(ringLink, .received, isFirst: true, [0x17, 0, 4, 0, 0x1B])
    capture.disconnect(ringLink, reason: 0x08)
    let again = capture.connect(0x40, ring, with: .enhancedVersion2)
    capture.attribute(
      again, .received, [0x1B, 0x12, 0, 0x62], handle: 0x12, name: AttributeName(0x180F, 0x2A19))
    capture.disconnect(lampLink, reason: 0x16)
    return capture
  }

  /// Adds discovery the way phones do it: services, characteristics, descriptors, with UUIDs of both lengths.
  private mutating func discoverRing(_ link: Link) {
    attribute(link, .sent, [0x10, 0x01, 0, 0xFF, 0xFF, 0x00, 0x28])
    attribute(link, .received, [0x11, 6] + [0x01, 0, 0x05, 0, 0x00, 0x18] + [0x10, 0, 0x13, 0, 0x0F, 0x18])
    attribute(link, .sent, [0x10, 0x14, 0, 0xFF, 0xFF, 0x00, 0x28])
    attribute(link, .received, [0x11, 20, 0x20, 0, 0x2F, 0] + Self.wire(Self.wideService))
    attribute(link, .sent, [0x10, 0x30, 0, 0xFF, 0xFF, 0x00, 0x28])
    attribute(link, .received, [0x01, 0x10, 0x30, 0, 0x0A], handle: 0x30)
    attribute(link, .sent, [0x08, 0x01, 0, 0x13, 0, 0x03, 0x28])
    attribute(
      link, .received, [0x09, 7] + [0x02, 0, 0x0A, 0x03, 0, 0x00, 0x2A] + [0x11, 0, 0x12, 0x12, 0, 0x19, 0x2A])
    attribute(link, .sent, [0x08, 0x20, 0, 0x2F, 0, 0x03, 0x28])
    attribute(
      link, .received,
      [0x09, 21] + [0x21, 0, 0x4C, 0x22, 0] + Self.wire(Self.wideWrite) + [0x23, 0, 0x30, 0x24, 0]
        + Self.wire(Self.wideNotify))
    attribute(link, .sent, [0x04, 0x13, 0, 0x13, 0])
    attribute(link, .received, [0x05, 1, 0x13, 0, 0x02, 0x29])
    attribute(link, .sent, [0x04, 0x25, 0, 0x2F, 0])
    attribute(link, .received, [0x05, 1, 0x25, 0, 0x02, 0x29])
    attribute(link, .sent, [0x04, 0x26, 0, 0x2F, 0])
    attribute(link, .received, [0x05, 2, 0x26, 0] + Self.wire(Self.wideDescriptor))
  }

  /// Adds the discovery of one service by its UUID, and of a value by its type.
  private mutating func discoverLamp(_ link: Link) {
    attribute(link, .sent, [0x06, 0x01, 0, 0xFF, 0xFF, 0x00, 0x28, 0xF0, 0xFF])
    attribute(link, .received, [0x07, 0x40, 0, 0x4F, 0])
    attribute(link, .sent, [0x08, 0x40, 0, 0x4F, 0, 0x03, 0x28])
    attribute(link, .received, [0x09, 7, 0x41, 0, 0x10, 0x42, 0, 0xF4, 0xFF])
    attribute(link, .sent, [0x08, 0x01, 0, 0xFF, 0xFF, 0x00, 0x2A])
    attribute(link, .received, [0x09, 7, 0x03, 0] + [UInt8]("Lampe".utf8))
  }

  private mutating func readAndWrite(_ link: Link) {
    let deviceName = AttributeName(0x1800, 0x2A00)
    let battery = AttributeName(0x180F, 0x2A19)
    let write = AttributeName(Self.wideService, Self.wideWrite)
    let notify = AttributeName(Self.wideService, Self.wideNotify)
    attribute(link, .sent, [0x0A, 3, 0], handle: 3, name: deviceName)
    attribute(link, .received, [0x0B] + [UInt8]("A long na".utf8), handle: 3, name: deviceName)
    attribute(link, .sent, [0x0C, 3, 0, 9, 0], handle: 3, name: deviceName)
    attribute(link, .received, [0x0D] + [UInt8]("me".utf8), handle: 3, name: deviceName)
    attribute(link, .sent, [0x0E, 3, 0, 0x12, 0])
    attribute(link, .received, [0x0F, 0x41, 0x63])
    attribute(link, .sent, [0x20, 3, 0, 0x12, 0])
    attribute(link, .received, [0x21, 1, 0, 0x41, 1, 0, 0x63])
    // Subscriptions are writes to descriptors.
    let batterySwitch = AttributeName(0x180F, 0x2A19, 0x2902)
    attribute(link, .sent, [0x12, 0x13, 0, 1, 0], handle: 0x13, name: batterySwitch)
    attribute(link, .received, [0x13], handle: 0x13, name: batterySwitch)
    let wideSwitch = AttributeName(Self.wideService, Self.wideNotify, 0x2902)
    attribute(link, .sent, [0x12, 0x25, 0, 2, 0], handle: 0x25, name: wideSwitch)
    attribute(link, .received, [0x13], handle: 0x25, name: wideSwitch)
    let wide = AttributeName(Self.wideService, Self.wideNotify, Self.wideDescriptor)
    attribute(link, .sent, [0x0A, 0x26, 0], handle: 0x26, name: wide)
    attribute(link, .received, [0x01, 0x0A, 0x26, 0, 0x02], handle: 0x26, name: wide)
    attribute(link, .sent, [0x12, 0x22, 0, 1, 2, 3], handle: 0x22, name: write)
    // A notification may come before the response.
    attribute(link, .received, [0x1B, 0x12, 0, 0x64], handle: 0x12, name: battery)
    attribute(link, .received, [0x13], handle: 0x22, name: write)
    attribute(link, .sent, [0x12, 0x22, 0, 9], handle: 0x22, name: write)
    attribute(link, .received, [0x01, 0x12, 0x22, 0, 0x0D], handle: 0x22, name: write)
    attribute(link, .sent, [0x52, 0x22, 0, 0xBC, 0x27, 0, 0], handle: 0x22, name: write)
    attribute(link, .sent, [0xD2, 0x22, 0, 7, 8] + [UInt8](repeating: 0x5A, count: 12), handle: 0x22, name: write)
    for offset in [UInt8(0), 2] {
      attribute(link, .sent, [0x16, 0x22, 0, offset, 0, 1, 2], handle: 0x22, name: write)
      attribute(link, .received, [0x17, 0x22, 0, offset, 0, 1, 2], handle: 0x22, name: write)
    }
    attribute(link, .sent, [0x18, 1])
    attribute(link, .received, [0x19])
    attribute(link, .received, [0x1D, 0x24, 0, 0xAB, 0xCD], handle: 0x24, name: notify)
    attribute(link, .sent, [0x1E], handle: 0x24, name: notify)
    // A second confirmation, without an indication.
    attribute(link, .sent, [0x1E])
    attribute(link, .received, [0x23, 0x12, 0, 1, 0, 0x61, 0x24, 0, 2, 0, 7, 8])
  }

  /// Adds fragments of two links in turn, and fragmented headers.
  private mutating func interleave(_ ring: Link, _ lamp: Link, _ shortest: Int) {
    let long = [0x1B, 0x24, 0] + (0..<60).map { UInt8($0) }
    let other = [0x1B, 0x42, 0] + (0..<25).map { UInt8(0xFF - $0) }
    let first = [UInt8(long.count), 0, 4, 0] + long
    let second = [UInt8(other.count), 0, 4, 0] + other
    let notify = AttributeName(Self.wideService, Self.wideNotify)
    fragment(ring, .received, isFirst: true, [UInt8](first[..<2]))
    fragment(lamp, .received, isFirst: true, [UInt8](second[..<20]))
    fragment(ring, .received, isFirst: false, [UInt8](first[2..<3]))
    fragment(ring, .received, isFirst: false, [UInt8](first[3..<30]))
    fragment(lamp, .received, isFirst: false, [UInt8](second[20...]))
    note(lamp, .received, other, handle: 0x42, name: AttributeName(0xFFF0, 0xFFF4))
    fragment(ring, .received, isFirst: false, [UInt8](first[30...]))
    note(ring, .received, long, handle: 0x24, name: notify)
    let write = AttributeName(Self.wideService, Self.wideWrite)
    attribute(
      ring, .sent, [0x52, 0x22, 0] + (0..<40).map { UInt8($0) }, handle: 0x22, name: write,
      cuts: [shortest, shortest + 2, 27])
    // Requests on both links at once: responses are matched by link.
    attribute(lamp, .sent, [0x0A, 0x42, 0], handle: 0x42, name: AttributeName(0xFFF0, 0xFFF4))
    attribute(ring, .sent, [0x0A, 0x12, 0], handle: 0x12, name: AttributeName(0x180F, 0x2A19))
    attribute(lamp, .received, [0x0B, 1], handle: 0x42, name: AttributeName(0xFFF0, 0xFFF4))
    attribute(ring, .received, [0x0B, 2], handle: 0x12, name: AttributeName(0x180F, 0x2A19))
  }

  /// Adds reads of the phone's own attributes by the device, as some do for the time, while the phone has a pending
  /// request.
  private mutating func serve(_ link: Link) {
    attribute(link, .received, [0x10, 0x01, 0, 0xFF, 0xFF, 0x00, 0x28], ofHost: true)
    attribute(link, .sent, [0x11, 6, 0x01, 0, 0x1F, 0, 0x05, 0x18], ofHost: true)
    attribute(link, .received, [0x08, 0x01, 0, 0x1F, 0, 0x03, 0x28], ofHost: true)
    attribute(link, .sent, [0x09, 7, 0x11, 0, 0x12, 0x12, 0, 0x2B, 0x2A], ofHost: true)
    let time = AttributeName(0x1805, 0x2A2B)
    let battery = AttributeName(0x180F, 0x2A19)
    attribute(link, .sent, [0x0A, 0x12, 0], handle: 0x12, name: battery)
    attribute(link, .received, [0x0A, 0x12, 0], handle: 0x12, name: time, ofHost: true)
    attribute(link, .sent, [0x0B, 0xEA, 0x07], handle: 0x12, name: time, ofHost: true)
    attribute(link, .received, [0x0B, 0x60], handle: 0x12, name: battery)
    attribute(link, .received, [0x12, 0x12, 0, 5], handle: 0x12, name: time, ofHost: true)
    attribute(link, .sent, [0x13], handle: 0x12, name: time, ofHost: true)
    attribute(link, .received, [0x52, 0x12, 0, 6], handle: 0x12, name: time, ofHost: true)
    attribute(link, .sent, [0x1B, 0x12, 0, 7], handle: 0x12, name: time, ofHost: true)
    attribute(link, .sent, [0x1D, 0x12, 0, 8], handle: 0x12, name: time, ofHost: true)
    attribute(link, .received, [0x1E], handle: 0x12, name: time, ofHost: true)
  }

  /// Adds signaling, pairing and voice, which are not attribute protocol packets.
  private mutating func otherChannels(_ link: Link) {
    data(link, .received, channel: 5, [0x12, 1, 8, 0, 6, 0, 12, 0, 0, 0, 0xF4, 1])
    data(link, .sent, channel: 5, [0x13, 1, 2, 0, 0, 0])
    data(link, .sent, channel: 6, [0x01, 3, 0, 1, 16, 7, 7])
    event(0x08, [0] + NumberBytes.little(link.handle) + [1], of: link.number)
    event(0x13, [1] + NumberBytes.little(link.handle) + [1, 0])
    packet(3, .sent, [0x50, 0x00, 2, 1, 2])
  }
}
