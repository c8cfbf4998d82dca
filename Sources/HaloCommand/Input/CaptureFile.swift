import HaloCaptures
import SystemPackage

/// Reads capture files.
enum CaptureFile {
  /// Returns a reader at the start of a file. Input from a pipe is spooled to an unlinked temporary file, because
  /// captures are read several times: discovery may come after the values that it describes.
  static func reader(_ path: String) throws -> CaptureReader {
    let file = try Failure.opening(path) {
      try path == "-" ? spooled() : OpenFile(FileDescriptor.open(FilePath(path), .readOnly))
    }
    var position: Int64 = 0
    return try report(path) {
      try CaptureReader { count in
        let bytes = try Failure.reading(path) { try file.read(count, at: position) }
        position += Int64(bytes.count)
        return bytes
      }
    }
  }

  /// Returns standard input as a seekable file. A pipe is spooled to an unlinked temporary file.
  private static func spooled() throws -> OpenFile {
    try InputLines.seekable { input in
      if (try? input.seek(offset: 0, from: .current)) != nil { return OpenFile(try input.duplicate()) }
      let file = try OpenFile.temporary()
      var count = 0
      while true {
        let bytes = try [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, size in
          size = try input.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        if bytes.isEmpty { return file }
        try file.descriptor.writeAll(bytes)
        // Other data may be endless.
        count += bytes.count
        if count >= 1 << 16, count - bytes.count < 1 << 16, (try? CaptureReader(file.read(count, at: 0))) == nil {
          return file
        }
      }
    }
  }

  /// Returns the conversation with each device of a capture.
  static func conversations(_ path: String, map: String?) throws -> [CapturedConversation] {
    let names = try map.map { CaptureNames(given: try self.map($0)) } ?? CaptureNames()
    return try report(path) {
      let survey = try CaptureSurvey(reader(path), registry: HaloProgram.registry, names: names)
      let devices = survey.devices.filter { $0.operationCount > 0 }
      guard !devices.isEmpty else {
        throw Failure(EX.dataError, "\(path): the capture has no device traffic.")
      }
      return try devices.map { try CapturedConversation(reader(path), survey, device: $0) }
    }
  }

  /// Returns the conversation with one device of a capture: the named one, otherwise the one with the most traffic, of a
  /// supported family if there is one. Reports the other devices.
  static func conversation(
    _ path: String, device wanted: String?, names: CaptureNames = CaptureNames()
  ) throws -> CapturedConversation {
    try report(path) {
      let survey = try CaptureSurvey(reader(path), registry: HaloProgram.registry, names: names)
      let active = survey.devices.filter { $0.operationCount > 0 }
      let devices = active.filter { device in
        let texts = [device.name, device.address?.description, device.label].compactMap { $0?.foldedName }
        return wanted.map { texts.contains($0.foldedName) } ?? true
      }
      let supported = devices.filter { !$0.families.isEmpty }
      guard
        let device = (supported.isEmpty ? devices : supported).max(by: { $0.operationCount < $1.operationCount })
      else {
        let problem =
          switch wanted {
          case let wanted? where active.isEmpty: Phrase("\(path): the capture has no device '\(wanted)'.")
          case let wanted?:
            Phrase("\(path): the capture has no device '\(wanted)', only \(.names(active.map(\.label))).")
          case nil: Phrase("\(path): the capture has no device traffic.")
          }
        throw Failure(EX.dataError, problem)
      }
      if wanted == nil, active.count > 1 {
        let others = active.filter { $0.place != device.place }.map { "'\($0.label)'" }
        StandardError.report("left out \(.names(others)). Choose a device with --device.")
      }
      return try CapturedConversation(reader(path), survey, device: device)
    }
  }

  /// Runs `body`. Turns a `CaptureError` into a `Failure` that names the file.
  static func report<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CaptureError {
      throw Failure(EX.dataError, "\(path): \(error)")
    }
  }

  /// Reads a map of handles from a text file or from another capture.
  static func map(_ path: String) throws -> AttributeMap {
    if let survey = try? CaptureSurvey(CaptureReader(bytes(path)), registry: HaloProgram.registry) {
      var map = AttributeMap()
      for device in survey.devices { if let known = survey.names.map(device.place) { map.merge(known) } }
      guard !map.isEmpty else {
        throw Failure(EX.dataError, "\(path) has no service discovery, so it does not describe handles.")
      }
      return map
    }
    var map = AttributeMap()
    let lines = String(decoding: try bytes(path), as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { continue }
      guard (2...3).contains(words.count), let handle = CaptureArguments.handle(words[0]),
        let uuid = BluetoothUUID(words[1]), words.count == 2 || BluetoothUUID(words[2]) != nil
      else {
        throw Failure(
          EX.dataError,
          """
          \(path), line \(String(number + 1)): expected a handle, a characteristic's UUID and optionally its \
          service's UUID, such as '0x0012 FFF4 FFF0'.
          """)
      }
      map.name(handle, uuid, service: words.count == 3 ? BluetoothUUID(words[2]) : nil, origin: .given)
    }
    return map
  }

  /// Returns the contents of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    try Failure.reading(path, status: EX.noInput) {
      try OpenFile(FileDescriptor.open(FilePath(path), .readOnly)).contents()
    }
  }
}
