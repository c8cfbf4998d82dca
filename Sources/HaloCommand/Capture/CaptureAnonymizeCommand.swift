import ArgumentParser
import HaloCaptures
import HaloReports

/// `halo capture anonymize`: makes an anonymized copy of a capture.
struct CaptureAnonymizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anonymize",
    abstract: "Anonymize a capture for a bug report.",
    discussion: """
      The copy is a btsnoop file with the connections and the ATT traffic, in the same order and at the same times. \
      Addresses, names and serial numbers are replaced. Everything else is left out: pairing and its keys, nearby \
      devices, Bluetooth Classic with calls and contacts, and the data that the device reads from the phone.

      Values are made up, so the copy has no health data. Values of rings decode to the same number of messages, \
      with the same days and times and valid checksums (totals of made-up values do not add up). In frames of \
      unknown types, constant bytes are kept and the others are random. --keep-values keeps all values, except \
      addresses, names and serial numbers that are known from the capture. Use it for a device with an unknown \
      protocol, and note that its values may be health data. Check the copy with 'halo capture show' before you send \
      it.

      EXAMPLES:
        halo capture anonymize btsnoop_hci.log report.btsnoop
        halo capture anonymize btsnoop_hci.log report.btsnoop --keep-values

      EXIT STATUS: 0; 65 if the file is not a capture; 66 if it cannot be opened; 73 if the copy already exists or \
      cannot be created.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("The new file for the copy.", valueName: "copy"))
  var output: String

  @Flag(
    help:
      "Keep measured values. Addresses, names and serial numbers that the capture names are still replaced."
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
        StandardError.report("\(capture.file) has no ATT traffic, so there is nothing to copy.")
        throw ExitCode(EX.dataError)
      }
      let (operations, devices) = (CaptureInfoText.operations(summary.operationCount), summary.deviceCount)
      let contents =
        devices == 1
        ? Phrase("\(output): \(operations) with 1 device.")
        : Phrase("\(output): \(operations) with \(devices) devices.")
      let values =
        summary.replacedCount == 1
        ? Phrase("1 value replaced, \(summary.keptCount) kept.")
        : Phrase("\(summary.replacedCount) values replaced, \(summary.keptCount) kept.")
      try StandardOutput.write(
        Phrase("\(contents) \(values) Check it before you send it: halo capture show \(output)"))
    } catch {
      file.remove()
      throw error
    }
  }
}
