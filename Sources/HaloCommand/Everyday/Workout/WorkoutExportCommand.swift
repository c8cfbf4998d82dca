import HaloInterchange
import SystemPackage

/// `halo workout export`: writes a workout as TCX or FIT.
struct WorkoutExportCommand: DaemonForwardable {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case tcx
    case fit
  }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export a workout as TCX or FIT for fitness services.",
    discussion: """
      FIT also contains the beats. docs/workout-files.md describes both formats.

      EXAMPLES:
        halo workout export ride.fit
        halo workout export run.tcx --number 3
        halo workout export - --format tcx | xmllint --format -

      EXIT STATUS: 0; 65 if there is no such workout; 74 if the file already exists or cannot be written.
      """)

  @Argument(help: ArgumentHelp("The new file, or '-' for standard output.", valueName: "file"))
  var file: String

  @Option(help: "The output format (default: from the file extension).")
  var format: Format?

  @OptionGroup var choice: WorkoutChoice

  /// The format of `--format`, otherwise of the file extension.
  var chosenFormat: Format? {
    format ?? FilePath(file).extension.flatMap { Format(rawValue: $0.lowercased()) }
  }

  func validate() throws {
    try refuse(
      "Pass --format tcx or --format fit, or a file name that ends in .tcx or .fit.", unless: chosenFormat != nil)
  }

  func run() throws {
    let (journal, workout) = try choice.find()
    let recording = try journal.recording(of: workout)
    let bytes = chosenFormat == .fit ? FIT.bytes(recording) : [UInt8](TCX.text(recording).utf8)
    guard file != "-" else { return try StandardOutput.write(bytes) }
    let staged = try StagedFile(for: file)
    do {
      let descriptor = try FileDescriptor.open(FilePath(staged.path), .writeOnly, options: [.noFollow])
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    } catch let error as Errno {
      throw JournalError.cannotWrite(path: file, reason: Phrase("\(error)"))
    }
    try staged.publish()
    if recording.points.isEmpty { StandardError.report(Self.contents(of: recording)) }
    let count = recording.points.count
    StandardError.report(
      count == 1 ? Phrase("wrote \(file), 1 point.") : Phrase("wrote \(file), \(count) points."))
  }

  /// What the file of a workout without points has.
  private static func contents(of recording: WorkoutRecording) -> Phrase {
    switch (recording.meters, recording.workout.kilocalories) {
    case (nil, nil): Phrase("this workout has no measured values. The file contains only its start and duration.")
    case (_, nil): Phrase("this workout has no curves. The file contains only its start, duration and distance.")
    case (nil, _): Phrase("this workout has no curves. The file contains only its start, duration and energy.")
    case (_, _): Phrase("this workout has no curves. The file contains only its start, duration, distance and energy.")
    }
  }

  var clientFile: ClientFile? {
    file == "-" ? nil : .write(file, format: format == nil ? ["--format", chosenFormat?.rawValue ?? ""] : [])
  }
}
