/// https://developer.apple.com/documentation/uikit/uiimage
@preconcurrency open class UIImage: @unchecked Sendable {
  public init() {}
}

/// https://developer.apple.com/documentation/uikit/uiimage/init(named:)
extension UIImage {
  public convenience init?(named name: String) { self.init() }
}

/// https://developer.apple.com/documentation/uikit/uiimage/init(systemname:)
extension UIImage {
  public convenience init?(systemName name: String) { self.init() }
}
