import Foundation
import HaloBluetooth
@testable import HaloFitnessMachine
import HaloSimulatedRadio
import HaloTesting
import Testing

@testable import HaloWearables

@Suite("Messages of machines")
struct FitnessMachineTests {
  @Test(
    arguments: [
      ("010100", true, [MachineKind.treadmill]), ("000100", false, [.treadmill]),
      ("012000", true, [.indoorBike]), ("010010", true, [.rower]), ("0102", true, [.crossTrainer]),
      ("010300", true, [.treadmill, .crossTrainer]), ("010400", true, [.stepClimber]),
      ("010800", true, [.stairClimber]),
      ("0100C0", true, []), ("01010000FF", true, [.treadmill]),
    ] as [(String, Bool, [MachineKind])])
  func `advertise their kind, some with swapped bytes or only one`(
    data: String, isAvailable: Bool, machines: [MachineKind]
  ) throws {
    let advertisement = Advertisement(device: DeviceID("A"), name: nil, serviceData: [0x1826: bytes(data)])
    let advertised = try #require(FitnessMachineDriver.advertisedMachine(advertisement))
    #expect(advertised.isAvailable == isAvailable)
    #expect(advertised.kinds == machines)
    #expect(FitnessMachineDriver.match(advertisement) == .certain)
  }

  @Test func `with incomplete advertisements are recognized as machines`() {
    for data in ["", "01"] {
      let advertisement = Advertisement(device: DeviceID("A"), name: nil, serviceData: [0x1826: bytes(data)])
      #expect(FitnessMachineDriver.advertisedMachine(advertisement) == nil)
      #expect(FitnessMachineDriver.match(advertisement) == .certain)
    }
    #expect(FitnessMachineDriver.advertisedMachine(Advertisement(device: DeviceID("A"), name: nil)) == nil)
  }

