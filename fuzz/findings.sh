#!/bin/sh
# findings.sh HOME: the inputs that failed in a campaign, one path a line. AFL++ moves those of earlier runs to crashes.DATE and hangs.DATE.
find "$1"/crashes "$1"/afl/*/crashes* "$1"/afl/*/hangs* -type f ! -name 'README*' ! -name 'slow-unit-*' 2>/dev/null | sort
