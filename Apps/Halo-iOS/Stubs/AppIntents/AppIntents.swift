public import AppleFoundation

/// https://developer.apple.com/documentation/appintents/appintent
public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var openAppWhenRun: Bool { get }
  func perform() async throws -> PerformResult
  init()
}

/// https://developer.apple.com/documentation/appintents/appintent
extension AppIntent {
  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
}

/// https://developer.apple.com/documentation/appintents/intentdescription
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
  public init(_ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil) {}
  public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/appintents/intentresult
public protocol IntentResult: Sendable {}

/// https://developer.apple.com/documentation/appintents/providesdialog
public protocol ProvidesDialog: IntentResult {}

/// https://developer.apple.com/documentation/appintents/returnsvalue
public protocol ReturnsValue<Value>: IntentResult {
  associatedtype Value: _IntentValue
}

/// https://developer.apple.com/documentation/appintents/intentresult/result(value:dialog:)
public protocol _IntentValue: Sendable {}
extension String: _IntentValue {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer
public struct IntentResultContainer<Value, OpensIntent, Snippet, Dialog>: IntentResult {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer
extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

/// https://developer.apple.com/documentation/appintents/intentresult/result(dialog:)
extension IntentResult {
  public static func result(dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentresult/result(value:dialog:)
extension IntentResult {
  public static func result<Value: _IntentValue>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value, Never, Never, IntentDialog> { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentdialog
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(_ resource: LocalizedStringResource) {}
}

/// https://developer.apple.com/documentation/appintents/appdependency
@propertyWrapper public final class AppDependency<Value: Sendable>: Sendable {
  public init() {}
  public var wrappedValue: Value { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/appdependencymanager
public final class AppDependencyManager: Sendable {
  public static let shared = AppDependencyManager()
}

/// https://developer.apple.com/documentation/appintents/appdependencymanager/add(key:dependency:)
extension AppDependencyManager {
  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil,
    dependency dependencyProvider: @autoclosure @escaping @Sendable () -> Dependency
  ) {}
}

/// https://developer.apple.com/documentation/appintents/appshortcutsprovider
public protocol AppShortcutsProvider: Sendable {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

/// https://developer.apple.com/documentation/appintents/appshortcutsbuilder
@resultBuilder public struct AppShortcutsBuilder {
  public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}

/// https://developer.apple.com/documentation/appintents/appshortcut/init(intent:phrases:shorttitle:systemimagename:)
public struct AppShortcut: Sendable {
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource, systemImageName: String
  ) {}
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrase
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
  }
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken
public enum AppShortcutPhraseToken: Sendable {
  case applicationName
}
