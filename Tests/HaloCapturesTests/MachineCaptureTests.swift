import Foundation
import HaloBluetooth
import HaloDrivers
import HaloFuzzing
import HaloHealth
import HaloWearables
import Testing

/// Sessions of machines from captures beside the project.
@Suite("Captured machines")
struct MachineCaptureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/captures/machines").standardized
  private static let isHere = FileManager.default.fileExists(atPath: folder.path)

  private static func samples(_ name: String) throws -> [Sample] {
    let reading = try CaptureReading([UInt8](Data(contentsOf: folder.appending(path: name))))
    let frames = reading.operations.compactMap { operation -> RecordedFrame? in
      // A notification is its opcode, its handle, and the value.
      guard let time = operation.time, let uuid = operation.name?.characteristic, operation.bytes.first == 0x1B else {
        return nil
      }
      return RecordedFrame(
        device: DeviceID("A"), direction: operation.direction, characteristic: uuid,
        bytes: [UInt8](operation.bytes.dropFirst(3)),
        time: Date(timeIntervalSince1970: Double(time) / 1_000_000), zone: "UTC", secondsFromGMT: 0)
    }
    let driver = try #require(DriverRegistry.bundled.driver("fitness-machine"))
    return driver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
  }

  private static func values(_ samples: [Sample], _ metric: Metric) -> [Double] {
    samples.filter { $0.metric == metric }.map(\.value)
  }

  @Test(.enabled(if: isHere, "../shared/captures is not here"))
  func `a rower with a spike of its stroke rate and a wrong pace has the values that its counts confirm`() throws {
    let samples = try Self.samples("joroto.btsnoop")
    #expect(Set(Self.values(samples, .cadence)) == [22])
    #expect(abs(Self.values(samples, .distance).reduce(0, +) - 464) <= 1)
    #expect(Self.values(samples, .strokes).reduce(0, +) == 47)
    let speeds = Self.values(samples, .speed)
    #expect(speeds.count > 100 && abs(speeds.reduce(0, +) / Double(speeds.count) - 464 / 129) < 0.1)
    #expect(samples.filter { $0.metric == .speed }.allSatisfy { $0.source == .algorithm })
  }

  @Test(.enabled(if: isHere, "../shared/captures is not here"))
  func `a rower whose pace its meters confirm has it as its speed`() throws {
    let samples = try Self.samples("rower_all.btsnoop").filter { $0.metric == .speed }
    #expect(samples.count == 100 && samples.allSatisfy { $0.source == .live && abs($0.value - 500 / 139) < 1e-9 })
  }

  @Test(.enabled(if: isHere, "../shared/captures is not here"))
  func `an elliptical keeps its resistance and its strides`() throws {
    let samples = try Self.samples("lf_elliptical.btsnoop")
    #expect(!Self.values(samples, .strides).isEmpty && !Self.values(samples, .resistance).isEmpty)
  }
}
