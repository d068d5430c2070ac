"""Everything pair_tune.py learns or is measured by: texts by number, lines (title, sentence, quiet neighbours), pairs of lines.

    python pair_texts.py --rows rows.jsonl.gz --restated restated.jsonl.gz --real real.json --speech speech.jsonl.gz
        --open open-worlds.json --scifact scifact-dev.json --searched taught=questions.jsonl --out OUT

The first four as cell_rows.py wants them; --open: wholeWorlds('open') of bench/stance/told-worlds.ts; --scifact: the gold
pairs of bench/stance/scifact.ts; --searched: bench/stance/searched-questions.ts, a name for each set. Then
`node text-tokens.ts OUT`. A pair is (evidence, claim, label, language or world), a kind of pairs one array.
"""
import argparse
import glob
import gzip
import html
import json
import os
import random
import re

import numpy as np

import dense_rows
import web_rows

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.join(HERE, "..", "..", "..", "bench", "stance")
SUPPORTS, REFUTES, NEUTRAL, UNSUPPORTED = 0, 1, 2, 3
LABELS = {"supports": SUPPORTS, "refutes": REFUTES, "neutral": NEUTRAL}
ENGLISH, JAPANESE, MIXED = 0, 1, 2
TAG = re.compile(r"[A-Z](\d|\?)|-")
# Held out: every so-manieth cell, and of the new sentences of speech every sixth block of forty lines.
HELD_CELL, HELD_BLOCK, BLOCK = 20, 6, 40
# Sentences of pages whose kind is held to the answers of the reader before.
HELD_TO = 9000
# Sentences of pages that speak to nobody: of written webs, and of each world that was searched.
HONEST, OF_A_WORLD = 5000, 150
# Of the set of this name nothing is taught.
UNSEEN = "unseen"
# Below this nobody reads a candidate of a search: it is not taught either.
UNREAD = 0.985


def japanese(text):
    return bool(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text))


def language(first, second):
    return JAPANESE if japanese(first) and japanese(second) else MIXED if japanese(first + second) else ENGLISH


def read_lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    return [json.loads(line) for line in opened(path, "rt", encoding="utf8") if line.strip()]


def read_groups(path):
    """Each cell or web of a file as its lines (tag, title, sentence)."""
    groups = []
    for line in open(path, encoding="utf8"):
        if line.startswith("@"):
            groups.append([])
        elif groups and not line.startswith(">") and line.count("|") >= 2:
            tag, title, text = (part.strip() for part in line.split("|", 2))
            if TAG.fullmatch(tag) and title and text:
                groups[-1].append((tag, title, text))
    return [group for group in groups if len(group) >= 5]


def label_of(first, second):
    if "-" in (first, second) or first[0] != second[0]:
        return NEUTRAL, "other"
    if "?" in first + second:
        return NEUTRAL, "near"
    return (SUPPORTS, "told") if first == second else (REFUTES, "told")


