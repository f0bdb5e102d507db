/* Prints the times that libical finds for recurrence rules.

   Usage: recurrences, with lines `rule start limit` as input, start as 20251106T144500, limit the most times to print.
   Lines: the times of one rule, separated by spaces, before any time zone has its say. */
#include <libical/ical.h>
#include <stdio.h>

int main(void)
{
    char text[512], start[32];
    int limit;
    while (scanf("%511s %31s %d", text, start, &limit) == 3) {
        struct icalrecurrencetype rule = icalrecurrencetype_from_string(text);
        icalrecur_iterator *times = icalrecur_iterator_new(rule, icaltime_from_string(start));
        if (times == NULL) {
            fprintf(stderr, "libical does not take %s\n", text);
            return 1;
        }
        while (limit-- > 0) {
            struct icaltimetype time = icalrecur_iterator_next(times);
            if (icaltime_is_null_time(time) || time.year >= 2060)
                break;
            printf("%04d-%02d-%02dT%02d:%02d:%02d ", time.year, time.month, time.day, time.hour, time.minute, time.second);
        }
        putchar('\n');
        icalrecur_iterator_free(times);
        icalrecurrencetype_clear(&rule);
    }
    return 0;
}
