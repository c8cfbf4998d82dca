import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

/// The texts of `halo import`.
enum ImportView {
  /// The number of kinds of entries that are named if they are left out.
  private static let mostKinds = 12

  /// What a file has, for each device or app a table.
  static func preview(_ read: ImportReport) -> String {
    var text = Phrase("\(read.file) (\(read.format)):").text + "\n"
    for source in read.sources {
      text += "\n" + TextFormat.printable(source.name) + "\n"
      let rows = source.amounts.map { amount in
        [
          amount.title.text, TextFormat.grouped(amount.all), Phrase("\(TextFormat.grouped(amount.new)) new").text,
          Phrase("\(amount.first.description) to \(amount.last.description)").text,
        ]
      }
      let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
      for row in rows {
        text += "  \(row[0].padded(to: widths[0]))  \(row[1].rightAligned(in: widths[1]))"
        text += "  \(row[2].rightAligned(in: widths[2]))  \(row[3])\n"
      }
    }
    text += "\n"
    for words in [leftOut(read), read.refusedWords, Phrase("Nothing was imported (--dry-run).")].compactMap(\.self) {
      text += TextFormat.printable(words.text) + "\n"
    }
    return text
  }

  /// A sentence with what the file has that Halo does not keep; `nil` if it keeps everything.
  static func leftOut(_ read: ImportReport) -> Phrase? {
    guard !read.leftOut.isEmpty else { return nil }
    let shown = read.leftOut.prefix(mostKinds).map { "\($0.kind) (\(TextFormat.grouped($0.count)))" }
    let more = read.leftOut.count - shown.count
    let list = shown.joined(separator: ", ")
    return more == 0
      ? Phrase("Halo does not keep: \(list).") : Phrase("Halo does not keep: \(list), and \(more) other kinds.")
  }

  /// The imports, one per line.
  static func list(_ runs: [ImportRun]) -> String {
    let width = runs.map { "\($0.id)".count }.max() ?? 0
    return runs.map { run in
      let number = "\(run.id)".rightAligned(in: width)
      let devices = run.devices.joined(separator: ", ")
      return TextFormat.printable("\(number)  \(TextFormat.localTime(run.time))  \(run.file)  (\(devices))") + "\n"
    }.joined()
  }
}

/// An import as a JSON object.
struct ImportRunReport: Encodable {
  private let number: Int
  private let file: String
  private let format: String
  private let time: Moment
  private let devices: [String]

  init(_ run: ImportRun) {
    (number, file, format, time, devices) = (run.id, run.file, run.format, run.time, run.devices)
  }
}
