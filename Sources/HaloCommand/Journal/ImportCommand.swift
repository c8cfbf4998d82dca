import ArgumentParser
import Foundation
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import SystemPackage

/// `halo import`: imports data from a file.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import an export of Halo, or the database of the Python client colmi_r02_client.",
    discussion: """
      FILE is an export of 'halo export' (CSV or JSON lines), or the SQLite database of colmi_r02_client. Existing \
      entries stay as they are, so you can import a file twice. From the Python client's database, Halo reads heart \
      rates, steps and distances. Implausible entries are skipped and reported: times before 2000 or after tomorrow, \
      values that no person can have, intervals that are too long, names with control characters.

      EXAMPLES:
        halo import everything.csv
        halo import ring_data.sqlite

      EXIT STATUS: 0; 64 if the wearer's name is not valid; 65 if the file, or some of its lines, cannot be read; 66 \
      if the file cannot be opened.
      """)

  @Argument(help: ArgumentHelp("The file, or '-' for standard input.", valueName: "file"))
  var file: String

  @Option(help: "The wearer, if the file names none.")
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
      StandardError.report("cannot open \(file). Check that it exists and that you may read it.")
      throw ExitCode(EX.noInput)
    }
    if FileImport.isDatabase(data) {
      guard file == "-" else { return try importPythonClient(file) }
      // SQLite can only read files, not a pipe.
      let copy = FileManager.default.temporaryDirectory.appending(path: "halo-import-\(UUID()).sqlite")
      defer { try? FileManager.default.removeItem(at: copy) }
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard FileManager.default.createFile(atPath: copy.path(), contents: data, attributes: attributes) else {
        throw failure(Phrase("cannot write a temporary copy of the input. The disk may be full."))
      }
      try importPythonClient(copy.path())
    } else {
      try importExport(String(decoding: data, as: UTF8.self))
    }
  }

  private func importPythonClient(_ path: String) throws {
    let (outcomes, nights, refused) = try imported { try $0.readDatabase(at: path, name: file) }
    try printOutcomes(outcomes, refused)
    if nights > 0 {
      StandardError.report(
        nights == 1 ? Phrase("its 1 night cannot be read.") : Phrase("its \(nights) nights cannot be read."))
    }
  }

  private func importExport(_ text: String) throws {
    let (outcomes, refused) = try imported { try $0.readExport(text, name: file) }
    try printOutcomes(outcomes, refused)
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

  private func printOutcomes(_ outcomes: [FileImport.Outcome], _ refused: FileImport.Refusals) throws {
    for outcome in outcomes {
      let (device, new, all) = (outcome.device, outcome.new, outcome.all)
      try StandardOutput.write(
        all == 1
          ? Phrase("\(device): \(new) of 1 entry is new; the others existed already.")
          : Phrase("\(device): \(new) of \(all) entries are new; the others existed already."))
    }
    if let sentence = refused.sentence { StandardError.report(sentence) }
  }

  private func failure(_ phrase: Phrase) -> ExitCode {
    StandardError.report(phrase)
    return ExitCode(EX.dataError)
  }
}
