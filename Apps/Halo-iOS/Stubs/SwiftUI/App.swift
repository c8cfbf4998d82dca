public import Observation

/// https://developer.apple.com/documentation/swiftui/app iOS 14.0
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

/// https://developer.apple.com/documentation/swiftui/app/main() iOS 14.0
extension App {
  public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/scene iOS 14.0
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

/// https://developer.apple.com/documentation/swift/never iOS 13.0
extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder iOS 14.0
@resultBuilder public struct SceneBuilder: Sendable {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/windowgroup iOS 14.0
public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scene/environment(_:_:) iOS 17.0
extension Scene {
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
    self
  }
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene { self }
}

/// https://developer.apple.com/documentation/swiftui/scene/onchange(of:initial:_:) iOS 17.0
extension Scene {
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some Scene { self }
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene { self }
}

/// https://developer.apple.com/documentation/swiftui/scenephase iOS 14.0
public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}
