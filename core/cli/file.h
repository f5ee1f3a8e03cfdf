/* Whole files in, whole files out: the only place where the programs open them. `program` begins each
 * message, as in "assay: x.in: No such file or directory"; messages go to standard error. */
#ifndef ASSAY_FILE_H
#define ASSAY_FILE_H

#include <stddef.h>

#include "../puzzle.h"
#include "../text.h"

/* Exit statuses of every program. The gate adds its own. */
enum {
    EXIT_WELL = 0,   /* all is well */
    EXIT_FOUND = 1,  /* something was found wrong */
    EXIT_USAGE = 2,  /* usage or bad input */
    EXIT_UNABLE = 3, /* the program could not do its work */
};

struct file {
    const void *bytes;
    size_t size;
    size_t mapped; /* the length of the mapping; 0: the bytes are on the heap */
};

/* Reads the file whole ("-": standard input), large regular ones by mapping them, so that they cost no memory
 * of their own. EXIT_WELL, or a message and EXIT_USAGE (cannot be opened) or EXIT_UNABLE (cannot be read). */
int file_read(const char *program, const char *path, struct file *file);
void file_free(struct file *file);

/* Writes the text to standard output and clears it in any case. EXIT_WELL, or a message and EXIT_UNABLE: also
 * where the text had run out of memory, and, if the program ignores SIGPIPE, where nobody reads any more. */
int file_print(const char *program, struct text *text);

/* Writes a temporary file beside `path`, flushes it to the disk and renames it, so that a killed program
 * leaves the old file or the new one; what is there and no regular file (a device, a link) is written in
 * place. Makes the folders that are missing. EXIT_WELL, or a message and EXIT_UNABLE. */
int file_write(const char *program, const char *path, const void *bytes, size_t size);

/* Reads and parses a file. With EXIT_WELL `file` is the caller's to free, after the last use of the cases; else it is empty. Bad input
 * gives one line `FILE:LINE:COLUMN: error: ...` ("<stdin>" for "-") and EXIT_USAGE. */
int file_parse(const char *program, const struct puzzle *puzzle, const char *path, struct arena *arena,
               struct file *file, struct cases *cases);

/* The same with the bytes of `path` that file_read has put into `file`. */
int file_parse_read(const char *program, const struct puzzle *puzzle, const char *path, struct arena *arena,
                    struct file *file, struct cases *cases);

#endif
