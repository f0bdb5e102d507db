// What SQLite has to be told before it is first used, by a function with variable arguments, which Swift cannot call. No
// header of SQLite's is included here: its types would seem to be this module's.
#ifndef REVEILLE_CSQLITESETUP_H
#define REVEILLE_CSQLITESETUP_H

/// Lets SQLite keep no statistics of its memory: they cost two locks of one mutex, shared by all connections, for every
/// allocation; 0 on success, another number once SQLite is in use.
int reveille_sqlite_count_no_memory(void);

#endif
