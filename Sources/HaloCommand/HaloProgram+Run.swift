public import HaloDaemon
import HaloFoundation
import HaloLibc
import SystemPackage

extension HaloProgram {
  /// What a run of the program left behind.
  public struct Outcome: Sendable, Hashable {
    /// The exit status: 0 after success, otherwise as in `sysexits.h`; 130 if the task was canceled.
    public let status: Int32
    /// The bytes on standard output.
    public let output: [UInt8]
    /// The bytes on standard error.
    public let errors: [UInt8]
  }

  /// Runs the program as this process: with its arguments, streams, environment and signals. If the command fails, exits
  /// with its status.
  public func main() async {
    let context = ProgramContext(arguments: Array(CommandLine.arguments.dropFirst()), signals: ProcessSignals())
    let streams = StandardStreams(environment: ProcessInfo.processInfo.environment)
    let status = await run(context, on: streams) { DaemonWatchdog.start() }
    if status != 0 { exit(status) }
  }

  /// Runs a command in this process, as `halo` would in a process of its own. Runs may overlap. If the task is canceled,
  /// the command cleans up as after Control-C.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's name: `["today", "--json"]`. Paths are relative to this
  ///     process's folder.
  ///   - input: The bytes on standard input; those of the keys, if there is a terminal.
  ///   - environment: All environment variables. Set HALO_JOURNAL, or pass `--journal`: otherwise the command uses the
  ///     journal in HOME, or asks the system's Halo service.
  ///   - columns: The width of the terminal that the streams stand for; nil for no terminal.
  ///   - time: The time and zone, from which a simulated radio starts; nil for this machine's.
  /// - Returns: The exit status and the output. The radio is one of the program's, as `--radio` says.
  /// - Throws: The system's error if the temporary files for the streams cannot be created.
  public func run(
    _ arguments: [String], input: some Sequence<UInt8> = [], environment: [String: String] = [:], columns: Int? = nil,
    time: WallTime? = nil
  ) async throws -> Outcome {
    // Files, not pipes: a command that writes much would wait for a reader.
    let files = try (0..<3).map { _ in try OpenFile.temporary() }
    try files[0].descriptor.writeAll(input)
    try files[0].descriptor.seek(offset: 0, from: .start)
    let context = ProgramContext(arguments: arguments)
    let streams = StandardStreams(environment: environment, openFiles: files, columns: columns)
    let status = await WallTime.$replacement.withValue(time) { await run(context, on: streams) }
    return Outcome(status: status, output: try files[1].contents(), errors: try files[2].contents())
  }

  /// Runs the command of `context` and returns its status. `prepare` runs before the command.
  private func run(
    _ context: ProgramContext, on streams: StandardStreams, prepare: () -> Void = {}
  ) async -> Int32 {
    var program = self
    program.root = Halo.self
    defer { context.journals.close() }
    return await EnvironmentVariable.$all.withValue(streams.environment) {
      await StandardStreams.$current.withValue(streams) {
        await ProgramContext.$current.withValue(context) {
          await Self.$current.withValue(program) { await Self.run(context.arguments, prepare) }
        }
      }
    }
  }

  private static func run(_ arguments: [String], _ prepare: () -> Void) async -> Int32 {
    let choice = LanguageChoice(DayArgument.separated(arguments))
    let wording = choice.wording()
    return await Wording.$current.withValue(wording ?? Wording()) {
      do {
        try refuse("--lang must be one of \(.names(Language.allCases.map(\.rawValue))).", if: wording == nil)
        prepare()
        return try await run(choice)
      } catch {
        report(error)
        return exitStatus(of: error)
      }
    }
  }

  private static func run(_ choice: LanguageChoice) async throws -> Int32 {
    if let name = ambiguousName {
      throw Failure(
        EX.configuration,
        "this program adds a command '\(name)', and another command has that name. Rename the added one.")
    }
    let arguments = choice.arguments
    let advice = UnknownCommand.advice(arguments, of: Halo.self)
    let command: any ParsableCommand
    do {
      command = try Halo.parseAsRoot(arguments)
      // ArgumentParser shows the main help for the help of an unknown command.
      if arguments.first == "help", advice != nil { throw ExitCode.validationFailure }
    } catch {
      guard let advice else { throw error }
      throw Failure(ExitCode.validationFailure.rawValue, advice)
    }
    if let verb = command as? any DaemonForwardable {
      let caller = DaemonCaller(verb: verb, arguments: arguments, language: choice.option)
      if let status = try await caller.run() { return status }
    }
    do { try await run(command) } catch let error as ValidationError {
      // As the parser reports errors of `validate()`: with the usage of this command.
      let usage = Halo.usageString(for: type(of: command))
      let name = usage.split(separator: " ").prefix { !"[<".contains($0.prefix(1)) }.joined(separator: " ")
      StandardError.write(
        "Error: \(error.message)\nUsage: \(usage)\n  See '\(name) --help' for more information.\n")
      return ExitCode.validationFailure.rawValue
    }
    return StandardStreams.current.outputFailure.hasHappened ? EX.ioError : 0
  }
}
