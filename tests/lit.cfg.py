# Program tests: each file under tests/run holds a program, how to run it and
# what must come out. Run them all with scripts/run-tests, or one with
#   scripts/run-tests build run tests/run/FILE
import os
import shutil
import subprocess

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
build = os.environ["SMEW_BUILD"]

config.name = "smew"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".ll", ".uc", ".smt2", ".test"]
config.excludes = ["Inputs", "compile_cache.c", "fuzz", "faults", "unit", "csmith", "coreutils", "posix", "oracle", "analysis", "lit.cfg.py"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "tests")

llvm_bin = subprocess.check_output(["llvm-config-19", "--bindir"], text=True).strip()
config.environment["PATH"] = os.pathsep.join([llvm_bin, os.environ["PATH"]])
for name in ("HOME", "LONG", "SMEW_LIBC", "SMEW_BUILD", "SMEW_LIMIT", "SMEW_REAL_CLANG", "SMEW_COMPILE_CACHE", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["SMEW"] = os.path.join(build, "smew")

if shutil.which("cmake"):
    config.available_features.add("cmake")

if "asan" in os.path.basename(build):
    config.available_features.add("asan")

smew = config.environment["SMEW"]
# Whether the kernel lets smew replay shut programs in.
sandbox_test = os.path.join(here, "run", "replay", "Inputs", "nothing.ktest")
if subprocess.run([smew, "replay", "--sandbox=required", "--bin", "/bin/true", sandbox_test],
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("sandbox")
status = os.path.join(here, "expect-status")
# What runs one program many times compiles it once (tests/compile_cache.c).
cache = os.path.join(os.path.dirname(here), "build", "compile-cache")
cached = ""
if os.path.exists(os.path.join(cache, "clang-19")):
    config.available_features.add("compile-cache")
    cached = f"env PATH={cache}:{config.environment['PATH']} "
config.substitutions += [
    # Runs FILE under smew: must report an error (1), must not (0), must reject the input (2).
    ("%reports", f"{status} 1 {smew} run"),
    ("%clean", f"{status} 0 {smew} run"),
    ("%rejects", f"{status} 2 {smew}"),
    ("%smew-cc", smew + "-cc"),
    ("%smew", smew),
    ("%status", status),
    ("%compile-cache", os.path.join(cache, "clang-19")),
    ("%cases", cached + os.path.join(here, "each-case")),
    ("%native-diff", cached + os.path.join(here, "native-diff")),
    ("%compare", cached + os.path.join(here, "oracle", "compare")),
    ("%msan-agree", os.path.join(here, "msan-agree")),
]
