package import HaloText

/// A daemon that accepts connections and answers nothing.
package struct SilentDaemon: PhrasedError, Hashable {
  /// Its process; `nil` if the system does not say.
  package let process: Int32?

  /// How long a daemon may take for its first answer, and for accepting a connection.
  package static let limit: Duration = .seconds(5)

  package init(process: Int32?) { self.process = process }

  package var phrase: Phrase {
    let number = process.map(String.init) ?? "NUMBER"
    let silence =
      process == nil
      ? Phrase("The Halo daemon does not answer.") : Phrase("The Halo daemon (process \(number)) does not answer.")
    return Phrase(
      """
      \(silence) It may be busy, or its disk may be: try again in a moment. If it was stopped, continue it with 'kill -CONT \(number)'. \
      Otherwise end it with 'kill -KILL \(number)' and start it again; the service: 'sudo systemctl restart halo'. What it stored is kept.
      """)
  }
}
