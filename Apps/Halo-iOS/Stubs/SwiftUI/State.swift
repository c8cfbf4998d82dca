public import Foundation
public import Observation

/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/state
extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

/// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public static func constant(_ value: Value) -> Binding<Value> { stub() }
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/binding
extension Binding: DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/binding
extension Binding: @unchecked Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/bindable
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    set {}
  }
  public var projectedValue: Bindable<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)
extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { stub() }
  public init(_ wrappedValue: Value) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)
extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    stub()
  }
}

/// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { stub() }
  public var wrappedValue: Value { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environment/init(_:)
extension Environment where Value: AnyObject & Observable {
  public init(_ objectType: Value.Type) {}
}

/// https://developer.apple.com/documentation/swiftui/environment/init(_:)
extension Environment {
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {}
}

/// https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
extension View {
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/environment(_:)
extension View {
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase
extension EnvironmentValues {
  public var scenePhase: ScenePhase {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/colorscheme
extension EnvironmentValues {
  public var colorScheme: ColorScheme {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize
extension EnvironmentValues {
  public var dynamicTypeSize: DynamicTypeSize {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/horizontalsizeclass
extension EnvironmentValues {
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilityreducemotion
extension EnvironmentValues {
  public var accessibilityReduceMotion: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilitydifferentiatewithoutcolor
extension EnvironmentValues {
  public var accessibilityDifferentiateWithoutColor: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/locale
extension EnvironmentValues {
  public var locale: Locale {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/calendar
extension EnvironmentValues {
  public var calendar: Calendar {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/timezone
extension EnvironmentValues {
  public var timeZone: TimeZone {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss
extension EnvironmentValues {
  public var dismiss: DismissAction { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/openurl
extension EnvironmentValues {
  public var openURL: OpenURLAction {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/isenabled
extension EnvironmentValues {
  public var isEnabled: Bool {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/dismissaction
@MainActor @preconcurrency public struct DismissAction {
  public func callAsFunction() {}
}

/// https://developer.apple.com/documentation/swiftui/openurlaction
@MainActor @preconcurrency public struct OpenURLAction {
  public func callAsFunction(_ url: URL) {}
}

/// https://developer.apple.com/documentation/swiftui/colorscheme
public enum ColorScheme: CaseIterable, Hashable, Sendable {
  case light
  case dark
}

/// https://developer.apple.com/documentation/swiftui/userinterfacesizeclass
public enum UserInterfaceSizeClass: Hashable, Sendable {
  case compact
  case regular
}

/// https://developer.apple.com/documentation/swiftui/dynamictypesize
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  public var isAccessibilitySize: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/appstorage
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/appstorage/init(wrappedvalue:_:store:)
extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scenestorage
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scenestorage/init(wrappedvalue:_:)
extension SceneStorage {
  public init(wrappedValue: Value, _ key: String) where Value == String { stub() }
  public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scaledmetric
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public init(wrappedValue: Value) { stub() }
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { stub() }
  public var wrappedValue: Value { stub() }
}

/// https://developer.apple.com/documentation/swiftui/focusstate
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  public init() where Value == Bool { stub() }
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
}
