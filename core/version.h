/* The version, of the library and of every program. The pkg-config file takes it from here. */
#ifndef ASSAY_VERSION_H
#define ASSAY_VERSION_H

#define ASSAY_VERSION "0.1.0"

#endif
