// Linux's timers behind file descriptors, which Swift's own module of the C library leaves out. No header of the system's
// is included here: its types would seem to be this module's.
#ifndef REVEILLE_CTIMER_H
#define REVEILLE_CTIMER_H

/// Opens a timer by the wall clock whose reader is not blocked; -1 where there is none.
int reveille_timer_open(void);

/// Lets the timer tell of nothing but the next time that the wall clock is set; 0 on success.
int reveille_timer_await_step(int timer);

/// Takes what the timer has to tell, so that it can tell of the next step.
void reveille_timer_take(int timer);

/// Whether the kernel holds the wall clock to be synchronised: 1 or 0, or -1 where it does not say.
int reveille_clock_is_synchronised(void);

#endif
