/// What another journal has, and how much of it is new here.
public struct MergeSummary: Sendable, Hashable {
  /// A number of things in the other journal.
  public struct Amount: Sendable, Hashable {
    /// The number of all of them.
    public internal(set) var all = 0
    /// The number of those that are new here.
    public internal(set) var new = 0
  }

  /// A device of the other journal.
  public struct Device: Sendable, Hashable {
    /// The identifier here.
    public let identifier: String
    /// The name here.
    public let name: String
    /// The wearer here.
    public let wearer: String
    /// True if this journal had no such device.
    public let isNew: Bool
    public internal(set) var sessions = Amount()
    public internal(set) var frames = Amount()
  }

  /// The devices, in the order of the other journal.
  public internal(set) var devices: [Device] = []
  /// The workouts that Halo recorded.
  public internal(set) var workouts = Amount()
  /// The entries of imported files.
  public internal(set) var imported = Amount()
  /// The wearers here whose data changed.
  public internal(set) var wearers: Set<String> = []
  /// True if the merge added something.
  public internal(set) var hasChanges = false
}
