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
