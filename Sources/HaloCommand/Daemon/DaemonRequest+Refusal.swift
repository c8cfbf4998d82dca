import HaloDaemon
import HaloReports

extension DaemonRequest.Verb {
  /// Why the daemon does not run this command for others; `nil` if it does. A command that names files would open them with the daemon's
  /// rights.
  var refusal: Phrase? {
    guard let verb = try? HaloProgram.current.parse(arguments) as? any ServedVerb, !verb.runsHere else {
      return Phrase("The daemon does not run 'halo \(arguments.first ?? "")' for others.")
    }
    let own = ["--journal", "--replay", "--replay-map", "--radio", "--adapter"]
    if let option = own.first(where: { own in arguments.contains { $0 == own || $0.hasPrefix(own + "=") } }) {
      return Phrase("The daemon has a journal and a radio of its own, so \(option) is not for it.")
    }
    // What it says goes into the log.
    if isBackground, !type(of: verb).canRunInBackground {
      return Phrase("The daemon runs 'halo live' alone in the background.")
    }
    if let file = verb.callersFile, file.path != "-" {
      return Phrase("The daemon does not open files of others: \(file.path).")
    }
    return nil
  }
}
