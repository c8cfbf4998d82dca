import Foundation
import HaloHealth
import HaloModels
import HaloReports
import UserNotifications

/// Shows notifications with the system.
struct PhoneNotifier: Notifier {
  func askForPermission() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { isGranted, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isGranted)
        }
      }
    }
  }

  func show(_ notice: Notice) async throws {
    let content = UNMutableNotificationContent()
    content.title = notice.title.localized
    content.body = notice.text.localized
    let trigger = notice.time.map { time in
      let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
      return UNTimeIntervalNotificationTrigger(timeInterval: max(1, date.timeIntervalSinceNow), repeats: false)
    }
    let request = UNNotificationRequest(identifier: notice.id, content: content, trigger: trigger)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      UNUserNotificationCenter.current().add(request) { error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume()
        }
      }
    }
  }

  func withdraw(_ identifiers: [String]) async {
    UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: identifiers)
  }
}
