import Foundation
import HaloHealth
import HaloHome
import HaloJournal
import Logging

/// Runs a home for the proof: `halo-home-client SETTINGS FOLDER`. Each input line is a JSON list of devices. It ends at
/// SIGTERM or at the end of its input, and logs to standard error.
@main
struct Client {
  struct Line: Decodable {
    let id: String
    var name: String?
    var battery: Int?
    var steps: Int?
    var heartRate: Int?
    var nightMinutes: Int?
    var present: Bool?
    var problem: String?
  }

  static func main() async throws {
    let settings = try JSONDecoder().decode(
      HomeSettings.self, from: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
    let home = try Home(
      settings, stateFolder: CommandLine.arguments[2],
      logger: Logger(label: "home") { StreamLogHandler.standardError(label: $0) })
    let (states, continuation) = AsyncStream<[DeviceState]>.makeStream()
    let task = Task { await home.run(states) }
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM)
    source.setEventHandler { task.cancel() }
    source.resume()
    Thread.detachNewThread {
      while let line = readLine() {
        if let devices = try? JSONDecoder().decode([Line].self, from: Data(line.utf8)) {
          continuation.yield(devices.map(state))
        } else {
          FileHandle.standardError.write(Data("cannot be decoded: \(line)\n".utf8))
        }
      }
      continuation.finish()
    }
    await task.value
  }

  private static func state(_ line: Line) -> DeviceState {
    let now = HomeClock.system.now()
    var state = DeviceState(identifier: line.id, name: line.name ?? "Ring", family: "colmi-ring", wearer: "me")
    state.hardware = "R12_V1.0"
    state.firmware = "R12_1.00.00"
    state.battery = line.battery.map { DeviceState.Reading($0, at: now) }
    state.stepsToday = line.steps
    state.heartRate = line.heartRate.map { DeviceState.Reading($0, at: now) }
    state.isPresent = line.present
    state.lastSeen = now
    state.lastSync = now
    state.problem = line.problem
    if let minutes = line.nightMinutes {
      let end = WallClock(date: now.wallClock.date, secondOfDay: 7 * 3600)
      let start = end.adding(minutes: -minutes)
      let night = Night(
        kind: .night, start: start, end: end,
        stages: [Night.Stretch(stage: .light, minutes: minutes - 60), Night.Stretch(stage: .deep, minutes: 60)],
        provenance: Provenance(frames: [], decoder: "proof"))
      state.nights = [DeviceNight(night, start: Moment(start, secondsFromGMT: now.secondsFromGMT), reported: now)]
    }
    return state
  }
}
