/// A daemon that accepts connections but does not reply.
package struct UnresponsiveDaemon: PhrasedError, Hashable {
  /// The daemon's process ID; `nil` if the system does not report it.
  package let process: Int32?

  /// The time limit for the first reply and for accepting a connection.
  package static let limit: Duration = .seconds(5)

  package init(process: Int32?) { self.process = process }

  package var phrase: Phrase {
    let number = process.map(String.init) ?? "NUMBER"
    let timeout =
      process == nil
      ? Phrase("The Halo daemon does not answer.") : Phrase("The Halo daemon (process \(number)) does not answer.")
    return Phrase(
      """
      \(timeout) The daemon or its disk may be busy; try again in a moment. If the process is suspended, \
      resume it with 'kill -CONT \(number)'. Otherwise end it with 'kill -KILL \(number)' and start it again. \
      Restart the service with 'sudo systemctl restart halo'. Stored data is kept.
      """)
  }
}
