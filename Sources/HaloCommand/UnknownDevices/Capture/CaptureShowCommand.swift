import HaloCaptures

/// `halo capture show`: prints the ATT operations of a capture.
struct CaptureShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show each operation with its time, bytes and decoded message.",
    discussion: """
      '→' marks operations that the phone or computer sent, '←' those that it received. Times are local; with --json \
      and --csv they are in UTC. --type selects operations by name (notification, writeRequest, …) and messages by \
      type (battery, …).

      EXAMPLES:
        halo capture show btsnoop_hci.log
        halo capture show btsnoop_hci.log --characteristic FFF4 --from 60 --to 90
        halo capture show btsnoop_hci.log --type battery --json
        halo capture show btsnoop_hci.log --csv > conversation.csv

      EXIT STATUS: 0; 65 if the file is not a capture of a Bluetooth host; 66 if it cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var filterOptions: CaptureFilterOptions

  @Option(help: ArgumentHelp("Only operations and messages of this type. Repeatable.", valueName: "type"))
  var type: [String] = []

  @Flag(help: "Print one JSON object per operation.")
  var json = false

  @Flag(help: "Print CSV.")
  var csv = false

  func validate() throws {
    try refuse("Pass only one of --json and --csv.", if: json && csv)
  }

  func run() throws {
    let survey = try capture.survey(forNamesOnly: true)
    var filter = try filterOptions.filter(survey)
    filter.types = Set(type)
    try CaptureFile.report(capture.file) {
      if json {
        try show(OperationJSON(), survey, filter)
      } else if csv {
        try show(OperationCSV(), survey, filter)
      } else {
        try show(OperationText(survey, Terminal.current()), survey, filter)
      }
    }
    if !json, !csv { StandardError.write(CaptureInfoText.unreadableData(survey)) }
  }

  private func show(_ printer: some OperationPrinter, _ survey: CaptureSurvey, _ filter: OperationFilter) throws {
    var printer = printer
    var isEmpty = true
    var decoder = CaptureDecoder(names: survey.names, learns: false, readsNames: false)
    var messages = ConversationMessages(survey)
    let includesMessages = printer.includesMessages || !filter.types.isEmpty
    let includesAll = filter.isEmpty
    var reader = try capture.reader()
    try reader.forEach { record in
      decoder.receive(record) { event in
        if filter.passes(event, at: record.time) { printer.append(event, at: record.time) }
      } operation: { operation in
        let found = includesMessages ? messages.messages(of: operation) : []
        if includesAll || filter.passes(operation) && filter.passes(operation, found) {
          printer.append(operation, found)
          isEmpty = false
        }
      }
      if printer.bytes.count > 1 << 16 { try flush(&printer) }
    }
    printer.finish(messages.finish())
    try flush(&printer)
    if isEmpty {
      StandardError.report(
        includesAll
          ? Phrase("\(capture.file): no operation. 'halo capture info' summarizes the file.")
          : Phrase("\(capture.file): no matching operation. 'halo capture info' summarizes the file."))
    }
  }

  private func flush(_ printer: inout some OperationPrinter) throws {
    try StandardOutput.write(printer.bytes)
    printer.removeAll()
  }
}

/// Formats operations for output.
protocol OperationPrinter {
  /// The formatted output since the last `removeAll()`.
  var bytes: ArraySlice<UInt8> { get }
  /// True if the output includes decoded messages.
  var includesMessages: Bool { get }
  mutating func removeAll()
  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields])
  /// Appends an event of a link.
  mutating func append(_ event: CaptureDecoder.Event, at time: CaptureTime?)
  /// Appends the messages that were incomplete at the end.
  mutating func finish(_ unfinished: [any MessageFields])
}

extension OperationPrinter {
  var includesMessages: Bool { true }
  mutating func append(_ event: CaptureDecoder.Event, at time: CaptureTime?) {}
  mutating func finish(_ unfinished: [any MessageFields]) {}
}

/// JSON lines, one object per operation.
struct OperationJSON: OperationPrinter {
  private var writer = JSONLineWriter()
  private var words = CaptureFormatter()

  var bytes: ArraySlice<UInt8> { writer.bytes }
  mutating func removeAll() { writer.removeAll() }

  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields]) {
    writer.append(OperationLine(operation, messages, &words))
  }
}
