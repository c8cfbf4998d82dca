import HaloInterchange

extension Journal {
  /// Imports entries of one device, as from a file. Entries out of bounds are stored, as versions before 0.9 did.
  ///
  /// - Returns: The number of new entries.
  public func keep(
    _ entries: [ImportedEntry], of identifier: DeviceID, name: String, family: String, wearer: String,
    from file: String, at time: Moment
  ) throws -> Int {
    let draft = try ImportDraft(beside: path, wearer: wearer, bounds: nil)
    let source = ImportSource(
      identifier: identifier.text, name: name, family: family, part: .lines(of: nil))
    guard let number = try draft.add(source) else { throw JournalError.badName }
    for (index, entry) in entries.enumerated() { try draft.take(entry, of: number, place: index + 1) }
    return try keep(draft, from: file, format: "halo", at: time).sources.reduce(0) { $0 + $1.new }
  }

  /// Imports the lines of an export, as `halo import` does.
  public func keep(
    export text: String, name: String = "file", wearer: String = "me", at now: Moment
  ) throws -> ImportSummary {
    let reader = ExportReader(MemoryBytes(text), name: name)
    return try FileImport(reading: reader, name: name, beside: path, wearer: wearer, now: now).keep(in: self)
  }
}
