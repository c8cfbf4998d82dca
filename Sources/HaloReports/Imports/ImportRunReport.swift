/// An import that can be undone, for the command line and the page.
public struct ImportRunReport: Encodable, Sendable, Hashable {
  /// The number by which it is undone.
  public let number: Int
  /// The file's name.
  public let file: String
  /// The name of the format.
  public let format: String
  /// The time of the import.
  public let time: Moment
  /// The time since the import; `nil` in lists without it.
  public let ago: Phrase?
  /// The names of the devices and apps.
  public let devices: [String]

  /// A report of an import; with `now`, it includes the time since.
  public init(_ run: ImportRun, now: Moment? = nil) {
    number = run.id
    file = run.file
    format = run.format
    time = run.time
    devices = run.devices
    ago = now.map { MeasureWording.ago(run.time, now: $0) }
  }
}
