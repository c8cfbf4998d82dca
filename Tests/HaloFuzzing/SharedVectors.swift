import Foundation

/// The test vectors in the folder beside the project.
public enum SharedVectors {
  private static let files = ["colmi.json", "colmi-r08.json"].map { name in
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/vectors/\(name)").standardized
  }

  /// True if the files exist.
  public static let exist = files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }

  /// Returns the frames of each captured message of a ring, in hexadecimal.
  public static func frames() throws -> [[String]] {
    try files.flatMap { file in
      let objects = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]]
      return (objects ?? []).compactMap { $0["frames"] as? [String] }
    }
  }
}
