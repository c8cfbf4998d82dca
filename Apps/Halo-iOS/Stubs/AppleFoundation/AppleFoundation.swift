public import Foundation

/// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:) iOS 7.0
extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

/// https://developer.apple.com/documentation/foundation/localizedstringresource iOS 16.0
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: DefaultStringInterpolation) {}
  public init(
    _ key: StaticString, defaultValue: String, table: String? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {}
}

/// https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible iOS 16.0
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

/// https://developer.apple.com/documentation/swift/string/init(localized:) iOS 16.0
extension String {
  public init(localized resource: LocalizedStringResource) { self = "" }
}

/// https://developer.apple.com/documentation/foundation/url/applicationsupportdirectory iOS 16.0
extension URL {
  public static var applicationSupportDirectory: URL { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/nsfilecoordinator iOS 5.0
open class NSFileCoordinator {
  public init(filePresenter: NSObject? = nil) {}
  /// https://developer.apple.com/documentation/foundation/nsfilecoordinator/readingoptions iOS 8.0
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
}

/// https://developer.apple.com/documentation/foundation/nsfilecoordinator/coordinate(readingitemat:options:error:byaccessor:) iOS 5.0
extension NSFileCoordinator {
  public func coordinate(
    readingItemAt url: URL, options: ReadingOptions, error: UnsafeMutablePointer<NSError?>?, byAccessor reader: (URL) -> Void
  ) {}
}

/// https://developer.apple.com/documentation/foundation/url/startaccessingsecurityscopedresource() iOS 8.0
extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { false }
}

/// https://developer.apple.com/documentation/foundation/url/stopaccessingsecurityscopedresource() iOS 8.0
extension URL {
  public func stopAccessingSecurityScopedResource() {}
}
