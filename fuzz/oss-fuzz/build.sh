#!/bin/bash -eu
# OSS-Fuzz and ClusterFuzzLite: targets, seed archives and dictionaries into $OUT. From the project's root; the environment gives CC, CXX, CFLAGS,
# LIB_FUZZING_ENGINE and OUT. (bash is what their images run it with; nothing here needs it.)
make -s CONFIG=oss CC="$CC" CXX="$CXX" INSTRUMENT="$CFLAGS" OPTIMISE=-g WARNINGS= FUZZ_LINK="$CXX $CXXFLAGS" FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
    CORE_LIBS="-l:libbdd.a -lm" fuzzers
for fuzzer in build/oss/fuzz-*; do
    name=$(basename "$fuzzer")
    puzzle=${name#fuzz-}
    cp "$fuzzer" "$OUT/$name"
    [ ! -s "fuzz/dict/$puzzle.dict" ] || cp "fuzz/dict/$puzzle.dict" "$OUT/$name.dict"
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 20\n' >"$OUT/$name.options"
    find "core/$puzzle/samples" "verify/corpus/$puzzle" "fuzz/corpus/$puzzle" "fuzz/regress/$puzzle" -type f ! -name '*.ans' ! -name 'README*' 2>/dev/null |
        zip -q -@ "$OUT/${name}_seed_corpus.zip"
done
