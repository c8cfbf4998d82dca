/// The body of every declaration here: stubs are compiled, never run.
public func stub() -> Never { fatalError("a stub is not to be run") }
