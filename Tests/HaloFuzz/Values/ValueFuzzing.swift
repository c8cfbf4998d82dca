import Foundation
import HaloJournal

/// Changes one value of a valid file at a time, and has everything read that file, in child processes: the death of a
/// child, a hang, or too much memory is a finding.
final class ValueFuzzing {
  enum Amount {
    case trials(Int)
    case time(Duration)
  }

  /// The number of trials of one process.
  private static let batch = 100
  /// A column with so many deaths is not tried further.
  private static let deathsOfColumn = 8

  private let kind: ValueKind
  private let seed: UInt64
  private let templates: String
  private let start: ContinuousClock.Instant
  private let timeAtStart = Limits.programTime + Limits.childTime
  private var plan: TrialPlan
  private let schema: ValueSchema
  private(set) var findings: [ValueFinding] = []
  private var deaths: [String: Int] = [:]
  /// Columns that a family died of.
  private var blocked: Set<String> = []
  private(set) var trialCount = 0
  private(set) var voidCount = 0
  private(set) var peak = 0
  private var readers: Set<String> = []
  private var places: Set<String> = []
  private var childCount = 0
  private var children: [FuzzChild] = []
  /// The trials that a process left when it ended.
  private var remaining: [Trial] = []
  /// The trials that were begun before the plan was complete.
  private var first: [Trial] = []

  /// - Parameter templates: The folder of the valid files, which are made if need be.
  init(
    _ kind: ValueKind, _ commands: ReadingCommands, seed: UInt64, templates: String, start: ContinuousClock.Instant
  ) async throws {
    (self.kind, self.seed, self.templates, self.start) = (kind, seed, templates, start)
    try await ValueTemplates(folder: templates).make(kind)
    let runner = try TrialRunner(kind, templates: templates, work: templates + "/work")
    schema = try runner.schema()
    guard schema.empty.isEmpty || kind != .journal else {
      throw FuzzFailure(description: "the template has no row of \(schema.empty): add one in ValueTemplates")
    }
    // What takes a foreign file is tried at once, while this process finds out what the commands read.
    let importing = kind == .worker ? [] : Self.importing(commands)
    var beginning = TrialPlan(schema, importing, later: [], seed: seed)
    first = beginning.beginning()
    plan = beginning
    for part in 0..<2 where first.count > 10 {
      children.append(try child(Array(first[first.count * part / 2..<first.count * (part + 1) / 2])))
    }
    let families = try await Self.families(kind, commands, runner)
    let later = commands.families.filter { !["import", "restore", "forget", "backup", "sync"].contains($0.name) }
    plan = TrialPlan(schema, families, later: later, seed: seed, first: first.count)
  }

  private static let all: @Sendable (String, String) -> Bool = { _, _ in true }

  /// The command that takes a file, by its name.
  private static func importing(
    _ commands: ReadingCommands, _ name: String = ReadingCommands.importing
  ) -> [TrialPlan.Family] {
    commands.families.filter { $0.name == name }.map {
      TrialPlan.Family(name: $0.name, readers: $0.variants.map { .command($0) }, reads: all, takes: true)
    }
  }

  /// The readers of a kind of file.
  private static func families(
    _ kind: ValueKind, _ commands: ReadingCommands, _ runner: TrialRunner
  ) async throws -> [TrialPlan.Family] {
    let upload = TrialPlan.Family(name: "upload", readers: [.upload], reads: all)
    guard kind == .journal else {
      guard kind == .worker else { return importing(commands) + [upload] }
      return WorkerRows.tasks.keys.sorted().map { task in
        TrialPlan.Family(
          name: task, readers: [.worker(task)], reads: { table, _ in WorkerRows.tasks(of: table).contains(task) })
      }
    }
    var families: [TrialPlan.Family] = [upload]
    StatementTrace.start()
    defer { StatementTrace.end() }
    for family in commands.families {
      guard ![ReadingCommands.importing, "restore"].contains(family.name) else {
        families += importing(commands, family.name)
        continue
      }
      let readers = family.variants.map { Trial.Reader.command($0) }
      families.append(try await traced(family.name, readers, runner))
    }
    // Every page reads some columns when it is opened. The others differ by their route.
    _ = StatementTrace.take()
    _ = try await runner.baseline(.page("/api/v2/openapi.json"))
    let opening = StatementTrace.take()
    for (route, paths) in try PageVisit.routes() {
      families.append(
        try await traced(
          route, paths.map { .page($0) }, runner, without: route == "GET /openapi.json" ? [] : opening))
    }
    return families
  }

