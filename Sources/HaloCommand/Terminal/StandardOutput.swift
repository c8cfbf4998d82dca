import ArgumentParser
import SystemPackage

/// Where results are written.
enum StandardOutput {
  /// Writes all of `bytes`.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno {
      StandardError.write("halo: cannot write the output: \(error)\n")
      throw ExitCode(EX.ioError)
    }
  }

  /// Writes `text`.
  static func write(text: String) throws { try write(text.utf8) }
}

/// Exit statuses of `sysexits.h`.
enum EX {
  /// The command was used wrongly, or its input was not what it takes.
  static let usage: Int32 = 64
  /// The input holds nothing of use.
  static let dataError: Int32 = 65
  /// Reading or writing failed.
  static let ioError: Int32 = 74
}
