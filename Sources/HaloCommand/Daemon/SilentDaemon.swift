import HaloReports

/// A daemon that accepts connections and answers nothing.
struct SilentDaemon: ReportedError, Hashable, CustomStringConvertible {
  /// Its process; `nil` if the system does not say.
  let process: Int32?

  /// How long a daemon may take for its first answer, and for accepting a connection.
  static let limit: Duration = .seconds(5)

  var description: String {
    let number = process.map(String.init) ?? "NUMBER"
    let silence =
      process == nil
      ? Phrase("The Halo daemon does not answer.") : Phrase("The Halo daemon (process \(number)) does not answer.")
    return Phrase(
      """
      \(silence) It may be busy, or its disk may be: try again in a moment. If it was stopped, continue it with 'kill -CONT \(number)'. \
      Otherwise end it with 'kill -KILL \(number)' and start it again; the service: 'sudo systemctl restart halo'. What it stored is kept.
      """
    ).text
  }
}
