/* What can be found wrong, and the signature by which two findings are one fault. */
#ifndef ASSAY_FINDING_H
#define ASSAY_FINDING_H

#include "participant.h"

enum kind {
#define KIND(name, word, summary) KIND_##name,
#include "kinds.def"
#undef KIND
    KIND_COUNT
};

extern const char *const kind_names[KIND_COUNT];
extern const char *const kind_summaries[KIND_COUNT];

/* Two findings of equal signature are the same fault. `wrong` are those known to be wrong; where a disagreement is not decided it
 * is 0 and the groups say who agrees with whom. */
struct signature {
    enum kind kind;
    int invariant; /* index into puzzle->invariants; 0 for other kinds */
    uint64_t wrong;
    uint8_t group[PARTICIPANTS_MAX]; /* 0: took no part, or the disagreement is decided */
};

enum { FINDINGS_MAX = 64, FINDING_DETAIL_SIZE = 240 };

struct finding {
    struct signature signature;
    uint64_t number; /* of the first such case in its stream */
    uint64_t count;  /* of such cases */
    uint64_t opened; /* the case before which the contexts were opened: what came between may matter */
    char detail[FINDING_DETAIL_SIZE];
};

bool signature_equal(const struct signature *a, const struct signature *b);

/* Is a case with the signature `other` still the same fault as `kept`? Shrinking may change who answers, may bring an oracle's
 * domain into reach, and may lose the evidence that a check had, so where either is undecided they match where two participants still
 * disagree that did. */
bool signature_matches(const struct signature *kept, const struct signature *other);

/* As a name for a folder: "maze-disagree-fast", "maze-disagree-fast+wide-against-slow". */
void signature_name(const struct signature *signature, const struct team *team, struct text *text);

#endif
