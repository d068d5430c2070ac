"""The rows of cell_tune.py: stance rows of cells, webs, dense webs and what was taught before, and rows that hold the other heads.

    python cell_rows.py --worlds world-questions.jsonl --searched open-questions.jsonl --restated restated.jsonl.gz
        --rows rows.jsonl.gz --real real.json --speech speech.jsonl.gz --out OUT

--worlds: bench/stance/read-webs.ts --questions --nearest 7; --searched: bench/stance/searched-questions.ts on the open
worlds; --restated: restated-worlds.ts; --rows: rows.ts --per-fact 6; --real: real_pairs.py; --speech: speech-rows.ts.
Written: OUT/stance.jsonl, OUT/held.jsonl
(every twentieth cell, eighth web and twelfth dense web), OUT/beside.jsonl (the other heads). Then `node tokens.ts` on each of the three.
"""
import argparse
import glob
import gzip
import json
import os
import random
import re

import dense_rows
import web_rows

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
for name in ("worlds", "searched", "restated", "rows", "real", "speech", "out"):
    args.add_argument(f"--{name}", required=True)
args.add_argument("--seed", type=int, default=1)
# How much of what earlier steps taught is read again: of the cells, and of the rows before them.
args.add_argument("--cells", type=float, default=1)
args.add_argument("--before", type=float, default=1)
args.add_argument("--new-cells", default="")
args = args.parse_args()
random.seed(args.seed)
HELD = 20
SUPPORTS, REFUTES, NEUTRAL = 0, 1, 2
LABELS = {"supports": SUPPORTS, "refutes": REFUTES, "neutral": NEUTRAL}
# Of a cell: all supports and refutations, and so many of the near ones and of the others.
NEAR, OTHERS = 10, 10
LISTED, TOPIC, UNLISTED, SEARCHED, REAL, REPLAYED, RESTATED = 6000, 3000, 4000, 8000, 3000, 8000, 2500
SHARES = {"web": 0.15, "page": 0.2, "topic": 0.12, "frame": 0.12, "sent": 0.2, "again": 0.12}
QUANTITIES, CELL_SENTENCES, SPEECH = 10000, 9000, 14000


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    return [json.loads(line) for line in opened(path, "rt", encoding="utf8") if line.strip()]


def some(of, most):
    return random.sample(of, min(int(most), len(of)))


def japanese(text):
    return bool(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text))


def read_cells(path):
    """Each cell as its lines (tag, title, sentence)."""
    cells = []
    for line in open(path, encoding="utf8"):
        if line.startswith("@"):
            cells.append([])
        elif cells and line.count("|") >= 2:
            tag, title, text = (part.strip() for part in line.split("|", 2))
            if re.fullmatch(r"[A-Z](\d|\?)|-", tag) and title and text:
                cells[-1].append((tag, title, text))
    return [cell for cell in cells if len(cell) >= 5]


def label(first, second):
    if "-" in (first, second):
        return NEUTRAL, "other"
    if first[0] != second[0]:
        return NEUTRAL, "letter"
    if "?" in (first[1], second[1]):
        return NEUTRAL, "near"
    return (SUPPORTS, "same") if first[1] == second[1] else (REFUTES, "contrary")


def pairs(cell):
    return [(a, b, *label(a[0], b[0])) for i, a in enumerate(cell) for j, b in enumerate(cell) if i != j]


def under(title, text):
    return f"{title} : {text}"


def beside(text, other):
    return f"{text}{other}" if japanese(text) else f"{text} {other}"


def cell_row(cell, evidence, claim):
    """Under their titles mostly, and now and then with another sentence of the page around the evidence."""
    e, c = evidence[2], claim[2]
    quiet = [line[2] for line in cell if line[0] == "-" and line[2] not in (e, c) and japanese(line[2]) == japanese(e)]
    if quiet and random.random() < 0.3:
        other = random.choice(quiet)
        e = beside(other, e) if random.random() < 0.5 else beside(e, other)
    drawn = random.random()
    if drawn < 0.8:
        e = under(evidence[1], e)
    if drawn < 0.72 or 0.8 <= drawn < 0.85:
        c = under(claim[1], c)
    return e, c


