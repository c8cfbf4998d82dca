import HaloBluetooth
import HaloCaptures
import HaloWearables
import Testing

@Suite("Values in several parts")
struct WholeValuesTests {
  private let values = (0..<4).map { number in (0..<32 + number).map { UInt8($0 * 7 + number) } }

  @Test(arguments: [5, 18, 22, 32])
  func `prepared writes and long reads are whole values`(part: Int) throws {
    var capture = MadeCapture()
    for value in values {
      capture.writeLong(0x14, value, part: part)
      capture.notify(0x17, [1, 2])
      capture.readLong(0x14, value, part: part)
    }
    let streams = try capture.streams()
    let sent = try #require(streams.first { $0.source.direction == .sent && $0.source.handle == 0x14 })
    let received = try #require(streams.first { $0.source.direction == .received && $0.source.handle == 0x14 })
    #expect(sent.frames.map(\.bytes) == values && received.frames.map(\.bytes) == values)
    var filter = OperationFilter()
    (filter.handles, filter.direction) = ([0x14], .sent)
    #expect(try capture.streams(filter).map { $0.frames.map(\.bytes) } == [values])
    let survey = try CaptureSurvey(capture.reader(), registry: DriverRegistry([]))
    let traffic = try #require(survey.devices.first?.traffic[0x14])
    #expect(traffic.sentCount == 4 && traffic.receivedCount == 4)
  }

  @Test func `parts have their offset, other operations none`() throws {
    var capture = MadeCapture()
    capture.writeLong(0x14, values[0], part: 20)
    capture.readLong(0x14, values[1], part: 20)
    capture.notify(0x14, [1])
    let offsets = try capture.operations().map(\.offset)
    #expect(offsets == [0, 0, 20, 20, nil, nil, nil, nil, nil, 20, nil])
  }

  @Test func `a cancelled write and a read from another place give no value`() throws {
    var capture = MadeCapture()
    capture.writeLong(0x14, values[0], part: 20, executes: false)
    capture.add([0x0A, 0x14, 0], .sent)
    capture.add([0x0B, 1, 2, 3], .received)
    // Bytes 3 and 4 are missing.
    capture.add([0x0C, 0x14, 0, 5, 0], .sent)
    capture.add([0x0D, 9, 9], .received)
    // Another attribute.
    capture.add([0x0C, 0x16, 0, 3, 0], .sent)
    capture.add([0x0D, 9, 9], .received)
    #expect(try capture.streams().map { $0.frames.map(\.bytes) } == [[[1, 2, 3]]])
  }

  @Test func `a value over two packets is found`() throws {
    var capture = MadeCapture()
    let value = [UInt8](repeating: 0x11, count: 17) + [0xA3, 0x54, 0x07] + [UInt8](repeating: 0x11, count: 6)
    capture.writeLong(0x14, value, part: 18)
    capture.readLong(0x16, value, part: 18)
    let known = try #require(KnownValue("\(0x0754A3)"))
    let matches = ValueSearch([known]).matches(try capture.streams())
    #expect(Set(matches.filter { $0.range == 17..<20 }.map(\.source.handle)) == [0x14, 0x16])
  }
}
