import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloReports
import HaloWearables

/// `halo capture diff`: what changes from frame to frame, or from capture to capture.
struct CaptureDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show which bytes of a characteristic change from frame to frame, or from one capture to another.",
    discussion: """
      With one capture, each frame stands under the one before of its kind, and the bytes that changed are marked. With two, the n-th \
      frames of both stand side by side; what stays the same within each capture but differs between them is listed at the end. That is \
      how one finds a step count: one capture before a walk, one after it.

      EXAMPLES:
        halo capture diff walk.log --characteristic FFF4 --from 60 --to 90
        halo capture diff before-the-walk.log after-it.log --characteristic FFF4
        halo capture diff before.log after.log --characteristic FFF4 --message-start 55aa --json

      EXIT STATUS: 0, whether something differs or not; 64 if no characteristic is named; 65 if a file is no capture of a Bluetooth \
      host, or the characteristic has no frames in it; 66 if a file cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("Another capture to compare with.", valueName: "other"))
  var other: String?

  @OptionGroup var frameOptions: FrameOptions

  @Flag(help: "Print a JSON object a kind of frames.")
  var json = false

  func run() throws {
    let first = try frameOptions.frames(of: capture)
    guard let other else {
      let kinds = FrameKind.kinds(of: first.frames, by: frameOptions.rule).map { ($0.kind, FrameStep.all($0.frames)) }
      if json {
        for notice in first.notices { StandardError.report(notice) }
        for (kind, steps) in kinds { try StandardOutput.write(json: StepsReport(kind, first.source, steps)) }
      } else {
        try StandardOutput.write(text: DiffText(Terminal.current()).report(first, kinds))
      }
      return
    }
    var otherCapture = capture
    otherCapture.file = other
    let second = try frameOptions.frames(of: otherCapture, direction: first.source.direction)
    let kinds = KindComparison.all(first.frames, second.frames, by: frameOptions.rule)
    if json {
      for notice in first.notices + second.notices { StandardError.report(notice) }
      for kind in kinds { try StandardOutput.write(json: ComparisonReport(kind, first.source)) }
    } else {
      let text = ComparisonText(Terminal.current(), capture.file, other)
      try StandardOutput.write(text: text.report(first, second, kinds))
    }
  }
}
