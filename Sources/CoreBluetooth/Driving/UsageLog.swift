import Foundation

/// Logs an app's invalid request to standard error, in cases that Apple's framework logs as well.
enum UsageLog {
  static func log(_ text: String) { FileHandle.standardError.write(Data("CoreBluetooth: \(text)\n".utf8)) }
}
