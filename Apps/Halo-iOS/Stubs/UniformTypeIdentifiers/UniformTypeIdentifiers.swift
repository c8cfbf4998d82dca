/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct iOS 14.0
public struct UTType: Hashable, Sendable {
  init() {}
}

/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/database iOS 14.0
extension UTType {
  public static var database: UTType { UTType() }
}

/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/data iOS 14.0
extension UTType {
  public static var data: UTType { UTType() }
}
