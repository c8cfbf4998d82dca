/* Preloaded into the laboratory's kernel on processors with AMX (`setup` builds it, `run` preloads it).

   Before a process of the guest runs, the User-Mode Linux kernel restores its floating-point state with PTRACE_SETREGSET. It keeps 2,696
   bytes (arch/x86/um/user-offsets.c), enough for AVX-512. With AMX the host's state has about 11,000 bytes, and the host refuses a shorter
   one: the guest's first process ends with a segmentation fault. More bytes in the kernel would need larger stacks, because thread_info,
   which lies on a thread's stack, holds a copy. This `ptrace` appends the missing part, as the process has it: no process of the guest
   uses AMX, which a program must first request from its kernel. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

typedef long Ptrace(enum __ptrace_request, pid_t, void *, void *);
static Ptrace *host_ptrace;

/* Before the kernel starts: dlsym may allocate memory, and later malloc is the kernel's own. */
__attribute__((constructor)) static void find_host_ptrace(void) { host_ptrace = (Ptrace *)dlsym(RTLD_NEXT, "ptrace"); }

static long set_whole_state(pid_t process, void *type, const struct iovec *known) {
  /* Not on the stack: the kernel's threads have 16 KB. A thread that traces has a buffer of its own; the kernel's signal handlers never trace. */
  static _Thread_local char bytes[32768] __attribute__((aligned(64), tls_model("initial-exec")));
  struct iovec whole = {bytes, sizeof bytes};
  long result = host_ptrace(PTRACE_GETREGSET, process, type, &whole);
  if (result != 0) return result;
  memcpy(bytes, known->iov_base, known->iov_len < whole.iov_len ? known->iov_len : whole.iov_len);
  return host_ptrace(PTRACE_SETREGSET, process, type, &whole);
}

long ptrace(enum __ptrace_request request, ...) {
  va_list list;
  va_start(list, request);
  pid_t process = va_arg(list, pid_t);
  void *address = va_arg(list, void *), *data = va_arg(list, void *);
  va_end(list);
  if (request == PTRACE_SETREGSET && address == (void *)NT_X86_XSTATE) return set_whole_state(process, address, data);
  return host_ptrace(request, process, address, data);
}
