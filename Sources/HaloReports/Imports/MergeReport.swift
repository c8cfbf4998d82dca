/// What another journal has, and how much of it is new, for the command line and the page: a preview or the result of a
/// merge.
public struct MergeReport: Encodable, Sendable, Hashable {
  /// A number of things in the other journal.
  public struct Amount: Encodable, Sendable, Hashable {
    /// The number of all of them.
    public let all: Int
    /// The number of those that are new.
    public let new: Int

    fileprivate init(_ amount: MergeSummary.Amount) { (all, new) = (amount.all, amount.new) }
  }

  /// A device of the other journal.
  public struct Device: Encodable, Sendable, Hashable {
    /// The identifier, such as an address.
    public let identifier: String
    public let name: String
    public let wearer: String
    /// True if this journal had no such device. It is not paired here.
    public let isNew: Bool
    public let sessions: Amount
    public let frames: Amount
  }

  /// The other journal's name.
  public let file: String
  /// The name of the format.
  public let format: String
  public let devices: [Device]
  /// The workouts that Halo recorded.
  public let workouts: Amount
  /// The entries of imported files.
  public let imported: Amount

  /// A report of a preview or a result.
  public init(_ summary: MergeSummary, file: String) {
    self.file = file
    format = "Halo journal"
    devices = summary.devices.map { device in
      Device(
        identifier: device.identifier, name: device.name, wearer: device.wearer, isNew: device.isNew,
        sessions: Amount(device.sessions), frames: Amount(device.frames))
    }
    workouts = Amount(summary.workouts)
    imported = Amount(summary.imported)
  }

  /// The sentences for people: one for each device with new frames or sessions, and for what else is new.
  public var sentences: [Phrase] {
    var sentences = devices.compactMap { device -> Phrase? in
      let new = device.sessions.new
      let all = device.sessions.all
      let frames = device.frames.new
      guard new > 0 || frames > 0 || device.isNew else { return nil }
      return device.isNew
        ? Phrase(
          "\(device.name) is new. Sessions: \(new). Frames: \(frames). It is not paired here: 'halo pair' does that."
        )
        : Phrase("\(device.name): new sessions: \(new) of \(all). New frames: \(frames).")
    }
    if workouts.new > 0 { sentences.append(Phrase("New workouts: \(workouts.new) of \(workouts.all).")) }
    if imported.new > 0 { sentences.append(Phrase("New imported entries: \(imported.new) of \(imported.all).")) }
    return sentences.isEmpty ? [Phrase("This journal has everything in \(file) already.")] : sentences
  }
}
