import HaloReports
import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloWearables

/// The messages in a file of frames, with the lines each came from.
struct DayRecording {
  /// How the file could be read.
  struct Counts: Encodable, Equatable {
    var frames = 0
    var messages = 0
    var unknown = 0
    var corrupt = 0
    var incomplete = 0
    var notHexadecimal = 0
  }

  private(set) var counts = Counts()
  private var messages: [(message: any DayMessage, lines: [Int])] = []

  /// Reads frames, a line each, from a file or (`-`) standard input.
  init(path: String, name: String) throws {
    // Frames do not say of which family they are.
    let types = HaloProgram.registry.drivers.lazy.compactMap { $0.frameDecoder as? any RecordingDecoder.Type }
    guard let type = types.first else {
      throw ValidationError(
        Phrase("This program has no driver that reads days from a file of frames."))
    }
    var decoder: any RecordingDecoder = type.init()
    var lineOfFrame: [Int] = []
    var input = FrameInput()
    try FrameInput.withFile(at: path) { file in
      try input.read(file, name: name) { line, channel, frame in
        lineOfFrame.append(line)
        let characteristic = channel.flatMap { type.characteristic(ofChannel: $0, .received) }
        decoder.receive(frame, .received, of: characteristic) { message, places in
          messages.append((message, places.map { lineOfFrame[$0] }))
        }
      }
    }
    decoder.finish { message, places in messages.append((message, places.map { lineOfFrame[$0] })) }
    counts.frames = lineOfFrame.count
    counts.notHexadecimal = input.problems
    for (message, _) in messages {
      switch message.type {
      case "unknown": counts.unknown += 1
      case "corrupt": counts.corrupt += 1
      case "incomplete": counts.incomplete += 1
      default: counts.messages += 1
      }
    }
  }

  /// The day on the ring's clock when it was asked, as the messages say it: exactly where one gives a date and how many days
  /// ago that was, otherwise the newest date in them. `nil` where none names a date.
  var today: CalendarDate? {
    messages.lazy.compactMap(\.message.today).max() ?? messages.flatMap(\.message.namedDates).max()
  }

  /// Whether today is only inferred, and from which of several days: the dates in a sync never grow, so where they do the file
  /// holds several syncs, and what counts days back from today cannot be told apart.
  var mixesSyncs: Bool {
    let dates = messages.flatMap(\.message.namedDates)
    return zip(dates, dates.dropFirst()).contains { $0 < $1 }
  }

  /// Whether there is anything about a wearer's days.
  var hasReadings: Bool {
    messages.contains { !$0.message.readings(today: CalendarDate(daysSince1970: 0), frames: []).dates.isEmpty }
  }

  /// What the messages tell of the wearer. The frames of each reading's provenance are lines of the file.
  func readings(today: CalendarDate) -> Readings {
    messages.reduce(into: Readings()) { readings, entry in
      readings.append(entry.message.readings(today: today, frames: entry.lines))
    }
  }
}
