import ArgumentParser
import HaloCaptures
import HaloReports

/// `halo capture anonymize`: a copy that can be shown.
struct CaptureAnonymizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anonymize",
    abstract: "Make a copy of a capture that can be attached to a bug report.",
    discussion: """
      The copy is a btsnoop file with the links and what went over the attribute protocol, in the same order and at the same times. \
      Addresses, names and serial numbers are replaced. Everything else that is in the capture stays behind: pairing and its keys, \
      devices near by, classic Bluetooth with calls and contacts, and what the device reads from the phone.

      Values are made up, so that nobody's heart is in the copy: those of rings decode to as many messages as before, with the same \
      days and times, and right checksums (sums of made-up values do not add up); of what no table knows, bytes that stay the same while \
      others change stay, and the rest is random. --keep-values leaves them as they are, except addresses, names and serial numbers \
      that are known from the capture: do that for a device whose values nobody understands, and know that they may be health data. Look at the copy before you send it: 'halo capture show'.

      EXAMPLES:
        halo capture anonymize btsnoop_hci.log report.btsnoop
        halo capture anonymize btsnoop_hci.log report.btsnoop --keep-values

      EXIT STATUS: 0; 65 if the file is no capture; 66 if it cannot be opened; 73 if the copy is there already or cannot be made.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("The copy, a new file.", valueName: "copy"))
  var output: String

  @Flag(
    help:
      "Leave what was measured as it is; addresses, names and serial numbers that the capture names are replaced all the same."
  )
  var keepValues = false

  func run() throws {
    let survey = try capture.survey()
    let file = try RecordingFile(output)
    do {
      var anonymizer = CaptureAnonymizer(survey, keepsValues: keepValues)
      let summary = try anonymizer.run(open: capture.reader) { try file.append($0) }
      guard summary.operationCount > 0 else {
        file.remove()
        StandardError.report("\(capture.file) has nothing of the attribute protocol, so there is nothing to show.")
        throw ExitCode(EX.dataError)
      }
      let (operations, devices) = (CaptureInfoText.operations(summary.operationCount), summary.deviceCount)
      let contents =
        devices == 1
        ? Phrase("\(output): \(operations) with 1 device.")
        : Phrase("\(output): \(operations) with \(devices) devices.")
      let values =
        summary.replacedCount == 1
        ? Phrase("1 value made up, \(summary.keptCount) kept.")
        : Phrase("\(summary.replacedCount) values made up, \(summary.keptCount) kept.")
      try StandardOutput.write(
        Phrase("\(contents) \(values) Look at it before you send it: halo capture show \(output)"))
    } catch {
      file.remove()
      throw error
    }
  }
}