  /// A family that reads what its first reader reads of the valid file.
  private static func traced(
    _ name: String, _ readers: [Trial.Reader], _ runner: TrialRunner, without opening: Set<Set<Substring>> = []
  ) async throws -> TrialPlan.Family {
    _ = StatementTrace.take()
    var problem: String?
    for reader in readers.prefix(1) { problem = try await runner.baseline(reader) }
    let statements = StatementTrace.take().subtracting(opening)
    // 'halo doctor' finds no radio, and the template's raw readings are few.
    if let problem, !name.hasPrefix("analyze"), name != "doctor" {
      throw FuzzFailure(description: "'\(name)' cannot read the valid file: \(problem)")
    }
    return TrialPlan.Family(name: name, readers: readers) { table, column in
      statements.contains { $0.contains(table[...]) && ($0.contains(column[...]) || $0.contains("*")) }
    }
  }

  // MARK: Running

  func run(_ amount: Amount) throws {
    let begin = ContinuousClock.now
    func isOver() -> Bool {
      switch amount {
      case .trials(let count): trialCount >= count
      case .time(let time): ContinuousClock.now - begin >= time
      }
    }
    while !isOver() || !children.isEmpty {
      if isOver(), case .time = amount {
        for child in children {
          child.kill()
          _ = child.end()
        }
        return children.removeAll()
      }
      while !isOver(), children.count < max(2, ProcessInfo.processInfo.activeProcessorCount) {
        children.append(try child(nextBatch()))
      }
      for child in try ready(children) {
        if let events = child.receive() {
          try take(events, of: child)
        } else {
          children.removeAll { $0 === child }
          try end(child)
        }
      }
      for child in children where child.hangs {
        children.removeAll { $0 === child }
        child.kill()
        _ = child.end()
        try add("hang", child, "more than five seconds")
      }
    }
  }

  private func nextBatch() -> [Trial] {
    var trials: [Trial] = []
    for _ in 0..<Self.batch * 100 where trials.count < Self.batch {
      let trial = remaining.popLast() ?? plan.next()
      if !isBlocked(trial) { trials.append(trial) }
    }
    return trials
  }

  private func isBlocked(_ trial: Trial) -> Bool {
    deaths[trial.change.place, default: 0] >= Self.deathsOfColumn || blocked.contains(trial.change.place + trial.family)
  }

  private func child(_ trials: [Trial]) throws -> FuzzChild {
    childCount += 1
    return try FuzzChild(kind, trials, templates: templates, number: childCount)
  }

  /// The children that have said something.
  private func ready(_ children: [FuzzChild]) throws -> [FuzzChild] {
    var descriptors = children.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let count = poll(&descriptors, nfds_t(descriptors.count), 200)
    guard count > 0 else { return [] }
    return zip(children, descriptors).filter { $0.1.revents != 0 }.map(\.0)
  }

  private func take(_ events: [FuzzChild.Event], of child: FuzzChild) throws {
    for event in events {
      switch event {
      case .end(let number, let isVoid):
        trialCount += 1
        if isVoid { voidCount += 1 }
        readers.insert(child.trials[number].family)
        places.insert(child.trials[number].change.place)
      case .fault(let number, let kind, let text):
        let trial = child.trials[number]
        add(ValueFinding(kind: kind, trial: trial, detail: text, frames: [], others: 0, after: elapsed))
      }
    }
    peak = max(peak, child.peak)
    guard child.peak > Limits.memory else { return }
    child.kill()
    try add("memory", child, "\(child.peak / 1000) MB")
  }

