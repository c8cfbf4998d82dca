#if Dashboard && !TLS
  import Testing

  @Suite("halo serve")
  struct ServeCommandTests {
    @Test func `--certificate in a build without TLS is refused at parsing, with the command that builds it`() throws {
      let result = try Program.run(["serve", "--certificate", "page.pem", "--key", "page-key.pem"])
      #expect(result.status == 64)
      #expect(result.problems.contains("this one was built without: 'make release' builds dist/halo with it"))
    }
  }
#endif
