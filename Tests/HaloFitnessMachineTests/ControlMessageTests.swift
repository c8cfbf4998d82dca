import HaloBluetooth
import HaloText
import HaloTesting
import HaloWearables
import Testing

@testable import HaloFitnessMachine

/// Messages of control point, status and ranges; the bytes and their meaning are from the tables of FTMS 1.0.
@Suite("Control messages of machines")
struct ControlMessageTests {
  /// A target: the code that sets it, the code that reports it, its parameters as bytes and as JSON, and both names.
  struct Target: Sendable, CustomTestStringConvertible {
    let operation: String, event: String, bytes: String, values: String, request: String, report: String
    var testDescription: String { request }
  }

  static let targets = [
    Target(
      operation: "02", event: "05", bytes: "6900", values: #""speed":1.05"#, request: "setTargetSpeed",
      report: "targetSpeedChanged"),
    Target(
      operation: "03", event: "06", bytes: "ecff", values: #""inclinationPercent":-2"#,
      request: "setTargetInclination", report: "targetInclinationChanged"),
    Target(
      operation: "04", event: "07", bytes: "2d", values: #""resistance":4.5"#, request: "setTargetResistance",
      report: "targetResistanceChanged"),
    Target(
      operation: "05", event: "08", bytes: "9600", values: #""watts":150"#, request: "setTargetPower",
      report: "targetPowerChanged"),
    Target(
      operation: "06", event: "09", bytes: "78", values: #""bpm":120"#, request: "setTargetHeartRate",
      report: "targetHeartRateChanged"),
    Target(
      operation: "09", event: "0a", bytes: "c800", values: #""kilocalories":200"#, request: "setTargetEnergy",
      report: "targetEnergyChanged"),
    Target(
      operation: "0a", event: "0b", bytes: "e803", values: #""steps":1000"#, request: "setTargetSteps",
      report: "targetStepsChanged"),
    Target(
      operation: "0b", event: "0c", bytes: "f401", values: #""strides":500"#, request: "setTargetStrides",
      report: "targetStridesChanged"),
    Target(
      operation: "0c", event: "0d", bytes: "a08601", values: #""meters":100000"#, request: "setTargetDistance",
      report: "targetDistanceChanged"),
    Target(
      operation: "0d", event: "0e", bytes: "5802", values: #""seconds":600"#, request: "setTargetTrainingTime",
      report: "targetTrainingTimeChanged"),
    Target(
      operation: "0e", event: "0f", bytes: "3c007800", values: #""fatBurnSeconds":60,"fitnessSeconds":120"#,
      request: "setTimeIn2HeartRateZones", report: "timeIn2HeartRateZonesChanged"),
    Target(
      operation: "0f", event: "10", bytes: "3c0078000a00",
      values: #""lightSeconds":60,"moderateSeconds":120,"hardSeconds":10"#, request: "setTimeIn3HeartRateZones",
      report: "timeIn3HeartRateZonesChanged"),
    Target(
      operation: "10", event: "11", bytes: "01000200030004000500",
      values:
        #""veryLightSeconds":1,"lightSeconds":2,"moderateSeconds":3,"hardSeconds":4,"maximumSeconds":5"#,
      request: "setTimeIn5HeartRateZones", report: "timeIn5HeartRateZonesChanged"),
    Target(
      operation: "11", event: "12", bytes: "e80338ff2833",
      values: #""windMetersPerSecond":1,"gradePercent":-2,"rollingResistance":0.004,"windResistance":0.51"#,
      request: "setIndoorBikeSimulation", report: "indoorBikeSimulationChanged"),
    Target(
      operation: "12", event: "13", bytes: "1453", values: #""millimeters":2126.8"#,
      request: "setWheelCircumference", report: "wheelCircumferenceChanged"),
    Target(
      operation: "13", event: "14", bytes: "01", values: #""step":1"#, request: "spinDown", report: "spinDownStatus"),
    Target(
      operation: "14", event: "15", bytes: "b400", values: #""cadence":90"#, request: "setTargetCadence",
      report: "targetCadenceChanged"),
  ]

  private func expect(
    _ message: (some CharacteristicMessage)?, _ hexadecimal: String, is json: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let message = try #require(message, sourceLocation: location)
    #expect(canonical(line: line(message)) == canonical(line: json), sourceLocation: location)
    #expect(message.value == bytes(hexadecimal), sourceLocation: location)
  }

  @Test(arguments: targets)
  func `decodes a target the same way in a command and in a report`(target: Target) throws {
    let request = target.operation + target.bytes
    try expect(
      FitnessMachine.ControlPoint(value: bytes(request)), request,
      is: #"{"type":"controlPoint","request":"\#(target.request)",\#(target.values)}"#)
    let report = target.event + target.bytes
    try expect(
      FitnessMachine.MachineStatus(value: bytes(report)), report,
      is: #"{"type":"fitnessMachineStatus","event":"\#(target.report)",\#(target.values)}"#)
  }

  @Test(arguments: [
    ("00", #""request":"requestControl""#), ("01", #""request":"reset""#), ("07", #""request":"startOrResume""#),
    ("0801", #""request":"stopOrPause","action":"stop""#), ("0802", #""request":"stopOrPause","action":"pause""#),
    ("0805", #""request":"stopOrPause","code":"0x05""#), ("08", #""request":"stopOrPause","truncated":true"#),
    ("080199", #""request":"stopOrPause","action":"stop","trailing":"99""#),
    // An answer that is only a result, or a request without its parameters.
    ("02", #""request":"setTargetSpeed","result":"operationNotSupported","truncated":true"#),
    ("05", #""request":"setTargetPower","result":"controlNotPermitted","truncated":true"#),
    ("11", #""request":"setIndoorBikeSimulation","truncated":true"#),
    ("0269", #""request":"setTargetSpeed","truncated":true"#),
    // Requests that apps pad with zeros: trainers answer 80 00 01 and 80 07 01.
    ("000000", #""request":"requestControl","trailing":"0000""#),
    ("0700", #""request":"startOrResume","trailing":"00""#),
    ("02690007", #""request":"setTargetSpeed","speed":1.05,"trailing":"07""#),
    ("800201", #""request":"setTargetSpeed","result":"success""#),
    ("800302", #""request":"setTargetInclination","result":"operationNotSupported""#),
    ("800203", #""request":"setTargetSpeed","result":"invalidParameter""#),
    ("800704", #""request":"startOrResume","result":"operationFailed""#),
    ("800005", #""request":"requestControl","result":"controlNotPermitted""#),
    ("800109", #""request":"reset","result":"reserved","code":"0x09""#),
    ("803301", #""command":"0x33","result":"success""#),
    ("80080102", #""request":"stopOrPause","result":"success","parameters":"02""#),
  ])
  func `names requests and their answers, and reports truncation`(value: String, json: String) throws {
    try expect(
      FitnessMachine.ControlPoint(value: bytes(value)), value, is: #"{"type":"controlPoint",\#(json)}"#)
  }

  @Test(arguments: [
    ("01", #""event":"reset""#), ("0201", #""event":"stoppedByUser""#), ("0202", #""event":"pausedByUser""#),
    ("0209", #""event":"stoppedOrPausedByUser","code":"0x09""#), ("03", #""event":"stoppedBySafetyKey""#),
    ("04", #""event":"startedOrResumed""#), ("ff", #""event":"controlPermissionLost""#),
  ])
  func `names the events of a machine`(value: String, json: String) throws {
    try expect(
      FitnessMachine.MachineStatus(value: bytes(value)), value, is: #"{"type":"fitnessMachineStatus",\#(json)}"#)
  }

  @Test func `keeps values outside of the specification unknown, with their bytes`() throws {
    let json = #"{"type":"unknown","command":"0x33","hex":"3344"}"#
    try expect(FitnessMachine.ControlPoint(value: bytes("3344")), "3344", is: json)
    try expect(FitnessMachine.MachineStatus(value: bytes("3344")), "3344", is: json)
    #expect(FitnessMachine.ControlPoint(value: []) == nil && FitnessMachine.MachineStatus(value: []) == nil)
  }

  @Test(arguments: [
    ("010257 61726d", #""status":"warmingUp","text":"Warm""#), ("0001", #""status":"idle""#),
    ("000f", #""status":"postWorkout""#), ("0020", #""status":"reserved","code":"0x20""#),
  ])
  func `decodes the training status, with the machine's own text if there is one`(value: String, json: String) throws {
    try expect(
      FitnessMachine.TrainingStatus(value: bytes(value)), value, is: #"{"type":"trainingStatus",\#(json)}"#)
  }

  @Test func `features name the measured quantities and the targets`() throws {
    let value = "807400001f200000"
    let features = try #require(FitnessMachine.Features(value: bytes(value)))
    try expect(
      features, value,
      is: #"""
        {"type":"fitnessMachineFeature",
         "features":["resistanceLevel","heartRate","elapsedTime","remainingTime","powerMeasurement"],
         "targets":["speed","inclination","resistance","power","heartRate","indoorBikeSimulation"]}
        """#)
    #expect(features.measures == ["resistanceLevel", "heartRate", "elapsedTime", "remainingTime", "powerMeasurement"])
    #expect(features.supports(.speed) && !features.supports(.cadence))
  }

  @Test(
    arguments: [
      (.speed, "6400d0070a00", #""type":"speedRange","minimum":1,"maximum":20,"step":0.1"#),
      (.inclination, "e2ff96000500", #""type":"inclinationRange","minimum":-3,"maximum":15,"step":0.5"#),
      (.resistance, "0a00f0000a00", #""type":"resistanceRange","minimum":1,"maximum":24,"step":1"#),
      (.heartRate, "3cc801", #""type":"heartRateRange","minimum":60,"maximum":200,"step":1"#),
      (.power, "0000f4010500", #""type":"powerRange","minimum":0,"maximum":500,"step":5"#),
    ] as [(FitnessMachine.Target, String, String)])
  func `ranges have the unit of their target`(target: FitnessMachine.Target, value: String, json: String) throws {
    let range = try #require(FitnessMachine.SupportedRange(target, value: bytes(value)))
    #expect(canonical(line: line(range)) == canonical(line: "{\(json)}"))
    #expect(range.value == bytes(value))
    let uuid = try #require(FitnessMachine.GATT.ranges.first { $0.target == target }?.uuid)
    let reader = try #require(FitnessMachine.readers[uuid])
    let cut = reader([1])
    #expect(canonical(line: line(cut)) == canonical(line: #"{"type":"corrupt","reason":"length","hex":"01"}"#))
  }

  @Test func `refuses manual writes to the control point`() {
    func characteristic(_ uuid: BluetoothUUID) -> Characteristic {
      Characteristic(uuid: uuid, service: FitnessMachine.GATT.service, instance: 0, properties: [.write])
    }
    let verdict = FitnessMachineDriver.verdict(onWriting: [0x07], to: characteristic(FitnessMachine.GATT.controlPoint))
    guard case .forbidden(let reason) = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(reason.english.contains("'halo treadmill', which applies your limits"))
    #expect(
      FitnessMachineDriver.verdict(onWriting: [0x07], to: characteristic(FitnessMachine.GATT.feature)) == nil)
  }
}
