#if !canImport(Darwin)
  public import Foundation

  /// A text, and how others are compared with it.
  public final class ASPropertyCompareString: NSObject, Sendable {
    /// The text.
    public let string: String
    /// How others are compared with it.
    public let compareOptions: NSString.CompareOptions

    /// A text, and how others are compared with it.
    public init(string: String, compareOptions: NSString.CompareOptions) {
      self.string = string
      self.compareOptions = compareOptions
    }
  }
#endif
