/* Tells the thread sanitizer of the slow paths of Swift's Mutex.

   Locking a free Mutex is compiled into whoever does it, where the sanitizer sees it. Waiting for one that is taken happens
   in libswiftSynchronization by futexes, where it does not (Swift 6.3 on Linux): it then takes all that is done under a
   contended Mutex for races. This library, loaded before that one, stands in for its three slow functions: it calls them,
   and says what they did, on the very address at which the sanitizer has seen the fast paths. Nothing is suppressed, so that
   a race beside a Mutex, or under two different ones, is reported as before: see Proof. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* There only in programs that were built with the sanitizer. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

/* Methods of Synchronization._MutexHandle, whose self is the address of the lock's word. */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define METHOD __attribute__((swiftcall, visibility("default")))
#define SELF void *self __attribute__((swift_context))

static void *original(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "MutexEdges: libswiftSynchronization has no %s; this Swift needs another one\n", name);
        abort();
    }
    return function;
}

METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
METHOD void lock_slow(uint32_t thread, SELF)
{
    METHOD void (*function)(uint32_t, SELF) = original(LOCK);
    function(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

METHOD bool try_lock_slow(SELF) __asm__(TRY_LOCK);
METHOD bool try_lock_slow(SELF)
{
    METHOD bool (*function)(SELF) = original(TRY_LOCK);
    bool locked = function(self);
    if (locked && __tsan_acquire) __tsan_acquire(self);
    return locked;
}

METHOD void unlock_slow(SELF) __asm__(UNLOCK);
METHOD void unlock_slow(SELF)
{
    METHOD void (*function)(SELF) = original(UNLOCK);
    if (__tsan_release) __tsan_release(self);
    function(self);
}