  /// Takes the end of a process: after all its trials, or by a trap.
  private func end(_ child: FuzzChild) throws {
    let problem = child.end()
    defer { try? FileManager.default.removeItem(atPath: child.folder) }
    guard let problem, child.peak <= Limits.memory else { return }
    guard child.current != nil, problem.hasPrefix("signal") else {
      throw FuzzFailure(description: "a child ended with \(problem): \(child.problems.prefix(2000))")
    }
    trialCount += 1
    try add("trap", child, problem)
  }

  // MARK: Findings

  /// Adds the current trial of a child that ended, or the trials that lead to the same end.
  private func add(_ what: String, _ child: FuzzChild, _ detail: String) throws {
    guard let current = child.current else { return }
    let trial = child.trials[current]
    remaining += child.trials[(current + 1)...].reversed()
    deaths[trial.change.place, default: 0] += 1
    blocked.insert(trial.change.place + trial.family)
    let problems = child.problems
    let fatal = problems.split(separator: "\n").first { $0.contains("Fatal error") }.map { ", \($0)" } ?? ""
    var finding = ValueFinding(
      kind: what, trial: trial, detail: detail + fatal, frames: DeathNote.frames(in: problems), others: 0,
      after: elapsed)
    if !findings.contains(where: { $0.identity == finding.identity }) {
      let needed = try self.needed(child.trials[...current], what)
      finding = ValueFinding(
        kind: what, trial: trial, detail: finding.detail, frames: finding.frames, others: needed - 1,
        after: finding.after)
    }
    add(finding)
  }

  private func add(_ finding: ValueFinding) {
    let place = "\(finding.trial.change.place) \(finding.trial.family)"
    if let known = findings.firstIndex(where: { $0.identity == finding.identity }) {
      findings[known].also.append(place)
    } else {
      findings.append(finding)
      // At once, although the output may be a file.
      FileHandle.standardOutput.write(Data((finding.text(kind, seed: seed) + "\n").utf8))
    }
  }

  /// The number of trials up to the last that lead to the same end in a new process: one if that alone does, otherwise
  /// the range is halved.
  private func needed(_ trials: ArraySlice<Trial>, _ what: String) throws -> Int {
    var few = trials.suffix(1)
    while try !ends(Array(few), what) {
      guard few.count < trials.count else { return trials.count }
      few = trials.suffix(few.count * 2)
    }
    // Between the half that is too few and what is enough.
    var low = few.count / 2 + 1
    while few.count > 1, low < few.count {
      let middle = trials.suffix((low + few.count) / 2)
      if try ends(Array(middle), what) { few = middle } else { low = middle.count + 1 }
    }
    return few.count
  }

  /// True if a new process ends in the same way.
  private func ends(_ trials: [Trial], _ what: String) throws -> Bool {
    let child = try child(trials)
    defer { try? FileManager.default.removeItem(atPath: child.folder) }
    while true {
      if try ready([child]).isEmpty {
        guard child.hangs else { continue }
        child.kill()
        _ = child.end()
        return what == "hang"
      }
      guard child.receive() != nil else { break }
    }
    let problem = child.end()
    return what == "memory" ? child.peak > Limits.memory : what == "trap" && problem?.hasPrefix("signal") == true
  }

  /// The time since the start, and the processor time, which says more on a busy machine.
  private var elapsed: String {
    let used = Limits.programTime + Limits.childTime - timeAtStart + .seconds(children.reduce(0) { $0 + $1.time })
    return "\((ContinuousClock.now - start).components.seconds) s (\(used.components.seconds) s of processor time)"
  }

  /// A summary in a line.
  var summary: String {
    let memory = "at most \(peak / 1000) MB"
    let result = findings.isEmpty ? "no trap, no hang" : "\(findings.count) findings"
    return
      "values of \(kind.rawValue): \(trialCount) mutations of \(places.count) of \(schema.columns.count) columns, seed \(seed), \(result), \(memory), \(elapsed): \(readers.count) readers, \(voidCount) without effect, \(plan.counts) planned, \(childCount) processes"
  }

  /// The findings with everything that shows the same, after the end.
  var report: [String] {
    findings.filter { !$0.also.isEmpty }.map { finding in
      "  \(finding.trial.change.place) (\(finding.kind)): also \(Set(finding.also).sorted().prefix(30).joined(separator: ", "))"
    }
  }
}