  /// More in 'make prove long-tests'.
  private static let seedCount: UInt64 = ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] == nil ? 4 : 20

  @Test(arguments: 0..<seedCount)
  func `decoded values encode to the same bytes, for any bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let value = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      for machine in MachineKind.allCases {
        if let data = FitnessMachine.MachineData(machine, value: value) { #expect(data.value == value) }
      }
      if let point = FitnessMachine.ControlPoint(value: value) { #expect(point.value == value) }
      if let status = FitnessMachine.MachineStatus(value: value) { #expect(status.value == value) }
      if let training = FitnessMachine.TrainingStatus(value: value) { #expect(training.value == value) }
      if let features = FitnessMachine.Features(value: value) { #expect(features.value == value) }
      for target in [FitnessMachine.Target.speed, .inclination, .resistance, .heartRate, .power] {
        if let range = FitnessMachine.SupportedRange(target, value: value) { #expect(range.value == value) }
      }
    }
  }

  @Test(arguments: MachineQuantity.allCases)
  func `a quantity has its name in messages`(quantity: MachineQuantity) {
    #expect(quantity.word.description == "\(quantity)")
  }

  @Test(arguments: MachineKind.allCases)
  func `encoded data decode to themselves`(machine: MachineKind) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 * Self.seedCount / 4 {
      var values: [MachineQuantity: Double] = [:]
      for quantity in MachineQuantity.allCases where Bool.random(using: &random) {
        values[quantity] = Double(Int.random(in: 1...50, using: &random)) / 2
      }
      let data = FitnessMachine.MachineData(
        machine, hasMore: Bool.random(using: &random), isBackward: Bool.random(using: &random), values)
      #expect(FitnessMachine.MachineData(machine, value: data.value) == data)
      #expect(!data.isTruncated)
      for quantity in MachineQuantity.allCases {
        guard let value = data[quantity]?.doubleValue, let wanted = values[quantity] else { continue }
        #expect(abs(value - wanted) <= 0.5, "\(quantity)")
      }
    }
  }

  @Test func `a truncated packet has its complete fields, and is marked as truncated`() throws {
    let whole = bytes("fe1f2003ee02881300ceff1e00640032002c013601f40158020a8c55080758029cfffa00")
    let all = try #require(FitnessMachine.MachineData(.treadmill, value: whole))
    #expect(!all.isTruncated)
    for count in 2..<whole.count {
      let data = try #require(FitnessMachine.MachineData(.treadmill, value: [UInt8](whole.prefix(count))))
      // In the older specification, with one-byte paces, these flags have exactly 33 bytes.
      if count == whole.count - 2 { continue }
      #expect(data.isTruncated, "\(count)")
      for quantity in MachineQuantity.allCases {
        if let value = data[quantity] { #expect(value == all[quantity], "\(quantity) of \(count) bytes") }
      }
    }
  }

  @Test func `recognizes a one-byte pace by the length`() throws {
    let data = try #require(FitnessMachine.MachineData(.treadmill, value: bytes("2000 2003 05")))
    #expect(data[.kilometersPerMinute] == FixedDecimal(5, places: 1))
    #expect(data[.secondsPer500m] == nil && !data.isTruncated)
    let wide = try #require(FitnessMachine.MachineData(.treadmill, value: bytes("2000 2003 2c01")))
    #expect(wide[.secondsPer500m] == FixedDecimal(300, places: 0))
  }

  /// Every flag of a kind's data, with bytes that distinguish the fields; the meaning was determined manually from the
  /// tables of FTMS 1.0 and of the GATT Specification Supplement.
  @Test(
    arguments: [
      (
        MachineKind.indoorBike,
        "fe1f 0a0b 0201 b400 a000 010203 fdff f4fe 2c01 1100 5802 0c 8c 55 0807 3c00",
        #""averageCadence":80,"averageSpeed":2.58,"averageWatts":300,"bpm":140,"cadence":90,"elapsedSeconds":1800,"kilocalories":17,"kilocaloriesPerHour":600,"kilocaloriesPerMinute":12,"metabolicEquivalent":8.5,"meters":197121,"moreData":false,"remainingSeconds":60,"resistance":-3,"speed":28.26,"type":"indoorBikeData","watts":-268"#
      ),
      (
        .rower, "fe1f 35 6400 31 010203 8200 8c00 c800 be00 0500 1100 5802 0c 8c 55 0807 3c00",
        #""averageSecondsPer500m":140,"averageStrokeRate":24.5,"averageWatts":190,"bpm":140,"elapsedSeconds":1800,"kilocalories":17,"kilocaloriesPerHour":600,"kilocaloriesPerMinute":12,"metabolicEquivalent":8.5,"meters":197121,"moreData":false,"remainingSeconds":60,"resistance":5,"secondsPer500m":130,"strokeRate":26.5,"strokes":100,"type":"rowerData","watts":200"#
      ),
      (
        .crossTrainer,
        "feff00 0a0b 0201 010203 6000 5600 9802 0e00 0300 ceff 1e00 3c00 5000 3d00 1100 5802 0c 8c 55 0807 3c00",
        #""ascentMeters":14,"averageSpeed":2.58,"averageStepsPerMinute":86,"averageWatts":61,"backward":true,"bpm":140,"descentMeters":3,"elapsedSeconds":1800,"inclinationPercent":-5,"kilocalories":17,"kilocaloriesPerHour":600,"kilocaloriesPerMinute":12,"metabolicEquivalent":8.5,"meters":197121,"moreData":false,"rampDegrees":3,"remainingSeconds":60,"resistance":6,"speed":28.26,"stepsPerMinute":96,"strides":66.4,"type":"crossTrainerData","watts":80"#
      ),
      (
        .stepClimber, "fe01 0c00 f000 3c00 3a00 2500 1100 5802 0c 8c 55 0807 3c00",
        #""ascentMeters":37,"averageStepsPerMinute":58,"bpm":140,"elapsedSeconds":1800,"floors":12,"kilocalories":17,"kilocaloriesPerHour":600,"kilocaloriesPerMinute":12,"metabolicEquivalent":8.5,"moreData":false,"remainingSeconds":60,"steps":240,"stepsPerMinute":60,"type":"stepClimberData""#
      ),
      (
        .stairClimber, "fe03 0c00 3c00 3a00 2500 7800 1100 5802 0c 8c 55 0807 3c00",
        #""ascentMeters":37,"averageStepsPerMinute":58,"bpm":140,"elapsedSeconds":1800,"floors":12,"kilocalories":17,"kilocaloriesPerHour":600,"kilocaloriesPerMinute":12,"metabolicEquivalent":8.5,"moreData":false,"remainingSeconds":60,"stepsPerMinute":60,"strides":120,"type":"stairClimberData""#
      ),
    ] as [(MachineKind, String, String)])
  func `every field of every kind has its position, width, sign and unit`(
    machine: MachineKind, value: String, meaning: String
  ) throws {
    let data = try #require(FitnessMachine.MachineData(machine, value: bytes(value)))
    #expect(line(data) == "{" + meaning + "}")
    // The same with every value marked "not available": only the flags and the bits in them remain.
    let flags = bytes(value).prefix(machine == .crossTrainer ? 3 : 2)
    var nothing = FitnessMachine.MachineData(machine, [:]).value
    nothing = [UInt8](flags) + [UInt8](repeating: 0xFF, count: bytes(value).count - flags.count)
    let absent = try #require(FitnessMachine.MachineData(machine, value: nothing))
    #expect(!absent.isTruncated && absent.value == nothing)
    for quantity in MachineQuantity.allCases where absent[quantity] != nil {
      // −1 in a signed field is a value.
      #expect(absent[quantity] == FixedDecimal(-1, places: 0) || absent[quantity] == FixedDecimal(-1, places: 1))
    }
  }

  @Test func `recognizes a one-byte resistance, in tens, by the length`() throws {
    let narrow = try #require(FitnessMachine.MachineData(.indoorBike, value: bytes("6000 c409 03 7800")))
    #expect(narrow[.resistance] == FixedDecimal(30, places: 0))
    #expect(narrow[.watts] == FixedDecimal(120, places: 0) && !narrow.isTruncated)
    let wide = try #require(FitnessMachine.MachineData(.indoorBike, value: bytes("6000 c409 0300 7800")))
    #expect(wide[.resistance] == FixedDecimal(3, places: 0) && wide[.watts] == FixedDecimal(120, places: 0))
    let stepper = try #require(FitnessMachine.MachineData(.crossTrainer, value: bytes("800000 c409 03")))
    #expect(stepper[.resistance] == FixedDecimal(30, places: 0) && !stepper.isTruncated)
    let none = try #require(FitnessMachine.MachineData(.rower, value: bytes("8000 30 0100 ff")))
    #expect(none[.resistance] == nil && !none.isTruncated)
  }

  @Test func `assembles records from several notifications, also of machines that never mark the last one`() throws {
    func part(_ text: String, _ machine: MachineKind) throws -> FitnessMachine.MachineData {
      try #require(FitnessMachine.MachineData(machine, value: bytes(text)))
    }
    var assembler = FitnessMachine.RecordAssembler()
    func receive(_ text: String, _ machine: MachineKind, frame: Int? = nil) throws -> MachineRecord? {
      assembler.receive(try part(text, machine), frame: frame)
    }
    let open = try receive("09001900f1ff", .treadmill, frame: 3)
    #expect(open == nil)
    let whole = try receive("80064e020200ffffff372700", .treadmill, frame: 4)
    let record = try #require(whole)
    #expect(record[.inclinationPercent] == 2.5 && record[.speed] == 5.9 && record.frames == [3, 4])

    // Two parts that are both marked "more data", repeated.
    let parts = try [receive("0500b600", .indoorBike), receive("41001000", .indoorBike)]
    #expect(parts == [nil, nil])
    let first = try receive("0500b800", .indoorBike)
    #expect(first?[.cadence] == 91 && first?[.watts] == 16)
    let second = try receive("0500ba00", .indoorBike)
    #expect(second?[.cadence] == 92 && second?[.watts] == nil)
  }

  @Test func `codes of targets are those of both tables`() {
    for target in FitnessMachine.Target.allCases {
      #expect(FitnessMachine.Target(operation: target.operation) == target)
      #expect(FitnessMachine.Target(event: target.event) == target)
    }
    #expect(FitnessMachine.Target.cadence.operation == 0x14 && FitnessMachine.Target.cadence.event == 0x15)
    #expect(FitnessMachine.Target.energy.operation == 0x09 && FitnessMachine.Target.energy.event == 0x0A)
    for code in [UInt8(0x00), 0x01, 0x07, 0x08, 0x15, 0x80] { #expect(FitnessMachine.Target(operation: code) == nil) }
    for code in [UInt8(0x00), 0x04, 0x16, 0xFF] { #expect(FitnessMachine.Target(event: code) == nil) }
  }
}
