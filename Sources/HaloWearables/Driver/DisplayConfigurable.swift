/// A device whose display shows pages that its wearer chooses.
public protocol DisplayConfigurable: Wearable {
  /// The pages that its family knows, as people write them: `heart-rate`.
  static var displayPageNames: [String] { get }

  /// The pages that the device shows, in order; `nil` if its firmware does not say.
  func displayPages() async throws -> [String]?

  /// Sets the pages that the device shows, reads them back, and returns what the device says they are: `nil` if it confirmed and does not
  /// say. Names that its family does not know are left out.
  ///
  /// - Throws: ``ConfigurableError`` if the device keeps others.
  func setDisplayPages(_ names: [String]) async throws -> [String]?
}
