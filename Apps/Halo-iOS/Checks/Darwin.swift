// The part of Darwin that the linked modules use, as Swift imports it for iOS: <https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/>
// and the headers of Apple's open XNU and Libc. `darwin.py` compiles the modules' code for Apple systems against it. Types differ from Linux's: mode_t has 16 bits.
public typealias mode_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias nlink_t = UInt16
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias off_t = Int64
public typealias pid_t = Int32

public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
}

public struct stat {
  public init() { fatalError() }
  public var st_dev: dev_t
  public var st_mode: mode_t
  public var st_nlink: nlink_t
  public var st_ino: ino_t
  public var st_uid: uid_t
  public var st_gid: gid_t
  public var st_mtimespec: timespec
  public var st_size: off_t
}

public typealias time_t = Int

public struct tm {
  public init() { fatalError() }
  public var tm_sec: Int32
  public var tm_min: Int32
  public var tm_hour: Int32
  public var tm_mday: Int32
  public var tm_mon: Int32
  public var tm_year: Int32
  public var tm_isdst: Int32
  public var tm_gmtoff: Int
}

public var errno: Int32 {
  get { 0 }
  set {}
}

public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }
public var LOCK_SH: Int32 { 1 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var LOCK_UN: Int32 { 8 }
public var EINTR: Int32 { 4 }
public var EEXIST: Int32 { 17 }
public var EINVAL: Int32 { 22 }
public var ENOENT: Int32 { 2 }
public var EWOULDBLOCK: Int32 { 35 }
public var EAGAIN: Int32 { 35 }
public var ENOTSUP: Int32 { 45 }
public var ENOSYS: Int32 { 78 }
public var F_FULLFSYNC: Int32 { 51 }
public var RENAME_EXCL: Int32 { 4 }
public var RTLD_NOW: Int32 { 2 }
public var RTLD_LOCAL: Int32 { 4 }

// The function stat: Swift cannot declare it beside the type, so 'darwin.py' renames its calls.
@discardableResult public func _stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func lstat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { 0 }
@discardableResult public func rmdir(_: UnsafePointer<CChar>!) -> Int32 { 0 }
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32 { 0 }
@discardableResult public func link(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 { 0 }
@discardableResult public func rename(_ __old: UnsafePointer<CChar>!, _ __new: UnsafePointer<CChar>!) -> Int32 { 0 }
@discardableResult public func renamex_np(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!, _: UInt32) -> Int32 { 0 }
@discardableResult public func chmod(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { 0 }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fsync(_: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
@discardableResult public func geteuid() -> uid_t { 0 }
@discardableResult public func getpid() -> pid_t { 0 }
@discardableResult public func memchr(_ __s: UnsafeRawPointer!, _ __c: Int32, _ __n: Int) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func memcmp(_ __s1: UnsafeRawPointer!, _ __s2: UnsafeRawPointer!, _ __n: Int) -> Int32 { 0 }
@discardableResult public func dlopen(_ __path: UnsafePointer<CChar>!, _ __mode: Int32) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func dlsym(_ __handle: UnsafeMutableRawPointer!, _ __symbol: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func memmove(_ __dst: UnsafeMutableRawPointer!, _ __src: UnsafeRawPointer!, _ __len: Int) -> UnsafeMutableRawPointer! { nil }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func chown(_: UnsafePointer<CChar>!, _: uid_t, _: gid_t) -> Int32 { 0 }
@discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { 0 }
@discardableResult public func localtime_r(_: UnsafePointer<time_t>!, _: UnsafeMutablePointer<tm>!) -> UnsafeMutablePointer<tm>! { nil }
public func tzset() {}
public func log(_: Double) -> Double { 0 }