def asked(questions):
    q = questions[random.choices((0, 1, 2), (0.6, 0.25, 0.15))[0]]
    return q["evidence"], q["claim"]


def draw():
    stance, held, sentences = [], [], []
    put = lambda e, c, y, w, src: stance.append({"e": e, "c": c, "y": y, "w": w, "src": src})
    for path in sorted(glob.glob(os.path.join(HERE, "cells", "*.txt"))):
        name = os.path.basename(path)[:-4]
        for at, cell in enumerate(read_cells(path)):
            if at % HELD == 0:
                held += held_rows(cell, f"{name}:{at}")
            elif name in args.new_cells.split(",") or random.random() < args.cells:
                sentences += [(title, text) for _, title, text in cell]
                told = pairs(cell)
                for a, b, y, _ in (
                    [p for p in told if p[2] != NEUTRAL]
                    + some([p for p in told if p[3] == "near"], NEAR)
                    + some([p for p in told if p[2] == NEUTRAL and p[3] != "near"], OTHERS)
                ):
                    put(*cell_row(cell, a, b), y, 1.0, "cell")
    for web in web_rows.read_webs():
        if web["held"]:
            held += held_web(web)
        else:
            sentences += [(title, text) for _, title, text in web["sentences"]]
            put_web(put, web)
    for web in dense_rows.read_dense():
        if web["held"]:
            held += held_dense(web)
        else:
            sentences += [(title, text) for _, title, text in web["lines"]]
            put_dense(put, web)
    before(put)
    return stance, held, others(sentences)


def held_rows(cell, name):
    rows = []
    for a, b, y, kind in pairs(cell):
        if kind not in ("other", "letter") or random.random() < 0.35:
            lang = "ja" if japanese(a[2]) and japanese(b[2]) else "mix" if japanese(a[2] + b[2]) else "en"
            rows.append({"e": under(a[1], a[2]), "c": under(b[1], b[2]), "y": y, "kind": kind, "lang": lang, "cell": name})
    return rows


def put_web(put, web):
    """What says something twice: under its titles, and once more, now and then without them; what says nothing once."""
    of = web["sentences"]
    for evidence, claim, y in web_rows.directed(web["marks"]):
        for bare in (random.random() < 0.15,) if y == NEUTRAL else (False, random.random() < 0.3):
            put(web_rows.in_place(of[evidence], bare), web_rows.in_place(of[claim], bare and random.random() < 0.8), y, 1.0, "web")
    for evidence, claim in web_rows.unasked(web):
        put(web_rows.in_place(of[evidence], False), web_rows.in_place(of[claim], False), NEUTRAL, 0.5, "unasked")


def put_dense(put, web):
    for a, b, y, _ in dense_rows.pairs(web):
        put(*cell_row(web["lines"], a, b), y, 1.0, "dense")
    for line, statement, y in dense_rows.statement_pairs(web):
        evidence = under(line[1], line[2]) if random.random() < 0.85 else line[2]
        put(evidence, statement, y, 1.0, "statement")


def held_dense(web):
    rows = []
    for a, b, y, kind in dense_rows.pairs(web):
        lang = "ja" if japanese(a[2]) and japanese(b[2]) else "mix" if japanese(a[2] + b[2]) else "en"
        rows.append({"e": under(a[1], a[2]), "c": under(b[1], b[2]), "y": y, "kind": kind, "lang": f"dense {lang}", "cell": web["name"]})
    for line, statement, y in dense_rows.statement_pairs(web):
        if y != dense_rows.UNSUPPORTED:
            lang = "statement ja" if japanese(statement) else "statement en"
            rows.append({"e": under(line[1], line[2]), "c": statement, "y": y, "kind": "statement", "lang": lang, "cell": web["name"]})
    return rows


def held_web(web):
    of, rows = web["sentences"], []
    for evidence, claim, y in web_rows.directed(web["marks"]):
        e, c = web_rows.in_place(of[evidence], False), web_rows.in_place(of[claim], False)
        lang = "ja" if japanese(of[evidence][2]) and japanese(of[claim][2]) else "mix" if japanese(e + c) else "en"
        rows.append({"e": e, "c": c, "y": y, "kind": "web", "lang": f"web {lang}", "cell": web["name"]})
    return rows


