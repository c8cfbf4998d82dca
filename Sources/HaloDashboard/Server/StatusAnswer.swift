/// The version, the radio, the wearers and the devices, for the frame of every page.
struct StatusAnswer: Encodable, Sendable {
  struct Radio: Encodable, Sendable {
    /// `bluez` or `simulated`.
    let kind: String
    let ready: Bool
    let message: Phrase?
  }

  struct Wearer: Encodable, Sendable {
    let id: String
    let name: String

    init(_ name: String) { (id, self.name) = (name, name) }
  }

  /// What the settings have beside the profile.
  struct MoreSettings: Encodable, Sendable {
    let sleepGoalText: Phrase?
    let wearer: String
  }

  typealias Settings = Joined<[String: ProfileValue], MoreSettings>

  let version: String
  let now: Moment
  let today: CalendarDate
  let zone: String
  let radio: Radio
  let trouble: Phrase?
  let workout: WorkoutSummaryAnswer?
  let wearer: Wearer
  let wearers: [Wearer]
  let devices: [DeviceAnswer]
  let firstDay: CalendarDate?
  let lastDay: CalendarDate?
  let settings: Settings
  var events = "\(RequestGuard.api)/events"
}

/// A browser's session, and the status.
struct SessionAnswer: Encodable, Sendable {
  struct Session: Encodable, Sendable {
    let id: String
    let name: String
    let created: Moment
    let lastSeen: Moment
    let ago: Phrase
    let address: String
    /// True for the session of the request, in the list of all.
    let current: Bool?
  }

  let session: Session
  let status: StatusAnswer
}
