/// The receiver of the entries that a reader finds in a file. It checks entries against ``DataBounds`` and refuses those
/// outside, so that a reader need not.
public protocol ImportReceiver: AnyObject {
  /// Adds a source, or finds it if it was added before.
  ///
  /// - Returns: The source's number for ``take(_:of:place:)``; `nil` if its names are invalid. Its entries are then to be
  ///   left out.
  func add(_ source: ImportSource) throws -> Int?
  /// Takes an entry of a source, from a line or row of its part.
  func take(_ entry: ImportedEntry, of source: Int, place: Int) throws
  /// Counts an entry that the reader cannot represent, such as one without a valid time.
  func refuse(_ problem: DataBounds.Problem, in part: ImportPart, place: Int) throws
  /// Counts `count` entries of a kind that Halo does not keep, such as `HKQuantityTypeIdentifierBodyMass`.
  func leaveOut(_ kind: String, count: Int) throws
  /// Notes something about the whole file, in a sentence for the person who imports it. `isDamage` if a part of the file is
  /// missing.
  func note(_ sentence: Phrase, isDamage: Bool) throws
  /// Reports the part of the file that was read, from 0 to 1. Throws `CancellationError` if the person canceled.
  func progress(_ fraction: Double) throws
}
