public import Foundation

/// https://developer.apple.com/documentation/swiftui/gesture iOS 13.0
@MainActor @preconcurrency public protocol Gesture<Value> {
  associatedtype Value
}

/// https://developer.apple.com/documentation/swiftui/gesture/onended(_:) iOS 13.0
extension Gesture {
  public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
}

/// https://developer.apple.com/documentation/swiftui/coordinatespaceprotocol iOS 17.0
public protocol CoordinateSpaceProtocol {}

/// https://developer.apple.com/documentation/swiftui/localcoordinatespace iOS 17.0
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {}

/// https://developer.apple.com/documentation/swiftui/coordinatespaceprotocol/local iOS 17.0
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  public static var local: LocalCoordinateSpace { stub() }
}

/// https://developer.apple.com/documentation/swiftui/draggesture iOS 13.0
public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var translation: CGSize { stub() }
    public var predictedEndTranslation: CGSize { stub() }
  }
}

/// https://developer.apple.com/documentation/swiftui/draggesture/init(minimumdistance:coordinatespace:) iOS 17.0
extension DragGesture {
  public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/simultaneousgesture(_:including:) iOS 13.0
extension View {
  nonisolated public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/gesturemask iOS 13.0
public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let all = GestureMask(rawValue: 3)
}

/// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:) iOS 14.0
extension View {
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}
