import ArgumentParser
import Foundation
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import SystemPackage

/// `halo import`: brings the past along.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring data along: an export of Halo, or the file of the usual Python client.",
    discussion: """
      FILE is what 'halo export' wrote (CSV or JSON lines), or the SQLite file of colmi_r02_client. What the journal knows already \
      stays as it is, so a file can be imported twice. Of the Python client's file heart rates, steps and distances are read. \
      What cannot be a measurement is left out and named: times before 2000 or after tomorrow, values that no person can have, \
      intervals that are too long, names with control characters.

      EXAMPLES:
        halo import everything.csv
        halo import ring_data.sqlite

      EXIT STATUS: 0; 64 if the wearer's name is not a possible name; 65 if nothing in the file, or not every line, can be read; 66 if the \
      file cannot be opened.
      """)

  @Argument(help: ArgumentHelp("The file, '-' for standard input.", valueName: "file"))
  var file: String

  @Option(help: "Who wears the ring, where the file does not say.")
  var wearer: String = "me"

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let data: Data?
    if file == "-" {
      data = try? FileHandle.standardInput.readToEnd() ?? Data()
    } else {
      data = try? Data(contentsOf: URL(filePath: file))
    }
    guard let data else {
      StandardError.report("cannot open \(file). Is it there, and may you read it?")
      throw ExitCode(EX.noInput)
    }
    if FileImport.isDatabase(data) {
      guard file == "-" else { return try importPythonClient(file) }
      // SQLite reads files alone.
      let copy = FileManager.default.temporaryDirectory.appending(path: "halo-import-\(UUID()).sqlite")
      defer { try? FileManager.default.removeItem(at: copy) }
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard FileManager.default.createFile(atPath: copy.path(), contents: data, attributes: attributes) else {
        throw failure(Phrase("there is no room to copy what is read."))
      }
      try importPythonClient(copy.path())
    } else {
      try importExport(String(decoding: data, as: UTF8.self))
    }
  }

  private func importPythonClient(_ path: String) throws {
    let (outcomes, nights, refused) = try imported { try $0.readDatabase(at: path, name: file) }
    try tell(outcomes, refused)
    if nights > 0 {
      StandardError.report(
        nights == 1 ? Phrase("its 1 night cannot be read.") : Phrase("its \(nights) nights cannot be read."))
    }
  }

  private func importExport(_ text: String) throws {
    let (outcomes, refused) = try imported { try $0.readExport(text, name: file) }
    try tell(outcomes, refused)
  }

  private func imported<Result>(_ body: (FileImport) throws -> Result) throws -> Result {
    let now = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000), secondsFromGMT: 0)
    do {
      return try report {
        try body(
          FileImport(
            into: try journalOptions.open(), wearer: wearer, now: now, released: HaloProgram.releaseDate))
      }
    } catch let failure as FileImport.Failure { throw self.failure(failure.phrase) }
  }

  private func tell(_ outcomes: [FileImport.Outcome], _ refused: FileImport.Refusals) throws {
    for outcome in outcomes {
      let (device, new, all) = (outcome.device, outcome.new, outcome.all)
      try StandardOutput.write(
        all == 1
          ? Phrase("\(device): \(new) new of 1 entry, the others were here already.")
          : Phrase("\(device): \(new) new of \(all) entries, the others were here already."))
    }
    if let sentence = refused.sentence { StandardError.report(sentence) }
  }

  private func failure(_ phrase: Phrase) -> ExitCode {
    StandardError.report(phrase)
    return ExitCode(EX.dataError)
  }
}
