import Foundation

/// Includes the app's data in the phone's backups (in iCloud, or on a computer) or not. The file system keeps the choice.
enum AppBackup {
  private static var folder: URL {
    URL.applicationSupportDirectory.appending(path: "Halo", directoryHint: .isDirectory)
  }

  /// True unless the person has left the data out.
  static var isIncluded: Bool {
    (try? folder.resourceValues(forKeys: [.isExcludedFromBackupKey]))?.isExcludedFromBackup != true
  }

  /// Includes the data in backups, or leaves it out.
  static func include(_ isIncluded: Bool) throws {
    var values = URLResourceValues()
    values.isExcludedFromBackup = !isIncluded
    var folder = folder
    try folder.setResourceValues(values)
  }
}
