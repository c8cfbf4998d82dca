import Foundation
import HaloBluetooth
import HaloCaptures
import HaloFuzzing
import Testing

/// Captures in the folder beside the project.
enum SharedCaptures {
  static let treadmill = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/captures/treadmill-horizon.btsnoop").standardized
  static let exist = FileManager.default.fileExists(atPath: treadmill.path)
}

@Suite("Comparison with tshark, operation by operation", .enabled(if: Tshark.url != nil, "tshark is not installed"))
struct TsharkTests {
  @Test(.enabled(if: SharedCaptures.exist, "../shared/captures is not here"))
  func `is the same for a treadmill's log`() throws {
    let found = try CaptureReading([UInt8](Data(contentsOf: SharedCaptures.treadmill))).operations
    #expect(found.count == 1659)
    compare(found, try Tshark.operations(of: SharedCaptures.treadmill))
  }

  // tshark 4.0 does not understand a first fragment of one byte. A first fragment begins with the header, but need not
  // contain all of it (Core Specification, volume 3, part A, 1.4), so Halo is right.
  @Test(arguments: SyntheticFormat.all)
  func `is the same for the synthetic conversation`(format: SyntheticFormat) throws {
    let bytes = SyntheticCapture.everything(shortestFragment: 2).file(format).bytes
    let file = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).\(format.fileExtension)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    compare(try CaptureReading(bytes).operations, try Tshark.operations(of: file))
  }

  @Test(arguments: [4, 17, 93] as [UInt64])
  func `is the same for long values, written and read in parts, among packets of every opcode`(seed: UInt64) throws {
    var random = SeededFieldsRandom(seed)
    var capture = MadeCapture()
    for _ in 0..<120 {
      let handle = UInt8.random(in: 3...60, using: &random)
      let value = (0..<Int.random(in: 1...240, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      switch Int.random(in: 0...5, using: &random) {
      case 0: capture.writeLong(handle, value, part: Int.random(in: 1...18, using: &random), executes: value.count > 20)
      case 1: capture.readLong(handle, value, part: Int.random(in: 5...22, using: &random))
      case 2: capture.notify(handle, value)
      case 3: capture.add([[0x12, 0x52, 0xD2].randomElement(using: &random) ?? 0x12, handle, 0] + value, .sent)
      case 4: capture.add([0x02, 23, 2], .sent)
      default:
        capture.add([0x1D, handle, 0] + value, .received)
        capture.add([0x1E], .sent)
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).btsnoop")
    try Data(capture.bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    compare(try CaptureReading(capture.bytes).operations, try Tshark.operations(of: file))
  }

  private func compare(_ found: [CapturedOperation], _ theirs: [Tshark.Operation]) {
    #expect(found.count == theirs.count)
    for (index, (own, other)) in zip(found, theirs).enumerated() {
      #expect(own.bytes == other.bytes, "operation \(index): \(own)")
      #expect(own.bytes.first == other.opcode, "operation \(index): \(own)")
      if let time = own.time { #expect(time == other.time, "operation \(index): \(own)") }
      guard let handle = other.handle, !isMismatchedByTshark(found[..<index], own) else { continue }
      #expect(own.handle == handle, "operation \(index): \(own)")
    }
  }

  /// Returns whether tshark 4.0 assigns this response to another request: if a notification came in between, which a
  /// server may send at any time, or if the latest such request was on another link of the same controller. A request
  /// has one response, and each link has its own (Core Specification, volume 3, part F, 3.3.2).
  private func isMismatchedByTshark(_ earlier: ArraySlice<CapturedOperation>, _ operation: CapturedOperation) -> Bool {
    guard [0x0B, 0x0D, 0x13].contains(operation.bytes[0]) else { return false }
    if earlier.last(where: { $0.link == operation.link })?.bytes.first == 0x1B { return true }
    let request = earlier.last { $0.bytes[0] == operation.bytes[0] - 1 && $0.direction != operation.direction }
    return request?.link != operation.link
  }
}
