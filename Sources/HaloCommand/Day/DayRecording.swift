import HaloReports
import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloWearables

/// The messages in a file of frames, with the lines that each came from.
struct DayRecording {
  /// The counts of frames, messages and lines that could or could not be read.
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

  /// Reads frames, one per line, from a file or, if `path` is `-`, from standard input.
  init(path: String, name: String) throws {
    // Frames do not identify their family, so the first driver that can read such files is used.
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

  /// The day on the ring's clock when it was read. Exact if a message has a date and the number of days since then;
  /// otherwise the newest date in the messages. `nil` if no message has a date.
  var today: CalendarDate? {
    messages.lazy.compactMap(\.message.today).max() ?? messages.flatMap(\.message.namedDates).max()
  }

  /// True if the file contains several syncs, so that "days back from today" is ambiguous. Dates within one sync
  /// never increase, so an increasing date starts another sync.
  var mixesSyncs: Bool {
    let dates = messages.flatMap(\.message.namedDates)
    return zip(dates, dates.dropFirst()).contains { $0 < $1 }
  }

  /// True if the messages contain readings of any day.
  var hasReadings: Bool {
    messages.contains { !$0.message.readings(today: CalendarDate(daysSince1970: 0), frames: []).dates.isEmpty }
  }

  /// Returns the readings in the messages. The frames in each reading's provenance are line numbers of the file.
  func readings(today: CalendarDate) -> Readings {
    messages.reduce(into: Readings()) { readings, entry in
      readings.append(entry.message.readings(today: today, frames: entry.lines))
    }
  }
}