class Pairs:
    """Texts and lines by number, and the pairs of each kind."""

    def __init__(self):
        self.texts, self.numbers, self.lines, self.kinds = [], {}, [], {}

    def text(self, text):
        text = text.strip()
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]

    def line(self, title, text, quiet=(), before=""):
        around = [self.text(one) for one in quiet][:2] + [-1, -1]
        own = self.text(before) if before else -1
        self.lines.append((self.text(title) if title else -1, self.text(text), around[0], around[1], own))
        return len(self.lines) - 1

    def put(self, kind, evidence, claim, label, group=ENGLISH):
        self.kinds.setdefault(kind.replace(" ", "_"), []).append((evidence, claim, label, group))

    def put_texts(self, kind, evidence, claim, label, group=None):
        where = language(claim, claim) if group is None else group
        self.put(kind, self.line("", evidence or "."), self.line("", claim), label, where)

    def put_group(self, kind, group, own_pages):
        """Every pair of its lines; a page is laid beside itself only where asked for."""
        quiet = [line[2] for line in group if line[0] == "-"]
        at = []
        for _, title, text in group:
            fitting = [one for one in quiet if one != text and japanese(one) == japanese(text)]
            random.shuffle(fitting)
            at.append(self.line(title, text, fitting[:2]))
        for i, a in enumerate(group):
            for j, b in enumerate(group):
                if i != j and (own_pages or a[1] != b[1]):
                    label, how = label_of(a[0], b[0])
                    self.put(f"{kind} {how}", at[i], at[j], label, language(a[2], b[2]))
        return at

    def put_dense(self, kind, web):
        at = self.put_group(kind, web["lines"], False)
        for tag, altered, text in web["statements"]:
            own, where = self.line("", text), language(text, text)
            told = SUPPORTS if altered == "faithful" else dense_rows.ALTERED.get(altered, UNSUPPORTED)
            for k, line in enumerate(web["lines"]):
                label, _ = label_of(line[0], tag)
                if line[0] == tag:
                    self.put(f"{kind} statement told", at[k], own, told, where)
                elif label == NEUTRAL:
                    self.put(f"{kind} statement other", at[k], own, NEUTRAL, where)
                elif altered == "faithful":
                    self.put(f"{kind} statement told", at[k], own, REFUTES, where)

    def put_web(self, kind, web):
        of = web["sentences"]
        before = ["" if k == 0 or of[k - 1][0] != of[k][0] else of[k - 1][2] for k in range(len(of))]
        at = [self.line(title, text, (), before[k]) for k, (_, title, text) in enumerate(of)]
        known = set()
        for first, second, label in web_rows.directed(web["marks"]):
            self.put(f"{kind} told", at[first], at[second], label, language(of[first][2], of[second][2]))
            known.add(frozenset((first, second)))
        for i in range(len(of)):
            for j in range(len(of)):
                if of[i][0] != of[j][0] and frozenset((i, j)) not in known:
                    self.put(f"{kind} other", at[i], at[j], NEUTRAL, language(of[i][2], of[j][2]))

    def put_world(self, statements, pairs):
        """Statements (id, page, title, heading, text, finding) and listed pairs; what shares no finding is neutral."""
        by, at = {one["id"]: one for one in statements}, {}
        for one in statements:
            place = " : ".join(part for part in (one["title"], one.get("heading")) if part)
            around = [other["text"] for other in statements if other["page"] == one["page"] and other is not one]
            random.shuffle(around)
            at[one["id"]] = self.line(place, one["text"], around[:2])
        listed = set()
        for first, second, label in pairs:
            if first in by and second in by:
                listed |= {(first, second), (second, first)}
                kind = "world near" if label == NEUTRAL else "world told"
                self.put(kind, at[first], at[second], label, language(by[first]["text"], by[second]["text"]))
        for first in by.values():
            for second in by.values():
                apart = first["page"] != second["page"] and first.get("finding") != second.get("finding")
                if apart and (first["id"], second["id"]) not in listed:
                    self.put("world unlisted", at[first["id"]], at[second["id"]], NEUTRAL)


def put_written(pairs):
    for path in sorted(glob.glob(os.path.join(HERE, "cells", "*.txt"))):
        for k, group in enumerate(read_groups(path)):
            pairs.put_group("held cells" if k % HELD_CELL == 0 else "cells", group, True)
    for web in dense_rows.read_dense():
        pairs.put_dense("held dense" if web["held"] else "dense", web)
    for web in web_rows.read_webs():
        pairs.put_web("held web" if web["held"] else "web", web)
    for name, own_pages in (("cells", True), ("dense", False)):
        for path in sorted(glob.glob(os.path.join(BENCH, name, "*.txt"))):
            for group in read_groups(path):
                pairs.put_group(f"bench {name}", group, own_pages)


def put_worlds(pairs, open_worlds):
    for path in sorted(glob.glob(os.path.join(HERE, "worlds", "*.jsonl"))):
        for world in read_lines(path):
            titles = {page["id"]: page["title"] for page in world["pages"]}
            statements = [{**one, "title": titles.get(one["page"], "")} for one in world["statements"]]
            labels = {"S": SUPPORTS, "R": REFUTES, "N": NEUTRAL}
            pairs.put_world(statements, [(first, second, labels[label]) for first, second, label in world["pairs"]])
    for world in json.load(open(open_worlds, encoding="utf8")):
        statements = [{**one, **one["context"]} for one in world["statements"]]
        pairs.put_world(statements, [(pair["evidence"], pair["claim"], pair["y"]) for pair in world["pairs"]])


def put_searched(pairs, name, path):
    """What searches showed, in every form the judge may ask it; the last number is that of the world."""
    worlds = []
    for row in read_lines(path):
        if row["world"] not in worlds:
            worlds.append(row["world"])
        if row["gate"] < UNREAD or row["right"] != "neutral":
            for k, question in enumerate(row["q"]):
                of = worlds.index(row["world"])
                pairs.put_texts(f"search {name} {k}", question["evidence"], question["claim"], LABELS[row["right"]], of)
    print(name, worlds)


# What a report says of a page (recipe/statements): borne out, made false, or only no longer borne out.
STATED = {"faithful": SUPPORTS, "hedge": UNSUPPORTED, "attribution": UNSUPPORTED, "scope": UNSUPPORTED}
# One page in so many is held out.
HELD_PAGE = 8


