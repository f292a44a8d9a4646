"""deep.py KIND DEPTH: scripts that nest far deeper than a stack would bear."""
import sys

kind, depth = sys.argv[1], int(sys.argv[2])
print("(declare-const x (_ BitVec 16))")
if kind == "lets":
    print("(assert")
    for i in range(depth):
        print(f"(let ((v{i} (bvadd {f'v{i - 1}' if i else 'x'} #x0001)))")
    print(f"(= v{depth - 1} #x0007)" + ")" * depth + ")")
elif kind == "terms":
    print("(assert (= #x0007 " + "(bvadd #x0001 " * depth + "x" + ")" * depth + "))")
elif kind == "choices":  # no value is 7, and x is not 7 where it is the value
    print("(assert (= #x0007 " + "".join(f"(ite (= x (_ bv{i % 60000} 16)) (_ bv{i % 7} 16) " for i in range(depth))
          + "x" + ")" * depth + "))")
elif kind == "wide":
    print("(assert (and " + "true " * depth + "(= x #x0000)))")
    print("(assert (= #x0000 (bvadd " + "x " * depth + ")))")
print("(check-sat)")
if kind != "choices":
    print("(get-value (x))")
