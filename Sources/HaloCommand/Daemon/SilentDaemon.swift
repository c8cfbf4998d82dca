/// A daemon that accepts connections and answers nothing.
struct SilentDaemon: ReportedError, Hashable, CustomStringConvertible {
  /// Its process; `nil` if the system does not say.
  let process: Int32?

  /// How long a daemon may take for its first answer, and for accepting a connection.
  static let limit: Duration = .seconds(5)

  var description: String {
    let name = process.map { "The Halo daemon (process \($0))" } ?? "The Halo daemon"
    let number = process.map(String.init) ?? "NUMBER"
    return """
      \(name) does not answer. It may be busy, or its disk may be: try again in a moment. If it was stopped, continue it with \
      'kill -CONT \(number)'. Otherwise end it with 'kill -KILL \(number)' and start it again; the service: \
      'sudo systemctl restart halo'. What it stored is kept.
      """
  }
}
