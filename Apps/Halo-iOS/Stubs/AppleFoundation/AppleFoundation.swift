public import Foundation

/// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

/// https://developer.apple.com/documentation/foundation/localizedstringresource
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: DefaultStringInterpolation) {}
  public init(
    _ key: StaticString, defaultValue: String, table: String? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {}
}

/// https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

/// https://developer.apple.com/documentation/swift/string/init(localized:)
extension String {
  public init(localized resource: LocalizedStringResource) { self = "" }
}

/// https://developer.apple.com/documentation/foundation/url/applicationsupportdirectory
extension URL {
  public static var applicationSupportDirectory: URL { fatalError() }
}
