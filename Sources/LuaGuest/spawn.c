// The host's side of a helper: how it is started, and how it ends.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "include/LuaGuest.h"

/// Descriptor 0 is the helper's end; nothing else of this process is there.
static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int end) {
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);
  int failed = posix_spawn_file_actions_adddup2(actions, end, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, 1);
#endif
  if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
  if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &every);
  // A session of its own: the terminal's interrupt is for the host, which then ends its helpers.
  if (!failed)
    failed = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  return failed;
}

int lg_helper_start(const char *path, lg_helper *helper) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  char name[] = LG_HELPER_NAME, word[] = LG_HELPER_WORD;
  char *words[] = {name, word, NULL}, *environment[] = {NULL};
  pid_t process = 0;
  int failed = prepare(&actions, &attributes, ends[1]);
  if (!failed) failed = posix_spawn(&process, path, &actions, &attributes, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (failed) {
    close(ends[0]);
    return failed;
  }
  helper->process = process;
  helper->socket = ends[0];
  return 0;
}

int lg_helper_end(const lg_helper *helper) {
  int status = 0;
  close(helper->socket);
  // Not yet waited for, so that the number is still its own; one that died by itself keeps its reason.
  kill(helper->process, SIGKILL);
  while (waitpid(helper->process, &status, 0) < 0)
    if (errno != EINTR) return 0;
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int lg_helper_signal(int32_t process) {
  siginfo_t end = {0};
  kill(process, SIGKILL);
  while (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR) return 0;
  return end.si_code == CLD_EXITED ? 0 : end.si_status;
}
