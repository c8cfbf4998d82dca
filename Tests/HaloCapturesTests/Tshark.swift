import Foundation

/// The program `tshark`, an independent reader of captures.
enum Tshark {
  /// An attribute protocol operation as decoded by tshark.
  struct Operation {
    /// Microseconds since 1970.
    let time: Int64?
    let opcode: UInt8
    /// The attribute, if tshark reports exactly one.
    let handle: UInt16?
    let bytes: [UInt8]
  }

  static let url: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "tshark") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  struct Failure: Error { let status: Int32 }

  /// Returns the operations that tshark finds in a file.
  static func operations(of file: URL) throws -> [Operation] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "output.json")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = url
    process.arguments = ["-r", file.path, "-Y", "btatt", "-T", "json", "-x", "--no-duplicate-keys"]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    let frames = try JSONSerialization.jsonObject(with: Data(contentsOf: output)) as? [[String: Any]] ?? []
    return frames.compactMap { frame in
      guard let layers = (frame["_source"] as? [String: Any])?["layers"] as? [String: Any] else { return nil }
      return operation(layers)
    }
  }

  private static func operation(_ layers: [String: Any]) -> Operation? {
    guard let packet = layers["btatt"] as? [String: Any], let raw = layers["btatt_raw"] as? [Any],
      let text = raw.first as? String, let opcode = number(packet["btatt.opcode"])
    else { return nil }
    let time = ((layers["frame"] as? [String: Any])?["frame.time_epoch"] as? String).flatMap(microseconds)
    return Operation(
      time: time, opcode: UInt8(truncatingIfNeeded: opcode),
      handle: number(packet["btatt.handle"]).map { UInt16(truncatingIfNeeded: $0) }, bytes: bytes(text))
  }

  /// Parses `0x0012`; `nil` if there are several values.
  private static func number(_ value: Any?) -> Int? {
    (value as? String).flatMap { $0.hasPrefix("0x") ? Int($0.dropFirst(2), radix: 16) : Int($0) }
  }

  /// Parses `1612150091.850345000`.
  private static func microseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = Int64(parts[0]), let fraction = Int64(parts[1].prefix(6)) else { return nil }
    return seconds * 1_000_000 + fraction
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = [UInt8](text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
  }
}
