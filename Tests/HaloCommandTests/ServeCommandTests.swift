import Foundation
import HaloTesting
import Testing

@Suite("halo serve")
struct ServeCommandTests {
  /// Serves the page of a simulated radio with its output redirected to a file, until the last line is printed; then
  /// ends it. Returns the output.
  private func output(_ options: [String]) throws -> String {
    let folder = try TemporaryFolder()
    let output = Pipe()
    let process = Program.process(
      ["serve", "--radio", "simulated", "--port", "0"] + options,
      environment: [
        "HALO_JOURNAL": folder.path("journal.sqlite"), "XDG_CONFIG_HOME": folder.url.path(),
      ])
    process.standardOutput = output
    process.standardError = output
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var text = ""
    while !text.contains("medical advice") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  @Test func `redirected output has no sign-in link, and names the command that prints one`() throws {
    let text = try output([])
    #expect(text.contains("is at http://127.0.0.1:"))
    #expect(text.contains("'halo serve --link' prints a sign-in link"))
    #expect(!text.contains("enter#"))
  }

  @Test func `--print-link writes the sign-in link to redirected output`() throws {
    #expect(try output(["--print-link"]).contains("/enter#"))
  }

  @Test func `a terminal gets the sign-in link`() throws {
    let terminal = try PseudoTerminal(["serve", "--radio", "simulated", "--port", "0"])
    #expect(try terminal.wait(for: "medical advice").contains("/enter#"))
    terminal.interrupt()
    #expect(terminal.end() == 0)
  }

  @Test(arguments: ["--hsts", "--allow-readable-key"])
  func `TLS options require a certificate`(_ option: String) async throws {
    let result = try await Program.run(["serve", option])
    #expect(result.status == 64)
    #expect(result.problems.contains("\(option) requires --certificate and --key"))
  }

  #if !TLS
    @Test
    func `--certificate in a build without TLS is refused at parsing, with the command that builds it`() async throws {
      let result = try await Program.run(["serve", "--certificate", "page.pem", "--key", "page-key.pem"])
      #expect(result.status == 64)
      #expect(result.problems.contains("this halo was built without it. 'make release' builds dist/halo with TLS."))
    }
  #endif
}
