import HaloCaptures

/// `halo capture anonymize`: makes an anonymized copy of a capture.
struct CaptureAnonymizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anonymize",
    abstract: "Anonymize a capture for a bug report.",
    discussion: """
      The copy is a btsnoop file with the connections and the ATT traffic, in the same order and at the same times. \
      Addresses, names and serial numbers are replaced. Everything else is left out: pairing and its keys, nearby \
      devices, Bluetooth Classic with calls and contacts, and the data that the device reads from the phone.

      By default values are made up, so the copy has no health data. Values of rings decode to the same number of \
      messages, with the same days and times (totals of made-up values do not add up). In frames of unknown types, \
      padding and constant bytes are kept, unless they may be a serial number, and the others are random.

      --shift-values makes a copy with which an unknown protocol can be worked out. It keeps what the phone sends \
      (also settings such as height and age), constant bytes and bytes with few values; each number is shifted by a \
      secret amount of its own, so that it rises and falls as before. --keep-values keeps all values. Checksums are \
      valid in every copy.

      Addresses, names, serial numbers and keys that the capture names anywhere are replaced in all copies, in \
      every byte order, as text, in BCD and across two values. The command lists the texts that can still be read: \
      check them, and the copy with 'halo capture show', before you send it. --hide TEXT removes a text, an address \
      or a number in all its encodings.

      EXAMPLES:
        halo capture anonymize btsnoop_hci.log report.btsnoop
        halo capture anonymize btsnoop_hci.log report.btsnoop --shift-values
        halo capture anonymize phone.log report.btsnoop --keep-values --hide NETGEAR65

      EXIT STATUS: 0; 65 if the file is not a capture; 66 if it cannot be opened; 73 if the copy already exists or \
      cannot be created.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("The new file for the copy.", valueName: "copy"))
  var output: String

  @Flag(help: "Keep commands, constants and bytes with few values, and shift numbers.")
  var shiftValues = false

  @Flag(
    help:
      "Keep measured values. Addresses, names and serial numbers that the capture names are still replaced."
  )
  var keepValues = false

  @Option(help: ArgumentHelp("Also remove this text, address or number. Can be repeated.", valueName: "text"))
  var hide: [String] = []

  func validate() throws {
    try refuse("Use either --shift-values or --keep-values.", if: shiftValues && keepValues)
    if let text = hide.first(where: { $0.utf8.count < 2 }) {
      throw ValidationError(Phrase("'\(text)' is too short for --hide: at least two characters are needed."))
    }
  }

  func run() throws {
    let survey = try capture.survey()
    let file = try RecordingFile(output)
    do {
      var anonymizer = CaptureAnonymizer(
        survey, values: keepValues ? .kept : shiftValues ? .shifted : .madeUp, hiding: hide)
      let summary = try anonymizer.run(open: capture.reader) { try file.append($0) }
      guard summary.operationCount > 0 else {
        file.remove()
        throw Failure(EX.dataError, "\(capture.file) has no ATT traffic, so there is nothing to copy.")
      }
      let operations = CaptureInfoText.operations(summary.operationCount)
      let devices = summary.deviceCount
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
      if let readable = Self.list(summary.readable) {
        try StandardOutput.write(Phrase("Still readable: \(readable). To remove a text, repeat this with --hide."))
      }
    } catch {
      file.remove()
      throw error
    }
  }

  /// Lists the texts that occur most; `nil` if the list is empty.
  private static func list(_ readable: [CaptureAnonymizer.Readable]) -> String? {
    guard !readable.isEmpty else { return nil }
    let most = 20
    let texts = readable.prefix(most).map { "'\(VisibleText.printable($0.text))' ×\($0.count)" }
    return (texts + (readable.count > most ? ["… (\(readable.count))"] : [])).joined(separator: ", ")
  }
}
