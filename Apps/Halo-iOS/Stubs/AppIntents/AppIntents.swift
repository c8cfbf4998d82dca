public import AppleFoundation

/// https://developer.apple.com/documentation/appintents/appintent iOS 16.0
public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var openAppWhenRun: Bool { get }
  func perform() async throws -> PerformResult
  init()
}

/// https://developer.apple.com/documentation/appintents/appintent iOS 16.0
extension AppIntent {
  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
}

/// https://developer.apple.com/documentation/appintents/intentdescription iOS 16.0
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
  public init(_ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil) {}
  public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/appintents/intentresult iOS 16.0
public protocol IntentResult: Sendable {}

/// https://developer.apple.com/documentation/appintents/providesdialog iOS 16.0
public protocol ProvidesDialog: IntentResult {}

/// https://developer.apple.com/documentation/appintents/returnsvalue iOS 16.0
public protocol ReturnsValue<Value>: IntentResult {
  associatedtype Value: _IntentValue
}

/// https://developer.apple.com/documentation/appintents/intentresult/result(value:dialog:) iOS 16.0
public protocol _IntentValue: Sendable {}
extension String: _IntentValue {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer iOS 16.0
public struct IntentResultContainer<Value, OpensIntent, Snippet, Dialog>: IntentResult {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer iOS 16.0
extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer iOS 16.0
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

/// https://developer.apple.com/documentation/appintents/intentresult/result(dialog:) iOS 16.0
extension IntentResult {
  public static func result(dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentresult/result(value:dialog:) iOS 16.0
extension IntentResult {
  public static func result<Value: _IntentValue>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value, Never, Never, IntentDialog> { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentdialog iOS 16.0
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(_ resource: LocalizedStringResource) {}
}

/// https://developer.apple.com/documentation/appintents/appdependency iOS 16.0
@propertyWrapper public final class AppDependency<Value: Sendable>: Sendable {
  public init() {}
  public var wrappedValue: Value { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/appdependencymanager iOS 16.0
public final class AppDependencyManager: Sendable {
  public static let shared = AppDependencyManager()
}

/// https://developer.apple.com/documentation/appintents/appdependencymanager/add(key:dependency:) iOS 16.0
extension AppDependencyManager {
  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil,
    dependency dependencyProvider: @autoclosure @escaping @Sendable () -> Dependency
  ) {}
}

/// https://developer.apple.com/documentation/appintents/appshortcutsprovider iOS 16.0
public protocol AppShortcutsProvider: Sendable {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

/// https://developer.apple.com/documentation/appintents/appshortcutsbuilder iOS 16.0
@resultBuilder public struct AppShortcutsBuilder {
  public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}

/// https://developer.apple.com/documentation/appintents/appshortcut/init(intent:phrases:shorttitle:systemimagename:) iOS 17.0
public struct AppShortcut: Sendable {
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource, systemImageName: String
  ) {}
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrase iOS 16.0
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
  }
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken iOS 16.0
public enum AppShortcutPhraseToken: Sendable {
  case applicationName
}
