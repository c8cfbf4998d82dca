/// A device with a display whose pages can be configured.
public protocol DisplayConfigurable: Wearable {
  /// The names of the family's display pages, as used in commands: `heart-rate`.
  static var displayPageNames: [String] { get }

  /// Reads the pages that the device shows, in order; `nil` if its firmware does not report them.
  func displayPages() async throws -> [String]?

  /// Sets the pages that the device shows, reads them back, and returns the pages that the device reports: `nil` if it
  /// confirmed but does not report them. Names that its family does not know are left out.
  ///
  /// - Throws: ``ConfigurableError`` if the device keeps other pages.
  func setDisplayPages(_ names: [String]) async throws -> [String]?
}
