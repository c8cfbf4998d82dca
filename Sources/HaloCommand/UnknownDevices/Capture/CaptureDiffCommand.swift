import HaloCaptures

/// `halo capture diff`: compares frames of one capture, or of two.
struct CaptureDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show which bytes change between the frames of one capture, or between two captures.",
    discussion: """
      With one capture, each frame is printed below the previous one of its kind, and changed bytes are marked. With \
      two, the n-th frames of both are printed side by side. Bytes that are constant within each capture but differ \
      between the two are listed at the end. To find a step count, for example, record one capture before a walk and \
      one after it.

      EXAMPLES:
        halo capture diff walk.log --characteristic FFF4 --from 60 --to 90
        halo capture diff before-the-walk.log after-it.log --characteristic FFF4
        halo capture diff before.log after.log --characteristic FFF4 \\
          --message-start 55aa --json

      EXIT STATUS: 0, with or without differences; 64 if no characteristic is named; 65 if a file is not a capture \
      of a Bluetooth host, or has no frames of the characteristic; 66 if a file cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("A second capture to compare with.", valueName: "other"))
  var other: String?

  @OptionGroup var frameOptions: FrameOptions

  @Flag(help: "Print one JSON object per kind of frame.")
  var json = false

  func run() throws {
    let first = try frameOptions.frames(of: capture)
    guard let other else {
      let kinds = FrameKind.kinds(of: first.frames, by: frameOptions.rule).map { ($0.kind, FrameStep.all($0.frames)) }
      if json {
        for notice in first.notices { StandardError.report(notice) }
        for (kind, steps) in kinds { try StandardOutput.write(json: kind.fields(of: first.source, steps)) }
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
      for kind in kinds { try StandardOutput.write(json: kind.fields(of: first.source)) }
    } else {
      let text = ComparisonText(Terminal.current(), capture.file, other)
      try StandardOutput.write(text: text.report(first, second, kinds))
    }
  }
}