def before(put):
    """What the reader was taught before: it forgets what it does not read again."""
    small = [p for p in lines(args.worlds) if random.random() < 0.5]
    for p in some([p for p in small if p["kind"] == "world" and p["y"] != NEUTRAL], LISTED * args.before):
        put(*asked(p["q"]), p["y"], 1.0, "world")
    for p in some([p for p in small if p["kind"] in ("near", "world") and p["y"] == NEUTRAL], TOPIC * args.before):
        put(*asked(p["q"]), NEUTRAL, 1.0, "near")
    for p in some([p for p in small if p["kind"] == "unlisted"], UNLISTED * args.before):
        put(*asked(p["q"]), NEUTRAL, 0.6, "unlisted")
    searched = lines(args.searched)
    for p in searched:
        if p["right"] != "neutral":
            for q, weight in zip(p["q"], (1.0, 0.6, 0.6)):
                put(q["evidence"], q["claim"], LABELS[p["right"]], weight, "searched")
    for p in some([p for p in searched if p["right"] == "neutral"], SEARCHED * args.before):
        put(*asked(p["q"]), NEUTRAL, 0.8, "searched")
    for p in some(json.load(open(args.real, encoding="utf8")), REAL * args.before):
        put(p["e"], p["c"], NEUTRAL, 0.6, "real")
    labelled = {}
    for row in lines(args.rows):
        if row["task"] == "stance" and not row["held"]:
            labelled.setdefault(row["src"], []).append(row)
    for source, own in labelled.items():
        for row in some(own, REPLAYED * SHARES.get(source, 0.08) * args.before):
            put(row["e"], row["c"], row["y"], 0.8, source)
    for row in some(lines(args.restated), RESTATED * args.before):
        put(row["e"], row["c"], row["y"], 0.8, "restated")


def others(sentences):
    """Rows of the other heads. A label of -1: only the answer of the reader before is held."""
    rows = []
    put = lambda task, e, c, y, held, src: rows.append(
        {"task": task, "e": e or ".", "c": c, "y": y, "held": held, "src": src})
    old = lines(args.rows)
    for row in some([r for r in old if r["task"] == "quantity" and not r["held"]], QUANTITIES):
        put("quantity", row["e"], row["c"], row["y"], False, "taught")
    for row in old:
        if row["task"] == "sentence" or (row["task"] == "quantity" and row["held"]):
            put(row["task"], row["e"], row["c"], row["y"], row["held"], "taught")
    for row in some(lines(args.speech), SPEECH):
        put("speech", ".", row["c"], row["y"], row["held"], "taught")
        if row["src"] in ("abstract", "encyclopedia", "article") and random.random() < 0.8:
            put("sentence", row["e"], row["c"], -1, row["held"], "page")
        if row["src"] in ("rows", "negatives", "sentences") and random.random() < 0.25:
            put("sentence", ".", row["c"], -1, row["held"], "written")
    for title, text in some(sentences, CELL_SENTENCES):
        put("sentence", random.choice([".", title]), text, -1, False, "cell")
        put("speech", ".", text, -1, False, "cell")
    for path in sorted(glob.glob(os.path.join(HERE, "speech", "*.txt"))):
        if "held-out" in path:
            continue
        for at, line in enumerate(open(path, encoding="utf8")):
            kind, _, text = line.rstrip("\n").partition("\t")
            if text and kind in ("S", "P", "F"):
                put("speech", ".", text.strip(), 1 if kind == "S" else 0, at // 40 % 6 == 0, f"new {kind}")
    return rows


def main():
    stance, held, rest = draw()
    os.makedirs(args.out, exist_ok=True)
    for name, rows in (("stance", stance), ("held", held), ("beside", rest)):
        random.shuffle(rows)
        with open(os.path.join(args.out, f"{name}.jsonl"), "w", encoding="utf8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        print(name, len(rows))


main()
