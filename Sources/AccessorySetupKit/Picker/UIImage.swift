public import Foundation

/// A replacement for UIKit's images that holds only a name, so that iPhone code for display items compiles unchanged.
/// Linux has no UIKit, and a terminal shows no images. `UIImage(named:)` is never `nil` here, even if there is no
/// such image.
///
/// Unchecked: an image is immutable.
open class UIImage: NSObject, @unchecked Sendable {
  /// The image's name, if the program gave one.
  public let name: String?

  /// An empty image.
  public override init() { name = nil }

  /// The image with that name.
  public init?(named name: String) { self.name = name }

  /// The image with that name, in any bundle.
  public init?(named name: String, in bundle: Bundle?, compatibleWith traits: AnyObject?) { self.name = name }

  /// The system symbol with that name.
  public init?(systemName name: String) { self.name = name }

  /// The image with the bytes of a file; nil if it is empty.
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    name = nil
  }

  /// The image in a file; nil if the file does not exist.
  public init?(contentsOfFile path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    name = path
  }

  /// Always zero, because nothing is drawn.
  open var size: CGSize { .zero }
}
