/// The texts of `halo import`.
enum ImportView {
  /// What a file has, for each device or app a table.
  static func preview(_ read: ImportReport) -> String {
    var text = Phrase("\(read.file) (\(read.format)):").text + "\n"
    for source in read.sources {
      text += "\n" + VisibleText.printable(source.name) + "\n"
      let rows = source.amounts.map { amount in
        [
          amount.title.text, TextFormat.grouped(amount.all), Phrase("\(TextFormat.grouped(amount.new)) new").text,
          Phrase("\(amount.first.description) to \(amount.last.description)").text,
        ]
      }
      for line in TextColumns.lines(rows, rightAligned: [1, 2]) { text += "  \(line.trimmingEnd)\n" }
    }
    text += "\n"
    let last = [read.leftOutWords, read.refusedWords, Phrase("Nothing was imported (--dry-run).")]
    for words in read.notes + last.compactMap(\.self) {
      text += VisibleText.printable(words.text) + "\n"
    }
    return text
  }

  /// The imports, one per line.
  static func list(_ runs: [ImportRun]) -> String {
    let width = runs.map { "\($0.id)".count }.max() ?? 0
    return runs.map { run in
      let number = "\(run.id)".rightAligned(in: width)
      let devices = run.devices.joined(separator: ", ")
      return VisibleText.printable("\(number)  \(TextFormat.localTime(run.time))  \(run.file)  (\(devices))") + "\n"
    }.joined()
  }
}
