import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloReports
import HaloWearables

/// `halo capture show`: the conversation.
struct CaptureShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the conversation: who said what and when, with its bytes and what they mean.",
    discussion: """
      '→' is what the phone or computer sent, '←' what it received. Times are of this machine's zone; with --json and --csv they are \
      in UTC. --type picks operations by their names (notification, writeRequest, …) and messages by their types (battery, …).

      EXAMPLES:
        halo capture show btsnoop_hci.log
        halo capture show btsnoop_hci.log --characteristic FFF4 --from 60 --to 90
        halo capture show btsnoop_hci.log --type battery --json
        halo capture show btsnoop_hci.log --csv > conversation.csv

      EXIT STATUS: 0; 65 if the file is no capture of a Bluetooth host; 66 if it cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var filterOptions: CaptureFilterOptions

  @Option(help: ArgumentHelp("Only operations and messages of this type. Can be given again.", valueName: "type"))
  var type: [String] = []

  @Flag(help: "Print a JSON object an operation.")
  var json = false

  @Flag(help: "Print a table of comma-separated values.")
  var csv = false

  func validate() throws {
    if json, csv { throw ValidationError(Phrase("Choose one of --json and --csv.")) }
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
    if !json, !csv { StandardError.write(CaptureInfoText.troubles(survey)) }
  }

  private func show(_ printer: some OperationPrinter, _ survey: CaptureSurvey, _ filter: OperationFilter) throws {
    var printer = printer
    var isEmpty = true
    var decoder = CaptureDecoder(names: survey.names, learns: false, hearsNames: false)
    var messages = ConversationMessages(HaloProgram.registry)
    let wantsMessages = printer.wantsMessages || !filter.types.isEmpty
    let wantsAll = filter.isEmpty
    var reader = try capture.reader()
    try reader.forEach { record in
      decoder.receive(record) { event in
        if filter.passes(event, at: record.time) { printer.append(event, at: record.time) }
      } operation: { operation in
        let found = wantsMessages ? messages.messages(of: operation) : []
        if wantsAll || filter.passes(operation) && filter.passes(operation, found) {
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
        wantsAll
          ? Phrase("\(capture.file): no operation. 'halo capture info' says what is in it.")
          : Phrase("\(capture.file): no operation that was asked for. 'halo capture info' says what is in it."))
    }
  }

  private func flush(_ printer: inout some OperationPrinter) throws {
    try StandardOutput.write(printer.bytes)
    printer.removeAll()
  }
}

/// Makes output of operations.
protocol OperationPrinter {
  /// What was made and not yet removed.
  var bytes: ArraySlice<UInt8> { get }
  /// Whether it shows what values mean.
  var wantsMessages: Bool { get }
  mutating func removeAll()
  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields])
  /// What else happens to links.
  mutating func append(_ event: CaptureDecoder.Event, at time: CaptureTime?)
  /// What was unfinished at the end.
  mutating func finish(_ unfinished: [any MessageFields])
}

extension OperationPrinter {
  var wantsMessages: Bool { true }
  mutating func append(_ event: CaptureDecoder.Event, at time: CaptureTime?) {}
  mutating func finish(_ unfinished: [any MessageFields]) {}
}

/// A JSON object a line.
struct OperationJSON: OperationPrinter {
  private var writer = JSONLineWriter()
  private var words = CaptureWords()

  var bytes: ArraySlice<UInt8> { writer.bytes }
  mutating func removeAll() { writer.removeAll() }

  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields]) {
    writer.append(OperationLine(operation, messages, &words))
  }
}
