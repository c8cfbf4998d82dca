import ArgumentParser
import HaloReports
import SystemPackage

/// `halo capture record`: what Halo itself sends and receives.
struct CaptureRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run another halo command, and write what goes over the air into a btsnoop file.",
    discussion: """
      The file opens in Wireshark, and in 'halo capture show'. Radios do not tell the handles of attributes: those in the file are \
      counted in the order of discovery. What is written are health data as they are; 'halo capture anonymize' makes a copy that can \
      be shown to others.

      EXAMPLES:
        halo capture record sync.btsnoop sync --radio simulated
        halo capture show sync.btsnoop

      EXIT STATUS: that of the other command; 73 if the file is there already or cannot be made; 74 if it cannot be written.
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var output: String

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments, without 'halo'.", valueName: "command"))
  var command: [String]

  func validate() throws {
    guard command.first.map({ $0 != "capture" }) ?? false else {
      throw ValidationError(
        Phrase("After the file comes the command to record, as in: halo capture record sync.btsnoop sync"))
    }
  }

  func run() async throws {
    var command = try HaloProgram.current.parse(command)
    let file = try RecordingFile(output)
    do {
      try await RecordingFile.$current.withValue(file) {
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      }
    } catch {
      // What went wrong is said; an empty file would only be in the way of the next try.
      if !file.isUsed { file.remove() }
      throw error
    }
    guard file.isUsed else {
      file.remove()
      let words = self.command.joined(separator: " ")
      StandardError.report("'\(words)' spoke with no device, so nothing was recorded.")
      throw ExitCode(EX.dataError)
    }
  }
}
