import Foundation
import HaloEngine
import HaloInterchange

/// `halo import`: imports data from files, lists imports, and undoes one.
struct ImportCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import data of other programs and devices, and exports of Halo.",
    discussion: """
      Halo recognizes the format of a FILE: the export of Apple Health (export.zip or export.xml), the database or \
      the data export of Gadgetbridge, the export of Health Connect, the database of the Python client \
      colmi_r02_client, exports of Halo (CSV or JSON lines), and another journal of Halo, which is merged. See \
      docs/imports.md for what becomes of each value.

      Existing entries stay as they are, so you can import a file twice. Implausible entries are skipped and \
      reported: times before 2000 or after tomorrow, values that no person can have, intervals that are too long, \
      names with control characters. --dry-run shows what a file has, and imports nothing. --undo removes the last \
      import, or the one with the number from --list.

      Apple Health and Gadgetbridge do not name the time zone. Halo assumes that of this computer if it fits the file, \
      and reports it; --zone chooses another one, for all entries without a zone of their own.

      EXAMPLES:
        halo import export.zip --dry-run
        halo import export.zip
        halo import export.zip --zone Europe/Berlin
        halo import Gadgetbridge.db everything.csv
        halo import laptop.sqlite
        halo import --list
        halo import --undo 3

      EXIT STATUS: 0; 64 if the wearer's name, the zone or a number is not valid; 65 if a file is cut off, or it or some \
      of its lines cannot be read (the others are imported); 66 if a file cannot be opened; 130 after Control-C, which imports nothing of the file that is being read.
      """)

  @Argument(
    help: ArgumentHelp("The files, or '-' for standard input. With --undo, the import's number.", valueName: "file"))
  var files: [String] = []

  @Flag(help: "Show what the files have, and what would be new. Import nothing.")
  var dryRun = false

  @Flag(help: "List the imports, the newest first.")
  var list = false

  @Flag(help: "Remove the last import, or the one with that number.")
  var undo = false

  @Flag(help: "Print JSON objects.")
  var json = false

  @Option(help: ArgumentHelp("The name under which standard input is kept.", visibility: .hidden))
  var name: String?

  @Option(help: "The wearer, if a file names none (default: me); the wearer here, if a journal uses another name.")
  var wearer: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of files that name none (default: this computer's). Entries that were imported before keep theirs.",
      valueName: "name"))
  var zone: String?

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    if list || undo {
      try refuse("use only one of --dry-run, --list and --undo.", if: dryRun || (list && undo))
      try refuse("too many arguments.", if: list && !files.isEmpty || files.count > 1)
      if let number = files.first, Int(number) == nil {
        throw ValidationError(Phrase("'\(number)' is not the number of an import. See 'halo import --list'."))
      }
    } else if files.isEmpty {
      throw ValidationError(Phrase("name the files to import."))
    }
    if let zone, ImportZone(named: zone) == nil {
      throw ValidationError(
        Phrase("'\(zone)' is not a time zone. Write it as in Europe/Berlin, America/New_York or GMT+02:00."))
    }
  }

  func run() async throws {
    if list { return try showList() }
    let isDamaged = try await Interruption.cancelling {
      if undo {
        try await undoImport()
        return false
      }
      var isDamaged = false
      for file in files where try await importFile(file) { isDamaged = true }
      return isDamaged
    }
    if isDamaged { throw Failure(EX.dataError) }
  }

  // MARK: Files

  /// Imports a file. Returns true if a part of it is missing, or could not be read.
  private func importFile(_ path: String) async throws -> Bool {
    let copy = try path == "-" ? StandardInputCopy() : nil
    let name = path == "-" ? self.name ?? path : path
    let progress = ProgressLine()
    let time = RemainingTime()
    let read = try await BlockingWork.run { () throws -> Read in
      defer { progress.clear() }
      let file = try ImportFile(path: copy?.path ?? path, name: name, zone: zone.flatMap(ImportZone.init(named:)))
      guard case .reader(let reader) = file.contents else {
        let journal = try journalOptions.open()
        let merge = try JournalMerge(
          copy?.path ?? path, name: name, into: journal.path, HaloProgram.registry, wearer: wearer, now: Self.now,
          released: HaloProgram.releaseDate
        ) { fraction in
          try Task.checkCancellation()
          progress.show(time.words(Phrase("Merging \(name)"), fraction))
        }
        let found = try dryRun ? merge.preview(for: journal) : merge.run(into: journal)
        return .journal(MergeReport(found, file: name))
      }
      let journal = JournalOptions.path(journalOptions.journal, isSimulated: journalOptions.isSimulated)
      let known = journal.flatMap { JournalOptions.exists($0) ? $0 : nil }
      let temporary = FileManager.default.temporaryDirectory.appending(path: "halo-import-\(UUID())").path()
      let read = try FileImport(
        reading: reader, name: name, beside: known ?? temporary, wearer: wearer ?? "me", now: Self.now,
        released: HaloProgram.releaseDate
      ) { fraction in
        try Task.checkCancellation()
        progress.show(time.words(Phrase("Reading \(name)"), fraction))
      }
      if dryRun {
        // A journal of an earlier version is updated first.
        if known != nil { _ = try journalOptions.openExisting(needsValues: false) }
        return .file(
          ImportReport(try read.draft.preview(for: known ?? temporary), file: name, format: read.format.name))
      }
      try Task.checkCancellation()
      progress.show(Phrase("Importing \(name) …"))
      return .file(
        ImportReport(try read.keep(in: try journalOptions.open()), file: name, format: read.format.name))
    }
    switch read {
    case .file(let report):
      try show(report)
      return report.isDamaged
    case .journal(let report):
      try show(report)
      return false
    }
  }

  /// The contents of a file, and how much of them is new.
  private enum Read {
    case file(ImportReport)
    case journal(MergeReport)
  }

  private func show(_ merged: MergeReport) throws {
    if json { return try StandardOutput.write(json: merged) }
    for sentence in merged.sentences { try StandardOutput.write(sentence) }
    if dryRun { try StandardOutput.write(Phrase("Nothing was merged (--dry-run).")) }
  }

  private func show(_ read: ImportReport) throws {
    if json { return try StandardOutput.write(json: read) }
    if dryRun { return try StandardOutput.write(text: ImportView.preview(read)) }
    for source in read.sources { try StandardOutput.write(source.words) }
    for note in read.notes { StandardError.report(note) }
    if let sentence = read.refusedWords { StandardError.report(sentence) }
    if let words = read.leftOutWords { StandardError.report(words) }
    if let number = read.number, read.new > 0 {
      StandardError.report("this is import \("\(number)"). 'halo import --undo \("\(number)")' removes it.")
    }
  }

  private static var now: Moment {
    Moment(WallTime.system.now, secondsFromGMT: 0)
  }

  // MARK: Imports

  private func showList() throws {
    let runs = try journalOptions.openExisting(needsValues: false).importRuns()
    if json { return try StandardOutput.write(jsonList: runs.map { ImportRunReport($0) }) }
    guard !runs.isEmpty else { return try StandardOutput.write(Phrase("Nothing was imported.")) }
    try StandardOutput.write(text: ImportView.list(runs))
  }

  private func undoImport() async throws {
    let journal = try journalOptions.openExisting()
    let runs = try journal.importRuns()
    guard let run = files.first.map({ number in runs.first { "\($0.id)" == number } }) ?? runs.first else {
      throw Failure(
        EX.usage,
        files.isEmpty
          ? Phrase("nothing was imported, so nothing can be undone.")
          : Phrase("there is no import \(files[0]). See 'halo import --list'."))
    }
    let count = try await BlockingWork.run { try FileImport.undo(run, in: journal, HaloProgram.registry) }
    try StandardOutput.write(
      count == 1
        ? Phrase("The import of \(run.file) was undone: 1 entry was removed.")
        : Phrase("The import of \(run.file) was undone: \(count) entries were removed."))
  }

  var clientFile: ClientFile? {
    list || undo ? nil : files.first { $0 != "-" }.map { .read($0, name: name == nil ? ["--name", $0] : []) }
  }
}
