"""Dense webs: many sentences of several pages about one subject, with statements about them (recipe/dense, see its README)."""
import glob
import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
# A label that only says what the pair is not: the statement is not borne out, whether or not it is contradicted.
SUPPORTS, REFUTES, NEUTRAL, UNSUPPORTED = 0, 1, 2, 3
# One web in so many is held out.
HELD = 12
# Of a web near lines and lines of other questions or none, of a statement lines that say nothing of it: the likeliest to
# be mistaken first.
NEAR, OTHERS, SILENT = 45, 20, 2
# Another figure, day or direction cannot be true as well; another name or group may only be another thing.
ALTERED = {"number": REFUTES, "unit": REFUTES, "year": REFUTES, "direction": REFUTES}
TAG = re.compile(r"[A-Z](\d|\?)|-")


def read_dense():
    """Each web: name, held out or not, lines (tag, title, sentence) and statements (tag, kind, text)."""
    webs = []
    for path in sorted(glob.glob(os.path.join(HERE, "dense", "*.txt"))):
        name = os.path.basename(path)[:-4]
        for at, chunk in enumerate(re.split(r"^@", open(path, encoding="utf8").read(), flags=re.M)[1:]):
            web = {"name": f"{name}:{at}", "held": at % HELD == 7, "lines": [], "statements": []}
            for line in chunk.split("\n")[1:]:
                parts = [part.strip() for part in line.lstrip("> ").split("|", 2)]
                if len(parts) < 3 or not all(parts):
                    continue
                if line.startswith(">"):
                    web["statements"].append(tuple(parts))
                elif TAG.fullmatch(parts[0]):
                    web["lines"].append(tuple(parts))
            webs.append(web)
    return webs


def told(first, second):
    """What two tags say of each other, and of what kind a neutral pair is."""
    if first == "-" or first[0] != second[0]:
        return NEUTRAL, "other"
    if "?" in first + second:
        return NEUTRAL, "near"
    return (SUPPORTS, "same") if first == second else (REFUTES, "contrary")


def grams(text):
    words = re.findall(r"[a-z0-9]{3,}", text.lower())
    japanese = re.sub(r"[^\u3040-\u30ff\u4e00-\u9fff]", " ", text)
    return set(words) | {run[i:i + 2] for run in japanese.split() for i in range(len(run) - 1)}


def likest(pairs, most):
    """The pairs that share most words, with some chance in it."""
    closeness = {}
    for pair in pairs:
        first, second = grams(pair[0][2]), grams(pair[1][2])
        closeness[pair] = len(first & second) / (1 + min(len(first), len(second))) + random.random() * 0.35
    return sorted(pairs, key=closeness.get, reverse=True)[:most]


def pairs(web):
    """(evidence, claim, label, kind) of lines on different pages, all that tell something and the likest of the others."""
    every = [(a, b) for a in web["lines"] for b in web["lines"] if a is not b and a[1] != b[1]]
    by_kind = {}
    for a, b in every:
        label, kind = told(a[0], b[0])
        by_kind.setdefault(kind, []).append((a, b, label, kind))
    return (
        by_kind.get("same", [])
        + by_kind.get("contrary", [])
        + likest(by_kind.get("near", []), NEAR)
        + likest(by_kind.get("other", []), OTHERS)
    )


def statement_pairs(web):
    """(line, statement, label): beside every line of its answer, and beside some that say nothing of it."""
    for tag, kind, text in web["statements"]:
        label = SUPPORTS if kind == "faithful" else ALTERED.get(kind, UNSUPPORTED)
        for line in web["lines"]:
            if line[0] == tag:
                yield line, text, label
        silent = [(line, (tag, "", text)) for line in web["lines"] if told(line[0], tag)[0] == NEUTRAL]
        for line, _ in likest(silent, SILENT):
            yield line, text, NEUTRAL
        if kind == "faithful":
            for line in web["lines"]:
                if told(line[0], tag)[0] == REFUTES:
                    yield line, text, REFUTES
