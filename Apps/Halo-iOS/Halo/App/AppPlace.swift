import Foundation
import HaloModels

extension AppModel.Place {
  /// Where an iPhone app keeps a person's data: in Application Support, which backups contain and nobody else reads.
  ///
  /// Not in the folder that is shared with the widget: the system ends an app that is suspended while it holds a database there.
  static var app: AppModel.Place {
    let data = URL.applicationSupportDirectory.appending(path: "Halo", directoryHint: .isDirectory)
    return AppModel.Place(
      journal: data.appending(path: "journal.sqlite").path(percentEncoded: false),
      settings: data.appending(path: "settings.json").path(percentEncoded: false),
      exports: FileManager.default.temporaryDirectory.path(percentEncoded: false))
  }
}
