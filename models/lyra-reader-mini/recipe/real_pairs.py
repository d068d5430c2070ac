"""Pairs of sentences of real pages that have to do with each other and say nothing about each other, for cell_rows.py.

    python real_pairs.py --data DATA --out real.json

DATA holds extraction/articles, extraction/wcxb and japanese/jaquad-dev-half.jsonl.gz. A sentence is the claim; the
evidence are up to three sentences, of its own page or of another, among the twelve that share most of its rare words.
Nobody has read them: now and then one does support the other, so that they weigh little.
"""
import argparse
import glob
import gzip
import html
import json
import math
import os
import random
import re
from collections import Counter

args = argparse.ArgumentParser()
args.add_argument("--data", required=True)
args.add_argument("--out", required=True)
args = args.parse_args()
random.seed(5)
LONGEST_TITLE, COMMON, NEAR = 140, 400, 12
# Shortest and longest claim and passage in characters; claims taken of a page.
LIMITS = {"en": ((40, 300), (40, 800), 14), "ja": ((15, 150), (20, 380), 40)}


def pages():
    articles = os.path.join(args.data, "extraction", "articles")
    for name, page in json.load(open(os.path.join(articles, "ground-truth.json"), encoding="utf8")).items():
        source = gzip.open(os.path.join(articles, "html", f"{name}.html.gz")).read()
        title = re.search(rb"<title[^>]*>(.*?)</title>", source, re.S | re.I)
        yield "en", html.unescape(title.group(1).decode("utf8", "ignore")).strip() if title else "", page["articleBody"]
    for path in sorted(glob.glob(os.path.join(args.data, "extraction", "wcxb", "ground-truth", "*"))):
        page = json.load(gzip.open(path) if path.endswith("gz") else open(path, encoding="utf8"))
        page = page.get("ground_truth") or page
        yield "en", page.get("title") or "", page.get("main_content") or ""
    by_title = {}
    for line in gzip.open(os.path.join(args.data, "japanese", "jaquad-dev-half.jsonl.gz"), "rt", encoding="utf8"):
        row = json.loads(line)
        by_title.setdefault(row["title"], {})[row["context"]] = True
    for title, contexts in by_title.items():
        yield "ja", title, "\n".join(contexts)


def sentences(lang, text):
    ends = r"(?<=。)" if lang == "ja" else r'(?<=[.!?])["”)]?\s+(?=[A-Z“"(])'
    return [[s.strip() for s in re.split(ends, part) if s.strip()] for part in re.split(r"\n+", text)]


def words(lang, text):
    if lang == "ja":
        return {text[i:i + 2] for i in range(len(text) - 1)}
    return {w for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 2}


def between(limits, text):
    return limits[0] < len(text) < limits[1]


def main():
    told = [(lang, title[:LONGEST_TITLE], text) for lang, title, text in pages()]
    passages = []
    for at, (lang, title, text) in enumerate(told):
        for part in sentences(lang, text):
            for i in range(0, len(part), 3):
                passage = ("" if lang == "ja" else " ").join(part[i:i + 3])
                if between(LIMITS[lang][1], passage):
                    passages.append((at, lang, title, passage, words(lang, passage)))
    known = Counter(word for passage in passages for word in passage[4])
    places = {}
    for k, passage in enumerate(passages):
        for word in passage[4]:
            if known[word] < COMMON:
                places.setdefault(word, []).append(k)

    def near(lang, claim):
        score = Counter()
        for word in words(lang, claim):
            for k in places.get(word, ()):
                score[k] += math.log(len(passages) / known[word])
        ranked = sorted(score, key=lambda k: -score[k] / (20 + len(passages[k][4])) ** 0.5)
        return [k for k in ranked if passages[k][1] == lang and claim[:25] not in passages[k][3]][:NEAR]

    rows = []
    for lang, title, text in told:
        limits, _, most = LIMITS[lang]
        claims = [s for part in sentences(lang, text) for s in part if between(limits, s)]
        random.shuffle(claims)
        for claim in claims[:most]:
            found = near(lang, claim)
            for k in random.sample(found, min(2, len(found))):
                under = lambda heading, said: f"{heading} : {said}" if heading else said
                rows.append({"e": under(passages[k][2], passages[k][3]), "c": under(title, claim)})
    random.shuffle(rows)
    json.dump(rows, open(args.out, "w", encoding="utf8"), ensure_ascii=False)
    print(len(rows), "pairs")


main()
