/// `halo capture record`: records the Bluetooth traffic of a halo command.
struct CaptureRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run another halo command and record its Bluetooth traffic.",
    discussion: """
      The btsnoop file opens in Wireshark and with 'halo capture show'. Bluetooth APIs do not report attribute \
      handles, so the handles in the file are numbered in the order of discovery. The file contains your health \
      data. To share it, make a copy with 'halo capture anonymize'.

      EXAMPLES:
        halo capture record sync.btsnoop sync --radio simulated
        halo capture show sync.btsnoop

      EXIT STATUS: that of the other command; 73 if the file already exists or cannot be created; 74 if it cannot be \
      written.
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var output: String

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments, without 'halo'.", valueName: "command"))
  var command: [String]

  func validate() throws {
    try refuse(
      "Add the command to record after the file: halo capture record sync.btsnoop sync",
      unless: command.first.map({ $0 != "capture" }) ?? false)
  }

  func run() async throws {
    let command = try HaloProgram.current.parse(command)
    let file = try RecordingFile(output)
    do {
      try await RecordingFile.$current.withValue(file) {
        try await HaloProgram.run(command)
      }
    } catch {
      // Remove an empty file, because it would block the next attempt.
      if !file.isUsed { file.remove() }
      throw error
    }
    guard file.isUsed else {
      file.remove()
      let words = self.command.joined(separator: " ")
      throw Failure(EX.dataError, "'\(words)' connected to no device, so nothing was recorded.")
    }
  }
}
