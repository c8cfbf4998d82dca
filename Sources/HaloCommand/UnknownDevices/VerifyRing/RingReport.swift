import HaloCaptures

/// The report that `halo verify-ring --submit` writes. Schema: docs/schemas/verify-ring-report.json.
struct RingReport: Codable {
  /// The format version. Increased when a change would break readers of the earlier version.
  static let version = 1

  /// The verdict on one protocol claim.
  struct Finding: Codable {
    let belief: String
    let statement: String
    let verdict: String
    let seen: String
  }

  let format: String
  let version: Int
  /// Halo's version.
  let halo: String
  /// True if the ring was simulated. Such a report proves nothing.
  let simulated: Bool
  let device: AnonymousModel
  let findings: [Finding]
  let frames: [AnonymousFrame]

  /// Creates a report with the frames of an anonymized capture.
  init(_ capture: [UInt8], of device: AnonymousModel, _ findings: [ClaimFinding], isSimulated: Bool) throws {
    format = "halo-verify-ring"
    version = Self.version
    halo = HaloProgram.version
    simulated = isSimulated
    self.device = device
    self.findings = findings.map {
      Finding(
        belief: $0.claim, statement: $0.statement.english, verdict: $0.verdict.rawValue,
        seen: $0.seen?.english ?? "")
    }
    let survey = try CaptureSurvey(CaptureReader(capture), registry: HaloProgram.registry)
    let captured = try survey.devices.flatMap {
      try CapturedConversation(CaptureReader(capture), survey, device: $0).links.flatMap { $0 }
    }.filter { $0.kind != .read }
    let start = captured.map(\.time.microseconds).min() ?? 0
    frames = captured.map { frame in
      AnonymousFrame(
        frame.direction, frame.characteristic, milliseconds: Int((frame.time.microseconds - start) / 1000),
        hex: Hexadecimal.string(frame.bytes))
    }
  }
}
