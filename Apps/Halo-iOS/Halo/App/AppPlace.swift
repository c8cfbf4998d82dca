import Foundation
import HaloModels

extension AppModel.Place {
  /// The location of a person's data in an iPhone app: Application Support, which is included in backups and private to
  /// the app.
  ///
  /// Not the folder shared with the widget: the system terminates a suspended app that holds a database open there.
  static var app: AppModel.Place {
    let data = URL.applicationSupportDirectory.appending(path: "Halo", directoryHint: .isDirectory)
    return AppModel.Place(
      journal: data.appending(path: "journal.sqlite").path(percentEncoded: false),
      settings: data.appending(path: "settings.json").path(percentEncoded: false),
      exports: FileManager.default.temporaryDirectory.path(percentEncoded: false))
  }
}
