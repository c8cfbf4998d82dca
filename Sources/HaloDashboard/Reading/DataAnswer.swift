/// The contents of the journal, and what can be exported.
struct DataAnswer: Encodable, Sendable {
  struct Count: Encodable, Sendable {
    let name: Phrase
    let count: Int
  }

  struct Format: Encodable, Sendable {
    let format: String
    let name: Phrase
    let words: Phrase
  }

  struct Wearer: Encodable, Sendable {
    let id: String
    let name: String
    let days: Int
    let devices: Int
  }

  let size: Int
  let sizeWords: Phrase
  let words: Phrase?
  let oldest: CalendarDate?
  let newest: CalendarDate?
  let counts: [Count]
  var formats = [("csv", ExportFormat.csv), ("json", .jsonLines)].map { id, format in
    Format(format: id, name: format.title, words: Phrase("\(format.explanation) Halo can import it."))
  }
  let wearers: [Wearer]
  var largestImport = SlowClientTimeout.largestFile
  var largestImportWords = Phrase(
    "The file is larger than \(MeasureWording.size(bytes: SlowClientTimeout.largestFile)). Use ‘halo import’ for it.")
  var privacy = [
    Phrase("All data is in one file on this computer. Only you can read it."),
    Phrase("Nothing leaves this computer unless you export it or let other computers open this page."),
    Phrase("There is no account and no tracking."),
    Phrase("A backup contains all data, including frames. Protect it like the journal itself."),
  ]
}
