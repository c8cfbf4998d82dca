import HaloDaemon

extension DaemonRequest.Verb {
  /// The reason why the daemon refuses to run this command for a client; `nil` if it does not. Commands that name
  /// files are refused, because they would open them with the daemon's permissions.
  var refusal: Phrase? {
    guard let verb = try? HaloProgram.current.parse(arguments) as? any DaemonForwardable, !verb.runsLocally else {
      return Phrase("The daemon does not run 'halo \(arguments.first ?? "")' for clients.")
    }
    let own = ["--journal", "--replay", "--replay-map", "--radio", "--adapter"]
    if let option = own.first(where: { own in arguments.contains { $0 == own || $0.hasPrefix(own + "=") } }) {
      return Phrase("The daemon has its own journal and radio, so \(option) is not allowed.")
    }
    // The output of background commands goes to the log.
    if isBackground, !(verb is any BackgroundRunnable) {
      return Phrase("The daemon can only run 'halo live' in the background.")
    }
    if let file = verb.clientFile, file.path != "-" {
      return Phrase("The daemon does not open files of clients: \(file.path).")
    }
    return nil
  }
}
