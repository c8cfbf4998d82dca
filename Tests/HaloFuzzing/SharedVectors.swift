import Foundation

/// The vectors that live beside the project.
public enum SharedVectors {
  private static let files = ["colmi.json", "colmi-r08.json"].map { name in
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/vectors/\(name)").standardized
  }

  /// Whether they are here.
  public static let exist = files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }

  /// The frames of each captured message of a ring, in hexadecimal.
  public static func frames() throws -> [[String]] {
    try files.flatMap { file in
      let objects = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]]
      return (objects ?? []).compactMap { $0["frames"] as? [String] }
    }
  }
}
