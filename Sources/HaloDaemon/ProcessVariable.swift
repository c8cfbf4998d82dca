#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A variable of this process's environment.
package enum ProcessVariable {
  /// Its value; `nil` if it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
