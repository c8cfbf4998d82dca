// The system's C library under one name.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif
#if canImport(CDispatch)
  // In a program that also contains SwiftNIO, the compiler finds the system's time and file types in this module.
  @_exported public import CDispatch
#endif
