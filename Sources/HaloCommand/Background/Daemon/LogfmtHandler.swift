import HaloDaemon
import HaloFoundation
import HaloLibc
import Logging
import SystemPackage

/// Writes one line per event to standard error: the message, then `key=value` pairs. Under systemd, the line begins
/// with the priority as in sd-daemon(3), and the systemd journal adds the time. Otherwise it begins with the time and
/// the level.
struct LogfmtHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  /// The priorities as in syslog(3).
  private static let priorities: [Logger.Level: Int] = [
    .trace: 7, .debug: 7, .info: 6, .notice: 5, .warning: 4, .error: 3, .critical: 2,
  ]
  private let isService: Bool
  // Programs log on threads that are in no run.
  private let streams = StandardStreams.current
  private let time = WallTime.system

  /// True if standard error goes to the systemd journal. Checks the device and inode too, because processes in a
  /// desktop's terminal inherit the variable (systemd.exec(5)).
  static var isJournal: Bool {
    let parts = (EnvironmentVariable.value("JOURNAL_STREAM") ?? "").split(separator: ":").compactMap { UInt64($0) }
    var info = stat()
    return parts.count == 2 && fstat(StandardStreams.current[.standardError].rawValue, &info) == 0
      && parts == [UInt64(info.st_dev), UInt64(info.st_ino)]
  }

  /// Creates a handler for the current run.
  init(isService: Bool = Self.isJournal) { self.isService = isService }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    StandardError.write(line(event.level, event.message, event.metadata, at: time), to: streams)
  }

  /// Returns the line of an event.
  func line(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata?, at time: WallTime) -> String
  {
    let head = isService ? "<\(Self.priorities[level] ?? 7)>" : "\(TextFormat.timestamp(time)) \(level.rawValue): "
    let fields = self.metadata.merging(metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
      .map { " \($0.key)=\(Self.quoted("\($0.value)"))" }
    return head + VisibleText.printable("\(message)" + fields.joined()) + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" && !$0.isNewline }
    return isPlain ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
