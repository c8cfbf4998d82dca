import HaloBluetooth
import HaloSimulatedRadio
import Testing

@testable import HaloWearables

@Suite("Messages of machines")
struct FitnessMachineTests {
  @Test(
    "say in advertisements what they are, some with swapped bytes or one alone",
    arguments: [
      ("010100", true, [FitnessMachine.Machine.treadmill]), ("000100", false, [.treadmill]),
      ("012000", true, [.indoorBike]), ("010010", true, [.rower]), ("0102", true, [.crossTrainer]),
      ("010300", true, [.treadmill, .crossTrainer]), ("010400", true, [.stepClimber]),
      ("010800", true, [.stairClimber]),
      ("0100C0", true, []), ("01010000FF", true, [.treadmill]),
    ] as [(String, Bool, [FitnessMachine.Machine])])
  func advertisement(data: String, isAvailable: Bool, machines: [FitnessMachine.Machine]) throws {
    let advertisement = Advertisement(device: DeviceID("A"), name: nil, serviceData: [0x1826: bytes(data)])
    let said = try #require(FitnessMachineDriver.advertised(advertisement))
    #expect(said.isAvailable == isAvailable)
    #expect(said.machines == machines)
    #expect(FitnessMachineDriver.match(advertisement) == .certain)
  }

  @Test("that say too little in advertisements are machines all the same")
  func shortAdvertisement() {
    for data in ["", "01"] {
      let advertisement = Advertisement(device: DeviceID("A"), name: nil, serviceData: [0x1826: bytes(data)])
      #expect(FitnessMachineDriver.advertised(advertisement) == nil)
      #expect(FitnessMachineDriver.match(advertisement) == .certain)
    }
    #expect(FitnessMachineDriver.advertised(Advertisement(device: DeviceID("A"), name: nil)) == nil)
  }

  @Test("what is decoded has its bytes again, whatever they are", arguments: 0..<20)
  func bytesAreKept(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let value = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      for machine in FitnessMachine.Machine.allCases {
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

  @Test("what is encoded is decoded as itself", arguments: FitnessMachine.Machine.allCases)
  func roundTrip(machine: FitnessMachine.Machine) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var values: [FitnessMachine.Quantity: Double] = [:]
      for quantity in FitnessMachine.Quantity.allCases where Bool.random(using: &random) {
        values[quantity] = Double(Int.random(in: 1...50, using: &random)) / 2
      }
      let data = FitnessMachine.MachineData(
        machine, hasMore: Bool.random(using: &random), isBackward: Bool.random(using: &random), values)
      #expect(FitnessMachine.MachineData(machine, value: data.value) == data)
      #expect(!data.isTruncated)
      for quantity in FitnessMachine.Quantity.allCases {
        guard let value = data[quantity]?.doubleValue, let wanted = values[quantity] else { continue }
        #expect(abs(value - wanted) <= 0.5, "\(quantity)")
      }
    }
  }

  @Test("a packet that was cut anywhere gives what was whole, and says so")
  func cut() throws {
    let whole = bytes("fe1f2003ee02881300ceff1e00640032002c013601f40158020a8c55080758029cfffa00")
    let all = try #require(FitnessMachine.MachineData(.treadmill, value: whole))
    #expect(!all.isTruncated)
    for count in 2..<whole.count {
      let data = try #require(FitnessMachine.MachineData(.treadmill, value: [UInt8](whole.prefix(count))))
      // 33 bytes are what the older specification makes of these flags, with paces of one byte.
      if count == whole.count - 2 { continue }
      #expect(data.isTruncated, "\(count)")
      for quantity in FitnessMachine.Quantity.allCases {
        if let value = data[quantity] { #expect(value == all[quantity], "\(quantity) of \(count) bytes") }
      }
    }
  }

  @Test("a pace of one byte is told by the length")
  func narrowPace() throws {
    let data = try #require(FitnessMachine.MachineData(.treadmill, value: bytes("2000 2003 05")))
    #expect(data[.kilometersPerMinute] == FixedDecimal(5, places: 1))
    #expect(data[.secondsPer500m] == nil && !data.isTruncated)
    let wide = try #require(FitnessMachine.MachineData(.treadmill, value: bytes("2000 2003 2c01")))
    #expect(wide[.secondsPer500m] == FixedDecimal(300, places: 0))
  }

  @Test("records over several notifications are put together, and machines that never end one are understood")
  func records() throws {
    func part(_ text: String, _ machine: FitnessMachine.Machine) throws -> FitnessMachine.MachineData {
      try #require(FitnessMachine.MachineData(machine, value: bytes(text)))
    }
    var assembler = FitnessMachine.RecordAssembler()
    func receive(_ text: String, _ machine: FitnessMachine.Machine, frame: Int? = nil) throws -> FitnessMachine.Record?
    {
      assembler.receive(try part(text, machine), frame: frame)
    }
    let open = try receive("09001900f1ff", .treadmill, frame: 3)
    #expect(open == nil)
    let whole = try receive("80064e020200ffffff372700", .treadmill, frame: 4)
    let record = try #require(whole)
    #expect(record[.inclinationPercent] == 2.5 && record[.speed] == 5.9 && record.frames == [3, 4])

    // Two parts that both say "more", again and again.
    let parts = try [receive("0500b600", .indoorBike), receive("41001000", .indoorBike)]
    #expect(parts == [nil, nil])
    let first = try receive("0500b800", .indoorBike)
    #expect(first?[.cadence] == 91 && first?[.watts] == 16)
    let rest = assembler.finish()
    #expect(rest?[.cadence] == 92)
    let nothing = assembler.finish()
    #expect(nothing == nil)
  }

  @Test("codes of targets are those of both tables")
  func codes() {
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
