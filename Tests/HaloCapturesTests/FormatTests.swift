import HaloBluetooth
import HaloCaptures
import HaloFuzzing
import Testing

@Suite("Every file format")
struct FormatTests {
  @Test(arguments: SyntheticFormat.all)
  func `contains the same operations, with the same times, handles, names and links`(format: SyntheticFormat) throws {
    let capture = SyntheticCapture.everything()
    let reading = try CaptureReading(capture.file(format).bytes)
    try expectSame(reading.operations, capture.operations(in: format))
  }

  @Test(arguments: SyntheticFormat.all)
  func `counts other packets, and reports no problems`(format: SyntheticFormat) throws {
    let capture = SyntheticCapture.everything()
    let file = capture.file(format)
    let reading = try CaptureReading(file.bytes)
    #expect(reading.problems.recordCount == file.records.count)
    #expect(reading.problems.isClean)
    #expect(reading.losses.unfinishedCount == 1, "the packet during which the link was lost")
    #expect(reading.losses.otherPacketCount == 3, "signaling and pairing")
    #expect(reading.losses.strayCount == 0)
    #expect(reading.losses.malformedCount == 0)
  }

  @Test(arguments: SyntheticFormat.all)
  func `reports connections, disconnections and device names`(format: SyntheticFormat) throws {
    let reading = try CaptureReading(SyntheticCapture.everything().file(format).bytes)
    let ring = try #require(DeviceAddress("C3:11:22:33:44:55"))
    let lamp = try #require(DeviceAddress("F0:0D:00:00:00:01"))
    let neighbour = try #require(DeviceAddress("AA:00:00:00:00:01"))
    #expect(
      reading.events == [
        .named(ring, "Ring"), .named(lamp, "Lamp"), .named(neighbour, "Neighb"), .connected(link: 1, ring),
        .connected(link: 2, lamp), .encrypted(link: 1, ring), .disconnected(link: 1, ring, reason: 0x08),
        .connected(link: 3, ring), .disconnected(link: 2, lamp, reason: 0x16),
      ])
  }

  @Test(arguments: SyntheticFormat.all)
  func `is recognized and named`(format: SyntheticFormat) throws {
    let reader = try CaptureReader(SyntheticCapture.small().file(format).bytes)
    switch (format, reader.format) {
    case (.btsnoop(let link), .btsnoop(let content)): #expect(content.rawValue == link)
    case (.packetLogger(let order), .packetLogger(let isBigEndian)): #expect(order == isBigEndian)
    case (.pcap, .pcap), (.pcapng, .pcapng), (.pcapngSimple, .pcapng), (.pcapngInterfaces, .pcapng): break
    default: Issue.record("\(format) was read as \(reader.format.name)")
    }
  }

  @Test(arguments: SyntheticFormat.all, [1, 2, 7, 100])
  func `gives the same result in chunks and as a whole`(format: SyntheticFormat, size: Int) throws {
    let file = SyntheticCapture.everything().file(format).bytes
    let whole = try CaptureReading(file)
    let pieces = try CaptureReading(file, chunk: size)
    try expectSame(pieces.operations, whole.operations)
    #expect(pieces.events == whole.events)
    #expect(pieces.problems == whole.problems)
    #expect(pieces.losses == whole.losses)
  }

  @Test(arguments: SyntheticFormat.all.filter(\.hasDirection))
  func `that contains the direction keeps fragments of both directions apart`(format: SyntheticFormat) throws {
    var capture = SyntheticCapture()
    let link = capture.connect(0x40, SyntheticCapture.ring)
    let sent: [UInt8] = [0x52, 0x10, 0] + (0..<30).map { UInt8($0) }
    let received: [UInt8] = [0x1B, 0x11, 0] + (0..<30).map { UInt8(99 - $0) }
    let (one, other) = ([33, 0, 4, 0] + sent, [33, 0, 4, 0] + received)
    capture.fragment(link, .sent, isFirst: true, [UInt8](one[..<10]))
    capture.fragment(link, .received, isFirst: true, [UInt8](other[..<20]))
    capture.fragment(link, .sent, isFirst: false, [UInt8](one[10...]))
    capture.note(link, .sent, sent, handle: 0x10)
    capture.fragment(link, .received, isFirst: false, [UInt8](other[20...]))
    capture.note(link, .received, received, handle: 0x11)
    try expectSame(CaptureReading(capture.file(format).bytes).operations, capture.operations(in: format))
  }

  @Test(arguments: [false, true])
  func `of several controllers keeps links with the same handle apart`(isBigEndian: Bool) throws {
    var capture = SyntheticCapture()
    let ring = capture.connect(0x40, SyntheticCapture.ring)
    let lamp = capture.connect(0x40, SyntheticCapture.lamp)
    capture.attribute(ring, .received, [0x1B, 1, 0, 1], handle: 1)
    capture.attribute(lamp, .received, [0x1B, 1, 0, 2], handle: 1)
    capture.attribute(ring, .sent, [0x0A, 3, 0], handle: 3)
    capture.attribute(lamp, .sent, [0x0A, 4, 0], handle: 4)
    capture.attribute(ring, .received, [0x0B, 5], handle: 3)
    capture.attribute(lamp, .received, [0x0B, 6], handle: 4)
    capture.disconnect(ring)
    capture.attribute(lamp, .received, [0x1B, 1, 0, 7], handle: 1)
    let file = capture.file(.pcapngInterfaces(isBigEndian: isBigEndian))
    try expectSame(CaptureReading(file.bytes).operations, capture.operations)
  }

  @Test func `of pcapng does not truncate packets if the snapshot length is 0, which means unlimited`() throws {
    let capture = SyntheticCapture.small()
    var file = capture.file(.pcapngSimple(isBigEndian: true)).bytes
    // The section header block of 28 bytes is followed by the interface's type, length and link type.
    #expect(file[40..<44] == [0, 4, 0, 0])
    file.replaceSubrange(40..<44, with: [0, 0, 0, 0])
    try expectSame(CaptureReading(file).operations, capture.operations(in: .pcapngSimple(isBigEndian: true)))
  }

  @Test func `of pcapng returns its comment`() throws {
    var reader = try CaptureReader(SyntheticCapture.small().file(.pcapngInterfaces(isBigEndian: true)).bytes)
    try reader.forEach { _ in }
    #expect(reader.comment == "made up")
  }

  @Test(arguments: [Int64(-1_500_000), 0, 4_102_444_800_999_999])
  func `supports times before 1970 and far in the future`(start: Int64) throws {
    var capture = SyntheticCapture(at: start)
    let link = capture.connect(0x40, SyntheticCapture.ring)
    capture.attribute(link, .received, [0x1B, 1, 0, 2], handle: 1)
    try expectSame(
      CaptureReading(capture.file(.btsnoop(1002)).bytes).operations, capture.operations)
  }
}
