import HaloBluetooth
import HaloHealth
import HaloInterchange
import HaloModels
import HaloSimulatedRadio
import Synchronization

/// A simulated radio that waits for devices, with some devices preserved by the system.
struct WaitingSimulatedRadio: WaitingCentral {
  let radio: SimulatedCentral
  var kept: [DeviceID] = []

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }
  func restoredDeviceIDs() async -> [DeviceID] { kept }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await radio.withConnection(to: device, label: label, timeout: timeout, body)
  }

  func withConnection<Result: Sendable>(
    waitingFor device: DeviceID, label: String, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    for try await seen in radio.scan(ScanFilter()) where seen.device == device { break }
    try Task.checkCancellation()
    return try await radio.withConnection(to: device, label: label, timeout: .seconds(60), body)
  }
}

/// Records the published data.
final class RecordingDataSink: DataSink {
  struct Notes {
    var widgetSnapshot: WidgetSnapshot?
    var days: Set<CalendarDate> = []
    var forgotten = 0
  }

  private let state = Mutex(Notes())
  var notes: Notes { state.withLock { $0 } }

  func show(_ widgetSnapshot: WidgetSnapshot) async throws { state.withLock { $0.widgetSnapshot = widgetSnapshot } }
  func write(_ day: CalendarDate, _ records: [HealthRecord], at now: Moment) async throws {
    state.withLock { _ = $0.days.insert(day) }
  }
  func forget() async throws {
    state.withLock { notes in
      notes.widgetSnapshot = nil
      notes.days = []
      notes.forgotten += 1
    }
  }
}
