import HaloText
import HaloBluetooth
import HaloCaptures
import HaloFuzzing
import Testing

@Suite("A file that is not a capture of a Bluetooth host")
struct RefusalTests {
  @Test(arguments: [(UInt16(1), "Ethernet"), (251, "sniffer"), (256, "sniffer"), (189, "USB")])
  func `is rejected with its content`(link: UInt16, word: String) throws {
    let capture = SyntheticCapture.small()
    let files = [false, true].flatMap { order in
      [
        capture.file(.pcap(isBigEndian: order, isNanoseconds: false, link: link)).bytes,
        capture.file(.pcapng(isBigEndian: order, link: link)).bytes,
      ]
    }
    for file in files {
      let error = #expect(throws: CaptureError.self) { try CaptureReading(file) }
      guard case .notBluetoothHost(let what) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(what.english.contains(word))
    }
  }

  @Test(arguments: [UInt32(1003), 1004, 2002, 9])
  func `is rejected if it is a log of a serial line`(link: UInt32) {
    let error = #expect(throws: CaptureError.self) {
      try CaptureReading(SyntheticCapture.small().file(.btsnoop(link)).bytes)
    }
    guard case .notBluetoothHost = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `is rejected if it is empty`() { #expect(throws: CaptureError.empty) { try CaptureReading([]) } }

  @Test(arguments: [
    "a", "time,value\n1,2\n", "btsnoop", "PK\u{3}\u{4} a zip file that was not unpacked",
    String(repeating: "Lorem ipsum ", count: 50_000),
  ])
  func `is rejected if it is text or another kind of file`(_ text: String) {
    #expect(throws: CaptureError.unknownFormat) { try CaptureReading([UInt8](text.utf8)) }
  }

  @Test(arguments: [UInt8(0), 0xFF])
  func `is rejected if it is all zeros or all ones`(byte: UInt8) {
    #expect(throws: CaptureError.unknownFormat) { try CaptureReading([UInt8](repeating: byte, count: 1 << 19)) }
  }

  @Test(arguments: SyntheticFormat.all)
  func `is not a header alone, which is an empty capture`(format: SyntheticFormat) throws {
    let header = SyntheticCapture.small().file(format).header
    guard !header.isEmpty else { return }
    let reading = try CaptureReading(header)
    #expect(reading.operations.isEmpty)
    #expect(reading.problems.isClean)
  }
}

@Suite("Records of unknown kinds")
struct UnknownKindTests {
  @Test(arguments: [SyntheticFormat.btsnoop(1002), .pcapng(isBigEndian: true, link: 201)])
  func `are counted and skipped in H4`(format: SyntheticFormat) throws {
    var capture = SyntheticCapture.small()
    capture.packet(9, .sent, [1, 2, 3])
    capture.packet(9, .received, [])
    let reading = try CaptureReading(capture.file(format).bytes)
    #expect(reading.problems.unknown == ["H4 type 9": 2])
    try expectSame(reading.operations, capture.operations)
  }

  @Test(arguments: [false, true])
  func `are counted and skipped in PacketLogger, separately from notes`(isBigEndian: Bool) throws {
    let capture = SyntheticCapture.small()
    var records = capture.file(.packetLogger(isBigEndian: isBigEndian)).records
    var strange = records[0]
    strange[12] = 0x77
    var note = records[0]
    note[12] = 0xFC
    records.insert(contentsOf: [strange, note, note], at: 6)
    let reading = try CaptureReading(records.flatMap { $0 })
    #expect(reading.problems.unknown == ["PacketLogger type 119": 1])
    #expect(reading.problems.others == ["notes of the system": 2])
    try expectSame(reading.operations, capture.operations)
  }

  @Test func `are counted and skipped in the Linux monitor`() throws {
    let capture = SyntheticCapture.small()
    let file = capture.file(.btsnoop(2001))
    var records = file.records
    var strange = records[0]
    strange[11] = 0x40
    var note = records[0]
    note[11] = 0x0D
    records.insert(contentsOf: [strange, note], at: 3)
    let reading = try CaptureReading(file.header + records.flatMap { $0 })
    #expect(reading.problems.unknown == ["monitor code 64": 1])
    #expect(reading.problems.others == ["monitor notes": 1])
    try expectSame(reading.operations, capture.operations)
  }

  @Test func `are counted if another interface of pcapng is Ethernet`() throws {
    let capture = SyntheticCapture.small()
    let bluetooth = capture.file(.pcapngInterfaces(isBigEndian: false))
    // The second packet, an operation, goes to the Ethernet interface.
    var records = bluetooth.records
    records[1][8] = 0
    let reading = try CaptureReading(bluetooth.header + records.flatMap { $0 })
    #expect(reading.problems.unknown == ["Ethernet": 1])
    #expect(reading.operations.count == capture.operations.count - 1)
  }

  @Test func `do not affect the dropped counts of concatenated logs`() throws {
    let file = SyntheticCapture.small().file(.btsnoop(1002))
    var records = file.records
    for index in 3..<records.count { records[index][15] = UInt8(index) }
    let reading = try CaptureReading(file.header + records.flatMap { $0 })
    #expect(reading.problems.droppedCount == records.count - 1)
    let joined = try CaptureReading(file.header + records.flatMap { $0 } + file.header + records.flatMap { $0 })
    #expect(joined.problems.droppedCount == 2 * (records.count - 1))
  }
}
