/* Files in and out.
 *
 * A large regular file is mapped: it costs no memory of its own, and its pages are the kernel's. The price is
 * that somebody may cut the file short while it is read: the access then raises SIGBUS, which a handler turns
 * into one line and EXIT_UNABLE. Rejected: reading large files in pieces (every parser would have to stop and
 * go on inside a token), and locking (advisory, nobody asks). Small files and pipes are read into memory that
 * doubles. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Below this a copy is cheaper than the page faults, and small inputs survive being overwritten while they
 * are used. */
enum { MAP_FROM = 1 << 20, READ_FIRST = 1 << 16, PATH_SIZE = 4096 };

/* What the handler says: the file is that of the latest mapping. */
static char bus_message[PATH_SIZE + 128];

static int complain(const char *program, const char *path, const char *reason, int status)
{
    fprintf(stderr, "%s: %s: %s\n", program, path, reason);
    return status;
}

static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* Once: what is no fault of the mapping ends the program as it would have without this handler. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRERR) {
        ssize_t ignored = write(STDERR_FILENO, bus_message, strlen(bus_message));

        (void)ignored;
        _exit(EXIT_UNABLE);
    }
    raise(number);
}

static bool map(const char *program, const char *path, int descriptor, size_t size, struct file *file)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | (int)SA_RESETHAND};
    void *bytes;

    snprintf(bus_message, sizeof bus_message,
             "%s: %s: the file shrank, or could not be read, while it was in use\n", program, path);
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
    bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return false;
    madvise(bytes, size, MADV_SEQUENTIAL);
    *file = (struct file){bytes, size, size};
    return true;
}

/* `size` is a guess: a file may grow, and files of /proc say 0. One byte more is asked for, so that the end
 * is seen without growing. */
static int read_to_end(const char *program, const char *path, int descriptor, size_t size, struct file *file)
{
    size_t capacity = size < READ_FIRST ? READ_FIRST : size + 1;
    unsigned char *bytes = malloc(capacity), *larger;
    size_t length = 0;
    ssize_t got = 1;

    while (bytes && got > 0) {
        if (length == capacity) {
            larger = realloc(bytes, capacity * 2); /* no object is larger than half of what a size_t counts */
            if (!larger)
                break;
            bytes = larger;
            capacity *= 2;
        }
        do {
            got = read(descriptor, bytes + length, capacity - length);
        } while (got < 0 && errno == EINTR);
        if (got > 0)
            length += (size_t)got;
    }
    if (!bytes || got != 0) {
        const char *reason = got < 0 ? strerror(errno) : "out of memory";

        free(bytes);
        return complain(program, path, reason, EXIT_UNABLE);
    }
    *file = (struct file){bytes, length, 0};
    return EXIT_WELL;
}

static int read_descriptor(const char *program, const char *path, int descriptor, struct file *file)
{
    struct stat status;
    size_t size = 0;

    if (fstat(descriptor, &status))
        return complain(program, path, strerror(errno), EXIT_UNABLE);
    if (S_ISDIR(status.st_mode))
        return complain(program, path, strerror(EISDIR), EXIT_USAGE);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        size = (size_t)status.st_size;
    /* Standard input may stand in the middle of a file: what was read before is not ours. */
    if (size >= MAP_FROM && lseek(descriptor, 0, SEEK_CUR) == 0 && map(program, path, descriptor, size, file))
        return EXIT_WELL;
    return read_to_end(program, path, descriptor, size, file);
}

int file_read(const char *program, const char *path, struct file *file)
{
    int descriptor, result;

    *file = (struct file){0};
    if (strcmp(path, "-") == 0)
        return read_descriptor(program, shown(path), STDIN_FILENO, file);
    descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return complain(program, path, strerror(errno), EXIT_USAGE);
    result = read_descriptor(program, path, descriptor, file);
    close(descriptor);
    return result;
}

void file_free(struct file *file)
{
    if (file->mapped)
        munmap((void *)(uintptr_t)file->bytes, file->mapped);
    else
        free((void *)(uintptr_t)file->bytes);
    *file = (struct file){0};
}

static bool write_all(int descriptor, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size) {
        ssize_t put = write(descriptor, at, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

int file_print(const char *program, struct text *text)
{
    const char *reason = text->failed ? "out of memory" : NULL;

    if (!reason && !write_all(STDOUT_FILENO, text->bytes, text->length))
        reason = strerror(errno);
    text_clear(text);
    return reason ? complain(program, "<stdout>", reason, EXIT_UNABLE) : EXIT_WELL;
}

static bool make_folders(const char *path)
{
    char folder[PATH_SIZE];

    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (mkdir(folder, 0777) && errno != EEXIST)
            return false;
    }
    return true;
}

/* A device, a pipe or a link is written to where it stands: a rename would replace it. */
static bool is_replaceable(const char *path)
{
    struct stat status;

    return lstat(path, &status) || S_ISREG(status.st_mode);
}

static bool write_in_place(const char *path, const void *bytes, size_t size)
{
    int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    bool written;

    if (descriptor < 0)
        return false;
    written = write_all(descriptor, bytes, size);
    return !close(descriptor) && written;
}

static bool write_and_rename(const char *path, const void *bytes, size_t size)
{
    char temporary[PATH_SIZE + 8];
    mode_t mask = umask(0);
    int descriptor, error;
    bool written;

    umask(mask);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor < 0)
        return false;
    written = write_all(descriptor, bytes, size) && !fchmod(descriptor, 0666 & ~mask) && !fsync(descriptor);
    error = errno;
    if (!close(descriptor) && written && !rename(temporary, path))
        return true;
    if (written)
        error = errno;
    unlink(temporary);
    errno = error;
    return false;
}

int file_write(const char *program, const char *path, const void *bytes, size_t size)
{
    bool written;

    if (strlen(path) >= PATH_SIZE)
        return complain(program, path, strerror(ENAMETOOLONG), EXIT_UNABLE);
    if (!*path || !make_folders(path))
        return complain(program, path, strerror(*path ? errno : ENOENT), EXIT_UNABLE);
    written = is_replaceable(path) ? write_and_rename(path, bytes, size) : write_in_place(path, bytes, size);
    return written ? EXIT_WELL : complain(program, path, strerror(errno), EXIT_UNABLE);
}

int file_parse(const char *program, const struct puzzle *puzzle, const char *path, struct arena *arena,
               struct file *file, struct cases *cases)
{
    int status = file_read(program, path, file);

    return status ? status : file_parse_read(program, puzzle, path, arena, file, cases);
}

int file_parse_read(const char *program, const struct puzzle *puzzle, const char *path, struct arena *arena,
                    struct file *file, struct cases *cases)
{
    struct error error;

    if (puzzle->parse(file->bytes, file->size, arena, cases, &error))
        return EXIT_WELL;
    file_free(file);
    if (error.kind == ERROR_MEMORY)
        return complain(program, shown(path), error.message, EXIT_UNABLE);
    fprintf(stderr, "%s:%zu:%zu: error: %s\n", shown(path), error.line, error.column, error.message);
    return EXIT_USAGE;
}