def page_titles(world, folder="taught"):
    """The title of each page of a world by its address."""
    web, titles = os.path.join(HERE, "..", "..", "..", "bench", "worlds", folder, world, "web"), {}
    for path in glob.glob(os.path.join(web, "**", "*.*"), recursive=True):
        if not path.endswith((".html", ".md")):
            continue
        text = open(path, encoding="utf8").read()
        front = text.split("---")[1]
        host, rest = os.path.relpath(path, web).split(os.sep, 1)
        told = re.search(r"^path: *['\"]?([^'\"\n]+)", front, re.M)
        place = told[1] if told else "/" + re.sub(r"(^|/)index$", r"\1", re.sub(r"\.(md|html)$", "", rest))
        title = re.search(r"<title>(.*?)</title>", text, re.S) or re.search(r"^title: *['\"]?(.*?)['\"]?$", front, re.M)
        titles[f"https://{host}{place}"] = re.sub(r"\s+", " ", html.unescape(title[1])).strip() if title else ""
    return titles


def put_statements(pairs):
    for path in sorted(glob.glob(os.path.join(HERE, "statements", "*.jsonl"))):
        titles, by_page = page_titles(os.path.basename(path)[:-6]), {}
        for row in read_lines(path):
            by_page.setdefault(row["page"], []).append(row)
        for k, (page, rows) in enumerate(sorted(by_page.items())):
            kind = "held page statement" if k % HELD_PAGE == 3 else "page statement"
            at = {row["quote"]: pairs.line(titles.get(page, ""), row["quote"]) for row in rows}
            for row in rows:
                own = pairs.line("", row["text"])
                for quote, line in at.items():
                    where = language(quote, row["text"])
                    if quote == row["quote"]:
                        pairs.put(f"{kind} told", line, own, STATED.get(row["kind"], REFUTES), where)
                    else:
                        pairs.put(f"{kind} other", line, own, NEUTRAL, where)


# Of a contrast set (recipe/contrast): how each of its statements stands to the sentence it was written for.
CONTRAST = {"near": SUPPORTS, "near_turned": REFUTES, "far": SUPPORTS, "far_turned": REFUTES, "beside": NEUTRAL, "figure": REFUTES}
# Of these worlds the contrast sets are held out.
HELD_CONTRAST = ("velodrome-bid", "wasabi-virus", "yakyu-iten", "ward-sepsis")
# And to each other; what only leaves a clause out is borne out one way, and here no pair is.
CONTRASTED = (("near", "near_turned"), ("far", "near_turned"), ("near", "far_turned"), ("far", "far_turned"), ("near", "figure"), ("far", "figure"))


def put_contrast(pairs):
    """Statements that keep close to a sentence or tell it in other words, each borne out, turned round, and about another thing."""
    for path in sorted(glob.glob(os.path.join(HERE, "contrast", "*.jsonl"))):
        world = os.path.basename(path)[:-6]
        titles, held = page_titles(world, folder_of(world)), "held " if world in HELD_CONTRAST else ""
        for row in read_lines(path):
            title, said = titles.get(row["page"], ""), row["from"]
            at = pairs.line(title, said)
            own = {name: pairs.line("", row[name]) for name in CONTRAST if row.get(name)}
            for name, line in own.items():
                kind = held + ("contrast beside" if name == "beside" else "contrast told")
                pairs.put(kind, at, line, CONTRAST[name], language(said, row[name]))
            for first, second in CONTRASTED:
                if first in own and second in own:
                    where = language(row[first], row[second])
                    pairs.put(f"{held}contrast statements", own[first], own[second], REFUTES, where)
                    pairs.put(f"{held}contrast statements", own[second], own[first], REFUTES, where)
            if "far" in own:
                pairs.put(f"{held}contrast statements", own["near"], own["far"], SUPPORTS, language(row["near"], row["far"]))


def folder_of(world):
    """The folder of bench/worlds that a world lies in."""
    return os.path.basename(os.path.dirname(glob.glob(os.path.join(HERE, "..", "..", "..", "bench", "worlds", "*", world))[0]))


def put_apart(pairs):
    """Sentences of pages beside written ones: two things that look like one, and one thing told in other words."""
    for path in sorted(glob.glob(os.path.join(HERE, "apart", "*.jsonl"))):
        world = os.path.basename(path)[:-6]
        titles = page_titles(world, folder_of(world))
        for row in read_lines(path):
            evidence = pairs.line(titles.get(row["page"], ""), row["evidence"])
            claim, where = pairs.line(row["claim_title"], row["claim"]), language(row["evidence"], row["claim"])
            pairs.put("apart", evidence, claim, LABELS[row["relation"]], where)
            if row["relation"] != "supports":
                pairs.put("apart", claim, evidence, LABELS[row["relation"]], where)


