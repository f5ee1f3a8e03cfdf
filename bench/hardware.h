/* Does the machine have hardware counters? They are not read, but a report names them as absent or present.
 */
#ifndef ASSAY_HARDWARE_H
#define ASSAY_HARDWARE_H

enum { HARDWARE_SIZE = 120 };

/* "absent: No such file or directory"; returns the buffer. */
const char *hardware_counters(char buffer[HARDWARE_SIZE]);

#endif
