import HaloTesting
import Foundation
import Testing

@testable import HaloHome

@Suite("Commands of hooks", .serialized)
struct ShellCommandTests {
  private func run(
    _ line: String, environment: [String: String] = [:], input: String = "", limit: Duration = .seconds(60)
  ) async -> ShellCommand.Result {
    await ShellCommand(["/bin/sh", "-c", line], environment: environment, input: input, limit: limit).run()
  }

  @Test func `a command gets its variables and input, and its output and exit status are returned`() async {
    let result = await run(
      "cat; echo; echo \"$HALO_DEVICE\" >&2; printf 'a\\033[31mb\\n'; exit 3",
      environment: ["HALO_DEVICE": "Left; $(x)"],
      input: #"{"a": 1}"#)
    #expect(result.end == .exited(3))
    #expect(result.lines == [#"{"a": 1}"#, "Left; $(x)", "a[31mb"])
  }

  @Test func `its environment contains no other variables`() async {
    setenv("HALO_TEST_SECRET", "x", 1)
    let names = await run("env").lines.compactMap { $0.split(separator: "=").first.map(String.init) }
    #expect(names.contains("PATH"))
    #expect(!names.contains("HALO_TEST_SECRET"))
  }

  @Test func `the command inherits no open file of Halo or its libraries`() async throws {
    // A descriptor without close-on-exec, as left by a library. The shell itself opens 3 to list the folder.
    let leaking = fcntl(0, F_DUPFD, 50)
    #expect(leaking >= 50)
    defer { close(leaking) }
    let result = await run("for f in /proc/$$/fd/*; do echo ${f##*/}; done")
    #if os(Linux)
      #expect(result.lines.contains("0"))
      #expect(Set(result.lines).isSubset(of: ["0", "1", "2", "3"]), "\(result.lines)")
    #endif
  }

  @Test func `a command that takes too long is killed with its child processes`() async throws {
    let folder = try TemporaryFolder()
    let result = await run(
      "sleep 1000 & echo $! > \(folder.path("child")); echo started; wait", limit: .milliseconds(300))
    #expect(result.end == .timedOut)
    let child = try #require(folder.lines("child").first.flatMap { Int32($0) })
    // The process may be a zombie until its new parent has reaped it. On a busy machine it ends when it next gets a
    // processor.
    func state() -> String { (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? "" }
    func isOver() -> Bool { kill(child, 0) != 0 || state().contains(") Z") }
    let patience = ContinuousClock.now + .seconds(600)
    while !isOver(), ContinuousClock.now < patience { try await Task.sleep(for: .milliseconds(1)) }
    #expect(isOver(), "\(state())")
  }

  @Test func `does not wait for a process left running by a command`() async {
    let result = await run("sleep 1000 & echo $!")
    #expect(result.end == .exited(0))
    if let child = result.lines.first.flatMap({ Int32($0) }) { kill(child, SIGKILL) }
  }

  @Test func `does not wait for a process left running that prints without end`() async {
    let result = await run("echo $$; yes & exit 4", limit: .seconds(60))
    #expect(result.end == .exited(4))
    // The session of the command, whose process still prints.
    if let session = result.lines.first.flatMap({ Int32($0) }) { kill(-session, SIGKILL) }
  }

  @Test func `endless output does not fill memory`() async {
    let result = await run("head -c 3000000 /dev/zero | tr '\\0' 'x'; echo done")
    #expect(result.end == .exited(0))
    #expect(result.lines.reduce(0) { $0 + $1.count } < 9000)
    #expect(result.lines.last == "… (more was printed)")
  }

  @Test func `a missing command and a command ended by a signal are reported`() async {
    let result = await ShellCommand(["/nowhere/at/all"], environment: [:], input: "", limit: .seconds(9)).run()
    guard case .startFailed(let reason) = result.end else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.contains("No such file"))
    #expect(await run("kill -TERM $$").end == .signalled(15))
  }

  #if os(Linux)
    @Test func `leaves no file open after commands, including those that cannot be started`() async throws {
      func openFiles() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
      func runBoth() async {
        _ = await run("echo a")
        _ = await ShellCommand(["/nowhere/at/all"], environment: [:], input: "", limit: .seconds(9)).run()
      }
      await runBoth()
      let before = try openFiles()
      for _ in 0..<50 { await runBoth() }
      // Other tests open fewer files meanwhile.
      #expect(try openFiles() < before + 50)
    }
  #endif

  @Test func `a command is ended if the task is canceled`() async {
    let task = Task { await run("sleep 1000") }
    task.cancel()
    #expect(await task.value.end == .cancelled)
  }
}
