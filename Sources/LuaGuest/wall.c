// Raises the wall: limits first, then Landlock, and seccomp last, which forbids all the calls made here.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "include/LuaGuest.h"
#include "wall.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum {
  STACK = 8 << 20,           // Lua needs up to 2 MiB to report an error
  MEMORY = 96 << 20,         // above what the program itself has mapped
  CPU_SECONDS = 12,          // a helper is given up before it has used so much honestly
};

static void limit(int what, rlim_t most) {
  struct rlimit now;
  if (getrlimit(what, &now)) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  now.rlim_cur = now.rlim_max = most;
  setrlimit(what, &now);
}

static rlim_t mapped_bytes(void) {
  unsigned long pages = 0;
  FILE *status = fopen("/proc/self/statm", "re");
  if (!status) return 512ul << 20;
  if (fscanf(status, "%lu", &pages) != 1) pages = 131072;
  fclose(status);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void set_limits(void) {
#ifndef SANITIZED  // shadow memory is terabytes
  limit(RLIMIT_AS, mapped_bytes() + MEMORY);
#endif
  struct rlimit stack;
  if (!getrlimit(RLIMIT_STACK, &stack)) {
    stack.rlim_cur = stack.rlim_max != RLIM_INFINITY && stack.rlim_max < STACK ? stack.rlim_max : STACK;
    setrlimit(RLIMIT_STACK, &stack);
  }
  limit(RLIMIT_CPU, CPU_SECONDS);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NPROC, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
}

// Not in the headers of every system that has the calls.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

/// Forbids every file, TCP port, abstract socket and signal that this kernel's Landlock knows of.
static int raise_landlock(void) {
  struct {
    uint64_t files, ports, scopes;
  } rules = {0};
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  rules.files = version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version == 2 ? 0x3FFF : 0x1FFF;
  if (version >= 4) rules.ports = 3;
  if (version >= 6) rules.scopes = 3;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long set = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (set < 0) return 0;
  int failed = syscall(SYS_landlock_restrict_self, set, 0) != 0;
  close((int)set);
  return !failed;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#ifdef SANITIZED  // its run-time library makes calls of its own, which may fail but not kill
#define OTHERWISE (SECCOMP_RET_ERRNO | EPERM)
#else
#define OTHERWISE SECCOMP_RET_KILL_PROCESS
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), RETURN(SECCOMP_RET_ALLOW)

/// Lets through what Lua's arithmetic, memory and the one socket need; all else ends the process.
static int raise_seccomp(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      ALLOW(SYS_read),
      ALLOW(SYS_write),
      ALLOW(SYS_brk),
      ALLOW(SYS_munmap),
      ALLOW(SYS_mremap),
      ALLOW(SYS_madvise),
      ALLOW(SYS_futex),
      ALLOW(SYS_clock_gettime),
      ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
#ifdef SANITIZED
      ALLOW(SYS_sched_yield),
      ALLOW(SYS_gettid),
      ALLOW(SYS_getpid),
      ALLOW(SYS_rt_sigprocmask),
#endif
      // New memory, but none that can be executed.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      RETURN(SECCOMP_RET_ALLOW),
      RETURN(OTHERWISE),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
static int raise_seccomp(void) { return 0; }
#endif

uint32_t lg_wall_raise(void) {
  uint32_t raised = LG_WALL_LIMITS;
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPIPE};
#ifndef SANITIZED  // which reports from its handlers
  // A program's own crash reporter would have to be let out to do its work.
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
#else
  signal(SIGPIPE, SIG_DFL);
  (void)fatal;
#endif
  if (chdir("/")) return 0;
  closefrom(1);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) raised |= LG_WALL_NO_PRIVILEGES;
  set_limits();
  if (raise_landlock()) raised |= LG_WALL_LANDLOCK;
  limit(RLIMIT_NOFILE, 0);  // after Landlock, which opens one; the socket stays open
  if (raise_seccomp()) raised |= LG_WALL_SECCOMP;
  return raised;
}
#else
uint32_t lg_wall_raise(void) { return 0; }
#endif
