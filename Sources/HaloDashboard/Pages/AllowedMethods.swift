#if Dashboard
  import Foundation
  import HTTPTypes

  /// The methods that each path of the API has, as `openapi.json` lists them.
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

    /// The methods of a path below the API's own; `nil` if it is none of the description.
    func methods(of path: Substring) -> [HTTPRequest.Method]? {
      let asked = Self.parts(path)
      let fitting = paths.filter { described in
        described.parts.count == asked.count
          && zip(described.parts, asked).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }
      // A name goes before what stands for any: /workouts/now is not /workouts/{id}.
      return fitting.min { $0.parts.count { $0.hasPrefix("{") } < $1.parts.count { $0.hasPrefix("{") } }?.methods
    }

    private static func parts(_ path: some StringProtocol) -> [String] {
      path.split { $0 == "/" }.map { String($0) }
    }
  }
#endif