def put_read(pairs):
    """Pairs of the taught worlds' searches as a hand has read them, under the titles of their pages."""
    for path in sorted(glob.glob(os.path.join(HERE, "..", "..", "..", "bench", "worlds", "*", "*", "read-edges.jsonl"))):
        folder, world = path.split(os.sep)[-3:-1]
        if folder not in ("taught", "unseen"):
            continue
        titles = page_titles(world, folder)
        kind = "unseen read" if folder == "unseen" else "read"
        for row in read_lines(path):
            told = "told" if row["relation"] != "neutral" else "other"
            evidence = pairs.line(titles.get(row["evidence_page"], ""), row["evidence"])
            claim = pairs.line(titles.get(row["claim_page"], ""), row["claim"])
            pairs.put(f"{kind} {told}", evidence, claim, LABELS[row["relation"]], language(row["evidence"], row["claim"]))


def put_before(pairs, args):
    rows = read_lines(args.rows)
    for row in rows:
        if row["task"] == "stance":
            pairs.put_texts(("held old " if row["held"] else "old ") + row["src"], row["e"], row["c"], row["y"])
        else:
            pairs.put_texts(("held " if row["held"] else "") + row["task"], row["e"], row["c"], row["y"])
    for row in read_lines(args.restated):
        pairs.put_texts("old restated", row["e"], row["c"], row["y"])
    for row in json.load(open(args.real, encoding="utf8")):
        pairs.put_texts("old real", row["e"], row["c"], NEUTRAL)
    for pair in json.load(open(args.scifact, encoding="utf8")):
        pairs.put_texts("scifact", pair["evidence"], pair["claim"], LABELS[pair["label"]])


def put_beside(pairs, args):
    """Rows of the heads for speech and kinds; a label of -1: only the answer of the reader before is held."""
    for row in read_lines(args.speech):
        held = "held " if row["held"] else ""
        pairs.put_texts(f"{held}speech", ".", row["c"], row["y"])
        if row["src"] in ("abstract", "encyclopedia", "article"):
            pairs.put_texts(f"{held}sentence told", row["e"], row["c"], -1)
    for path in sorted(glob.glob(os.path.join(HERE, "speech", "*.txt"))):
        kind = "speech heldout" if "held-out" in path else "speech new"
        for at, line in enumerate(open(path, encoding="utf8")):
            letter, _, text = line.rstrip("\n").partition("\t")
            if text and letter in ("S", "P", "F"):
                held = "held " if at // BLOCK % HELD_BLOCK == 0 else ""
                pairs.put_texts(f"{held}{kind}", ".", text, 1 if letter == "S" else 0)
    titled = [line for line in pairs.lines if line[0] >= 0]
    for title, text, *_ in random.sample(titled, HELD_TO):
        before = pairs.texts[random.choice([title, pairs.text(".")])]
        pairs.put_texts("sentence told", before, pairs.texts[text], -1)
    put_honest(pairs, [pairs.texts[line[1]] for line in random.sample(titled, HONEST)], args.searched)


def put_honest(pairs, written, searched):
    """What pages state speaks to no machine, however it denies or corrects: a head that was not told so silences it."""
    for text in written:
        pairs.put_texts("speech new", ".", text, 0)
    for name, path in (one.split("=", 1) for one in searched):
        by_world = {}
        for row in read_lines(path):
            by_world.setdefault(row["world"], set()).update((row["q"][2]["evidence"], row["q"][2]["claim"]))
        kind = "held speech worlds" if name == UNSEEN else "speech new"
        for _, texts in sorted(by_world.items()):
            for text in random.sample(sorted(texts), min(len(texts), OF_A_WORLD)):
                pairs.put_texts(kind, ".", text, 0)


def main():
    parser = argparse.ArgumentParser()
    for name in ("rows", "restated", "real", "speech", "open", "scifact", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--searched", action="append", default=[])
    args = parser.parse_args()
    random.seed(3)
    pairs = Pairs()
    put_written(pairs)
    put_statements(pairs)
    put_contrast(pairs)
    put_apart(pairs)
    put_read(pairs)
    put_before(pairs, args)
    put_worlds(pairs, args.open)
    for searched in args.searched:
        put_searched(pairs, *searched.split("=", 1))
    put_beside(pairs, args)
    os.makedirs(args.out, exist_ok=True)
    np.save(os.path.join(args.out, "lines.npy"), np.array(pairs.lines, np.int32))
    kinds = {kind: np.array(rows, np.int32) for kind, rows in pairs.kinds.items()}
    np.savez_compressed(os.path.join(args.out, "pairs.npz"), **kinds)
    with open(os.path.join(args.out, "texts.jsonl"), "w", encoding="utf8") as file:
        file.writelines(json.dumps(text, ensure_ascii=False) + "\n" for text in pairs.texts)
    print(len(pairs.texts), {kind: len(rows) for kind, rows in kinds.items()})


main()
