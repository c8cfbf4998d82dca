/// One changed file, and what reads it.
struct Trial: Codable, Sendable {
  /// What reads a file.
  enum Reader: Codable, Hashable, Sendable {
    /// A command, with names in braces in place of paths.
    case command([String])
    /// A path of the page of the file.
    case page(String)
    /// The upload of the file to another journal's page, which imports it and shows its days.
    case upload
    /// A task of `halo worker`.
    case worker(String)
  }

  /// The name of a file that a command reads or writes, in its arguments.
  enum File: String, CaseIterable {
    /// The changed file.
    case hostile = "{file}"
    /// A journal with the template's data.
    case own = "{own}"
    /// A file that does not exist.
    case new = "{new}"
    /// A file that a command writes.
    case output = "{output}"
  }

  let number: Int
  let change: CellChange
  /// The name of the reader without its options.
  let family: String
  let reader: Reader
  /// What reads the journal afterwards, if the file was taken.
  let afterwards: [String]?

  /// The command line, or a description.
  var command: String {
    switch reader {
    case .command(let arguments):
      "halo " + arguments.joined(separator: " ") + (afterwards.map { ", then halo " + $0.joined(separator: " ") } ?? "")
    case .page(let path): "GET \(path) of the page of {file}"
    case .upload: "POST import/preview and import of {file} on the page of {own}"
    case .worker(let task): "halo worker, task \(task)"
    }
  }
}
