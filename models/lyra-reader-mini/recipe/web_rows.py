"""Small webs of pages whose pairs were read by hand (recipe/webs; the form stands in its README)."""
import glob
import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
SUPPORTS, REFUTES, NEUTRAL = 0, 1, 2
# One web in so many is held out.
HELD = 8
# So many pairs that nobody was asked about, of different pages.
UNASKED = 16


def read_webs():
    """Each web: its name, language, sentences (page, title, text) and marked pairs (first, second, mark)."""
    webs = []
    for path in sorted(glob.glob(os.path.join(HERE, "webs", "*.txt"))):
        name = os.path.basename(path)[:-4]
        at, page = -1, -1
        for line in open(path, encoding="utf8"):
            line = line.strip()
            if line.startswith("@"):
                at, page = at + 1, -1
                webs.append({"name": f"{name}:{at}", "held": at % HELD == 5, "sentences": [], "marks": []})
            elif line.startswith("#"):
                page, title = page + 1, line[1:].strip()
            elif line[:2] in ("x:", "=:", ">:", "<:", ".:"):
                for pair in line[2:].split():
                    first, second = (int(number) - 1 for number in pair.split("-"))
                    webs[-1]["marks"].append((first, second, line[0]))
            elif line:
                webs[-1]["sentences"].append((page, title, re.sub(r"^\d+\. ", "", line)))
    return webs


def directed(marks):
    """(evidence, claim, label): what says more supports what says less, and not the other way."""
    for first, second, mark in marks:
        if mark == "x":
            yield first, second, REFUTES
            yield second, first, REFUTES
        elif mark == ".":
            yield first, second, NEUTRAL
            yield second, first, NEUTRAL
        if mark in "=>":
            yield first, second, SUPPORTS
        if mark in "=<":
            yield second, first, SUPPORTS


def unasked(web):
    """The likeliest pairs were asked about: what is left is nearly always neutral."""
    known = {frozenset(mark[:2]) for mark in web["marks"]}
    pages = [sentence[0] for sentence in web["sentences"]]
    left = [(i, j) for i in range(len(pages)) for j in range(len(pages))
            if pages[i] != pages[j] and frozenset((i, j)) not in known]
    return random.sample(left, min(UNASKED, len(left)))


def in_place(sentence, bare):
    return sentence[2] if bare else f"{sentence[1]} : {sentence[2]}"
