// Tells the thread sanitizer about Synchronization.Mutex where two threads want it at once: it then waits in the kernel, out
// of the sanitizer's sight, and everything that the lock guards would be reported as a race. Loaded before Swift's own library,
// whose two functions it stands in front of.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SELF __attribute__((swift_context)) void *mutex

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t thread, SELF);
typedef __attribute__((swiftcall)) void (*Unlock)(SELF);

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

static Lock realLock;
static Unlock realUnlock;

__attribute__((constructor)) static void findRealOnes(void) {
    realLock = (Lock)dlsym(RTLD_NEXT, LOCK);
    realUnlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

__attribute__((swiftcall)) void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
__attribute__((swiftcall)) void lockSlow(uint32_t thread, SELF) {
    realLock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlockSlow(SELF) __asm__(UNLOCK);
__attribute__((swiftcall)) void unlockSlow(SELF) {
    if (__tsan_release) __tsan_release(mutex);
    realUnlock(mutex);
}
