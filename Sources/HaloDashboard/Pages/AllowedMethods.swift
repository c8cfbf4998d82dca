import Foundation
import HTTPTypes

/// The methods that each API path allows, from `openapi.json`.
struct AllowedMethods: Sendable {
  static let described = AllowedMethods(Site.description)

  private let paths: [(parts: [String], methods: [HTTPRequest.Method])]

  private struct Description: Decodable {
    struct Operation: Decodable {}
    let paths: [String: [String: Operation]]
  }

  init(_ description: [UInt8]) {
    let paths = (try? JSONDecoder().decode(Description.self, from: Data(description)))?.paths ?? [:]
    self.paths = paths.map { path, operations in
      let methods = operations.keys.map { $0.uppercased() }.sorted()
      let all = methods.contains("GET") ? ["GET", "HEAD"] + methods.filter { $0 != "GET" } : methods
      return (Self.parts(path), all.compactMap { HTTPRequest.Method($0) })
    }
  }

  /// Returns the methods of a path relative to the API's base path; `nil` if the path is not described.
  func methods(of path: Substring) -> [HTTPRequest.Method]? {
    let asked = Self.parts(path)
    let fitting = paths.filter { described in
      described.parts.count == asked.count
        && zip(described.parts, asked).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    // A literal path component has priority over a parameter: /workouts/now is not /workouts/{id}.
    return fitting.min { $0.parts.count { $0.hasPrefix("{") } < $1.parts.count { $0.hasPrefix("{") } }?.methods
  }

  private static func parts(_ path: some StringProtocol) -> [String] {
    path.split { $0 == "/" }.map { String($0) }
  }
}
