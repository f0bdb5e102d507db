#pragma once
#include <stddef.h>

/// A file of the web app, embedded in the program.
struct reveille_web_file {
    /// The path from the site's root, without a leading slash.
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

/// Returns every file of the web app, in the order of their paths.
const struct reveille_web_file *reveille_web_file_table(void);
/// Returns how many there are.
size_t reveille_web_file_total(void);

/// Returns the files that describe the HTTP interface: the page and the OpenAPI file.
const struct reveille_web_file *reveille_description_table(void);
/// Returns how many there are.
size_t reveille_description_total(void);
