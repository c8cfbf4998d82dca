/// What an uploaded file has, in the form of the page: a file of another program and another journal alike.
struct ImportPreview: Codable, Sendable {
  struct Amount: Codable, Sendable {
    let title: Phrase
    let all: Int
    let new: Int
    /// The first and the last day; absent for another journal.
    var first: String?
    var last: String?
  }

  struct Source: Codable, Sendable {
    let name: String
    let amounts: [Amount]
  }

  /// The id by which the file is imported.
  var id = ""
  let file: String
  let format: String
  /// The number of new entries.
  let new: Int
  let sources: [Source]
  /// Sentences about entries that are left out, and about the next step.
  let notes: [Phrase]

  init(_ report: ImportReport) {
    file = report.file
    format = report.format
    new = report.new
    sources = report.sources.map { source in
      Source(
        name: source.name,
        amounts: source.amounts.map {
          Amount(
            title: $0.title, all: $0.all, new: $0.new, first: $0.first.description, last: $0.last.description)
        })
    }
    notes = report.notes + [report.leftOutWords, report.refusedWords].compactMap(\.self)
  }

  init(_ report: MergeReport) {
    file = report.file
    format = report.format
    sources =
      report.devices.map { device in
        Source(
          name: device.name,
          amounts: [
            Amount(title: Phrase("Sessions"), all: device.sessions.all, new: device.sessions.new),
            Amount(title: Phrase("Frames"), all: device.frames.all, new: device.frames.new),
          ])
      }
      + [
        Source(
          name: report.file,
          amounts: [
            Amount(title: Phrase("Workouts"), all: report.workouts.all, new: report.workouts.new),
            Amount(title: Phrase("Imported entries"), all: report.imported.all, new: report.imported.new),
          ].filter { $0.all > 0 })
      ].filter { !$0.amounts.isEmpty }
    new = sources.reduce(0) { $0 + $1.amounts.reduce(0) { $0 + $1.new } }
    let added = report.devices.filter(\.isNew).map(\.name)
    notes =
      Phrase.all(added.map { Phrase(verbatim: $0) }).map {
        [Phrase("\($0) will not be paired here: 'halo pair' does that.")]
      } ?? []
  }
}
