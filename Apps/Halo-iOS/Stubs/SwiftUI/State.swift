public import Foundation
public import Observation

/// https://developer.apple.com/documentation/swiftui/dynamicproperty iOS 13.0
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state iOS 13.0
@propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/state iOS 13.0
extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

/// https://developer.apple.com/documentation/swiftui/binding iOS 13.0
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

/// https://developer.apple.com/documentation/swiftui/binding iOS 13.0
extension Binding: DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/binding iOS 13.0
extension Binding: @unchecked Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/bindable iOS 17.0
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    set {}
  }
  public var projectedValue: Bindable<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:) iOS 17.0
extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { stub() }
  public init(_ wrappedValue: Value) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:) iOS 17.0
extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    stub()
  }
}

/// https://developer.apple.com/documentation/swiftui/environment iOS 13.0
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { stub() }
  public var wrappedValue: Value { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environment/init(_:) iOS 13.0
extension Environment where Value: AnyObject & Observable {
  public init(_ objectType: Value.Type) {}
}

/// https://developer.apple.com/documentation/swiftui/environment/init(_:) iOS 13.0
extension Environment {
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {}
}

/// https://developer.apple.com/documentation/swiftui/view/environment(_:_:) iOS 13.0
extension View {
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/environment(_:) iOS 17.0
extension View {
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/environmentkey iOS 13.0
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues iOS 13.0
public struct EnvironmentValues {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase iOS 14.0
extension EnvironmentValues {
  public var scenePhase: ScenePhase {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/colorscheme iOS 13.0
extension EnvironmentValues {
  public var colorScheme: ColorScheme {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize iOS 15.0
extension EnvironmentValues {
  public var dynamicTypeSize: DynamicTypeSize {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/horizontalsizeclass iOS 13.0
extension EnvironmentValues {
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilityreducemotion iOS 13.0
extension EnvironmentValues {
  public var accessibilityReduceMotion: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilitydifferentiatewithoutcolor iOS 13.0
extension EnvironmentValues {
  public var accessibilityDifferentiateWithoutColor: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/locale iOS 13.0
extension EnvironmentValues {
  public var locale: Locale {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/calendar iOS 13.0
extension EnvironmentValues {
  public var calendar: Calendar {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/timezone iOS 13.0
extension EnvironmentValues {
  public var timeZone: TimeZone {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss iOS 15.0
extension EnvironmentValues {
  public var dismiss: DismissAction { stub() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/openurl iOS 14.0
extension EnvironmentValues {
  public var openURL: OpenURLAction {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/isenabled iOS 13.0
extension EnvironmentValues {
  public var isEnabled: Bool {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/swiftui/dismissaction iOS 15.0
@MainActor @preconcurrency public struct DismissAction {
  public func callAsFunction() {}
}

/// https://developer.apple.com/documentation/swiftui/openurlaction iOS 14.0
@MainActor @preconcurrency public struct OpenURLAction {
  public func callAsFunction(_ url: URL) {}
}

/// https://developer.apple.com/documentation/swiftui/colorscheme iOS 13.0
public enum ColorScheme: CaseIterable, Hashable, Sendable {
  case light
  case dark
}

/// https://developer.apple.com/documentation/swiftui/userinterfacesizeclass iOS 13.0
public enum UserInterfaceSizeClass: Hashable, Sendable {
  case compact
  case regular
}

/// https://developer.apple.com/documentation/swiftui/dynamictypesize iOS 15.0
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  public var isAccessibilitySize: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/appstorage iOS 14.0
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/appstorage/init(wrappedvalue:_:store:) iOS 14.0
extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String { stub() }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scenestorage iOS 14.0
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
  private let storage: Int
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scenestorage/init(wrappedvalue:_:) iOS 14.0
extension SceneStorage {
  public init(wrappedValue: Value, _ key: String) where Value == String { stub() }
  public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scaledmetric iOS 14.0
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public init(wrappedValue: Value) { stub() }
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { stub() }
  public var wrappedValue: Value { stub() }
}

/// https://developer.apple.com/documentation/swiftui/focusstate iOS 15.0
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  public init() where Value == Bool { stub() }
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
}
