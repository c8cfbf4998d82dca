import ArgumentParser
import HaloBluetooth
import HaloCaptures
import SystemPackage

/// Which capture a command reads, and what is known of it besides.
struct CaptureOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The capture; '-' for standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      """
      What the handles are, where the phone knew that already and did not ask: lines as in '0x0012 FFF4', as 'halo capture info \
      --print-map' writes them, or another capture of the same kind of device.
      """, valueName: "file"))
  var map: String?

  /// A reader at the beginning of the capture.
  func reader() throws -> CaptureReader { try CaptureFile.reader(file) }

  /// What the user knows of the attributes.
  func names() throws -> CaptureNames {
    guard let map else { return CaptureNames() }
    return CaptureNames(given: try CaptureFile.map(map))
  }

  /// What is in the capture.
  func survey() throws -> CaptureSurvey {
    try CaptureFile.report(file) { try CaptureSurvey(reader(), names: names()) }
  }

  /// Whether the capture can be read twice.
  var canBeReadAgain: Bool { CaptureFile.canBeReadAgain(file) }
}

/// Captures as files.
enum CaptureFile {
  /// A reader at the beginning of a file.
  static func reader(_ path: String) throws -> CaptureReader {
    let descriptor: FileDescriptor
    if path == "-" {
      descriptor = .standardInput
    } else {
      do {
        descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      } catch let error as Errno {
        StandardError.write("halo: cannot open \(path): \(error)\n")
        throw ExitCode(EX.noInput)
      }
    }
    let file = OpenFile(descriptor)
    return try report(path) {
      try CaptureReader { count in
        do {
          return try [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
          }
        } catch let error as Errno {
          StandardError.write("halo: cannot read \(path): \(error)\n")
          throw ExitCode(EX.ioError)
        }
      }
    }
  }

  /// What was said to one device of a capture: the one named, or the one most was said to.
  static func conversation(
    _ path: String, device wanted: String?, names: CaptureNames = CaptureNames()
  ) throws -> CapturedConversation {
    guard canBeReadAgain(path) else {
      StandardError.write("halo: cannot open \(path), or it is a pipe: this needs a file, because it reads it twice.\n")
      throw ExitCode(EX.noInput)
    }
    return try report(path) {
      let survey = try CaptureSurvey(reader(path), names: names)
      let devices = survey.devices.filter { device in
        wanted == nil || device.name?.lowercased() == wanted?.lowercased()
          || device.address?.description.lowercased() == wanted?.lowercased()
      }
      guard let device = devices.max(by: { $0.operationCount < $1.operationCount }) else {
        let known = survey.devices.map { Words.printable($0.label) }.joined(separator: ", ")
        StandardError.write(
          "halo: \(path): \(wanted.map { "no device '\($0)' is spoken with" } ?? "no device is spoken with")"
            + "\(known.isEmpty ? "" : ", only \(known)").\n")
        throw ExitCode(EX.dataError)
      }
      return try CapturedConversation(reader(path), survey, device: device)
    }
  }

  /// Runs `body`; what is wrong with the capture goes to standard error in words.
  static func report<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CaptureError {
      StandardError.write("halo: \(path): \(error)\n")
      throw ExitCode(EX.dataError)
    }
  }

  static func canBeReadAgain(_ path: String) -> Bool {
    guard path != "-", let descriptor = try? FileDescriptor.open(FilePath(path), .readOnly) else { return false }
    defer { try? descriptor.close() }
    return (try? descriptor.seek(offset: 0, from: .end)) != nil
  }

  /// Handles and what they are, as a person wrote them, or out of another capture.
  static func map(_ path: String) throws -> AttributeMap {
    if let survey = try? CaptureSurvey(CaptureReader(bytes(path))) {
      var map = AttributeMap()
      for device in survey.devices { if let known = survey.names.map(device.place) { map.merge(known) } }
      guard !map.isEmpty else {
        StandardError.write("halo: \(path) shows no discovery, so it says nothing about handles.\n")
        throw ExitCode(EX.dataError)
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
        StandardError.write(
          """
          halo: \(path), line \(number + 1): a handle, a characteristic's UUID and, if you like, its service's belong here, as in \
          '0x0012 FFF4 FFF0'.

          """)
        throw ExitCode(EX.dataError)
      }
      map.name(handle, uuid, service: words.count == 3 ? BluetoothUUID(words[2]) : nil, origin: .given)
    }
    return map
  }

  /// A whole file.
  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      let file = OpenFile(try FileDescriptor.open(FilePath(path), .readOnly))
      var bytes: [UInt8] = []
      while true {
        let more = try [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, size in
          size = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        if more.isEmpty { return bytes }
        bytes += more
      }
    } catch let error as Errno {
      StandardError.write("halo: cannot read \(path): \(error)\n")
      throw ExitCode(EX.noInput)
    }
  }
}

/// A file that is closed when nobody reads it any more.
private final class OpenFile {
  let descriptor: FileDescriptor

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }
}
