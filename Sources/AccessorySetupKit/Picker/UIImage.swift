#if !canImport(Darwin)
  public import Foundation

  /// What stands where iPhone code has a picture: its name. Linux has no UIKit, and a terminal shows no pictures; code that hands one to a
  /// display item goes on as it is. `UIImage(named:)` is never `nil` here, whether or not there is such a picture.
  ///
  /// Unchecked: nothing of it changes.
  open class UIImage: NSObject, @unchecked Sendable {
    /// What the picture is called, where the program gave a name.
    public let name: String?

    /// A picture of nothing.
    public override init() { name = nil }

    /// The picture of that name.
    public init?(named name: String) { self.name = name }

    /// The picture of that name, wherever the program would look for it.
    public init?(named name: String, in bundle: Bundle?, compatibleWith traits: AnyObject?) { self.name = name }

    /// The system's symbol of that name.
    public init?(systemName name: String) { self.name = name }

    /// The picture in a file's bytes; `nil` where there are none.
    public init?(data: Data) {
      guard !data.isEmpty else { return nil }
      name = nil
    }

    /// The picture in a file; `nil` where there is none.
    public init?(contentsOfFile path: String) {
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      name = path
    }

    /// Nothing is drawn, so it has no size.
    open var size: CGSize { .zero }
  }
#endif
