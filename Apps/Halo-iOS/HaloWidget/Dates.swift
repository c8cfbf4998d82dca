import Foundation
import HaloHealth

extension TimeOfDay {
  /// The time in the person's format. The time has no zone, so it is formatted in GMT.
  var localized: String {
    Date(timeIntervalSince1970: Double(minutes) * 60).formatted(
      Date.FormatStyle(locale: .autoupdatingCurrent, timeZone: .gmt).hour().minute())
  }
}

extension CalendarDate {
  /// The local day, in the Gregorian calendar that devices use.
  init?(_ date: Date) {
    let day = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    guard let year = day.year, let month = day.month, let number = day.day else { return nil }
    self.init(year: year, month: month, day: number)
  }
}
