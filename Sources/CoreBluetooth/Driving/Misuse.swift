#if !canImport(Darwin)
  import Foundation

  /// Says on standard error what an app asked for that cannot be, and that Apple's framework logs as well.
  enum Misuse {
    static func log(_ text: String) { FileHandle.standardError.write(Data("CoreBluetooth: \(text)\n".utf8)) }
  }
#endif
