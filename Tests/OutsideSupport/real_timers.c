/* Lets a process whose clock faketime moves keep real timers: faketime takes each absolute timer for one of the time of
   day, and moves those of the monotonic clock away. Loaded before it, this function is the one that is found. */
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

int timerfd_settime(int descriptor, int flags, const struct itimerspec *next, struct itimerspec *former)
{
    return (int)syscall(SYS_timerfd_settime, descriptor, flags, next, former);
}
