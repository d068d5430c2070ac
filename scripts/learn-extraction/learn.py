"""Second step of learning config/extract: labels, forests, network, weights as flat columns.

python scripts/learn-extraction/learn.py <folder of write-features.ts> <config/extract>
Needs numpy, lightgbm 4.7 and torch 2 (network.py). Beside the features it writes `unseen.f64`: what forests and
networks that had not seen a page say of it, for measure-unseen.ts and write-success.ts. Run it with OMP_NUM_THREADS=1.
"""
import hashlib
import json
import re
import sys
from collections import Counter, defaultdict

import lightgbm as lgb
import numpy as np

import network
import packed

SOURCE, TARGET = sys.argv[1], sys.argv[2]
ROUNDS = [int(n) for n in (sys.argv[3] if len(sys.argv) > 3 else "200,90").split(",")]
KINDS = ["article", "service", "product", "collection", "forum", "listing", "documentation"]
KIND_WEIGHT = {"product": 1.5, "collection": 1.5, "listing": 1.5, "forum": 1.3}
ARTICLES_WEIGHT = 4.0
# As in src/extract/profile.ts.
TILT = np.array([-1.0, -0.2, -0.4, 0.3, 0.4, 0.9, 0.0])

stored = json.load(open(f"{SOURCE}/pages.json"))
pages = stored["pages"]
X = np.fromfile(f"{SOURCE}/rows.f32", dtype=np.float32).reshape(-1, stored["width"])
tokens = lambda text: re.findall(r"\w+", text.lower())
units = [[tokens(unit["text"]) for unit in page["units"]] for page in pages]
start = np.cumsum([0] + [len(page["units"]) for page in pages])
of_page = np.repeat(np.arange(len(pages)), np.diff(start))
words = np.maximum(np.array([len(unit) for page in units for unit in page], dtype=float), 0.5)
is_wcxb = np.array([page["set"] == "wcxb" for page in pages])
learned = np.array([bool(page["truth"].strip()) and len(page["units"]) > 0 for page in pages])
kinds = np.array([KINDS.index(page["kind"]) for page in pages])
domain = lambda page: re.sub(r"^www\.", "", page["url"].split("/")[2]) if "//" in page["url"] else page["id"]
number = lambda page: int(hashlib.md5(domain(page).encode()).hexdigest(), 16)
fold = np.array([number(page) % 2 for page in pages])


def label(truth, own):
    """Share of three-word runs in the truth; short pieces by occurrence, as often as the truth has them, amid kept text first."""
    expected = tokens(truth)
    runs = Counter(zip(expected, expected[1:], expected[2:]))
    lines = Counter(tuple(tokens(line)) for line in truth.split("\n") if line.strip())
    labels = np.full(len(own), -1.0)
    for i, unit in enumerate(own):
        if len(unit) >= 5:
            mine = list(zip(unit, unit[1:], unit[2:]))
            labels[i] = sum(run in runs for run in mine) / len(mine)
    known = np.where(labels >= 0, labels, np.nan)
    near = np.array([
        np.nanmean(known[max(0, i - 6):i + 7]) if np.any(~np.isnan(known[max(0, i - 6):i + 7])) else 0.3
        for i in range(len(own))
    ])
    short = defaultdict(list)
    for i, unit in enumerate(own):
        if labels[i] < 0:
            short[tuple(unit)].append(i)
    grams = {n: Counter(tuple(expected[i:i + n]) for i in range(len(expected) - n + 1)) for n in (1, 2, 3, 4)}
    for gram, places in short.items():
        if len(gram) == 0:
            labels[places] = 0.0
            continue
        for rank, i in enumerate(sorted(places, key=lambda i: -near[i])):
            if rank < lines.get(gram, 0):
                labels[i] = 1.0
            elif rank < grams[len(gram)].get(gram, 0):
                alone = len(gram) == 1
                labels[i] = (0.8 if near[i] > 0.6 else 0.1) if alone else (0.9 if near[i] > 0.4 else 0.3)
            else:
                labels[i] = 0.0
    return labels


y = np.concatenate([label(page["truth"], own) for page, own in zip(pages, units)])
weight = words ** 0.7
weight = weight / np.bincount(of_page, weight, minlength=len(pages))[of_page] * 100
weight *= np.array([KIND_WEIGHT.get(p["kind"], 1.0) if p["set"] == "wcxb" else ARTICLES_WEIGHT for p in pages])[of_page]
page_share = weight
# Three in ten of the clear negatives carry the weight of all.
clear = y <= 0.08
usable = ~clear | (np.random.default_rng(7).random(len(y)) < 0.3)
weight = np.where(clear, weight / 0.3, weight)
COMMON = dict(bagging_fraction=0.6, bagging_freq=1, verbose=-1, num_threads=1, seed=1)


def learn_kind(rows):
    params = dict(COMMON, objective="multiclass", num_class=7, num_leaves=8, learning_rate=0.06, min_data_in_leaf=8,
                  feature_fraction=0.4, bagging_fraction=0.7, lambda_l2=2)
    return lgb.train(params, lgb.Dataset(columns[rows], kinds[rows]), ROUNDS[1])


def learn_share(table, rows, rounds):
    rows = rows[usable[rows]]
    params = dict(COMMON, objective="cross_entropy", num_leaves=31, learning_rate=0.07, min_data_in_leaf=60,
                  feature_fraction=0.3, lambda_l2=5, max_bin=63)
    return lgb.train(params, lgb.Dataset(table[rows], y[rows], weight=weight[rows]), rounds)


def unseen(table, rounds):
    """Answers of forests that had not seen the page (two folds by domain), and the forest that ships."""
    answers = np.zeros(len(y))
    for one in range(2):
        forest = learn_share(table, np.where(learned[of_page] & (fold[of_page] != one))[0], rounds)
        own = np.where(fold[of_page] == one)[0]
        answers[own] = forest.predict(table[own])
    return answers, learn_share(table, np.where(learned[of_page])[0], rounds)


def compact(ids):
    """Groups of each page numbered from nought."""
    return np.concatenate([np.unique(ids[a:b], return_inverse=True)[1] if b > a else ids[a:b]
                           for a, b in zip(start, start[1:])])


def among_others(first):
    """Answers of networks that had not seen the page (the same folds), and the network that ships, with its columns."""
    level = np.clip(odds(first), -6, 6) / 2
    wide = np.concatenate([X, shares[of_page], level[:, None], first[:, None] - 0.3], 1).astype(np.float32)
    scale = network.Scale(wide)
    of = lambda name: np.array([unit[name] for page in pages for unit in page["units"]])
    truth_words = np.array([len(tokens(page["truth"])) for page in pages])
    page_weight = np.array([KIND_WEIGHT.get(p["kind"], 1.0) * (3.0 if p["set"] == "articles" else 1.0) for p in pages])
    data = dict(rows=scale.apply(wide), y=y, weight=page_share, words=words, start=start, heading=of("heading"),
                groups=[compact(ids) for ids in [*of("above").T, of("signature"), of("heading")]],
                truth_words=truth_words, kinds=kinds, page_weight=page_weight)
    known = np.where(learned)[0]
    columns = network.strongest(network.learn(data, known, seed=5, epochs=10), data["rows"])
    data["rows"] = np.ascontiguousarray(data["rows"][:, columns])
    answers = np.zeros(len(y))
    for one in range(2):
        own = np.where((fold == one) & (np.diff(start) > 0))[0]
        level = network.judge(network.learn(data, known[fold[known] != one]), data, own)
        answers[np.isin(of_page, own)] = 1 / (1 + np.exp(-level.astype(float)))
    return answers, (network.learn(data, known), columns, scale)


def pick(s, w):
    """The set with the largest expected F1."""
    order = np.argsort(-s)
    value = 2 * np.cumsum(s[order] * w[order]) / (np.cumsum(w[order]) + (s * w).sum())
    return order[:value.argmax() + 1]


def word_f1(own, kept, truth):
    found, expected = Counter(t for i in kept for t in own[i]), Counter(tokens(truth))
    common = sum((found & expected).values())
    return 0.0 if common == 0 else 2 * common / (sum(found.values()) + sum(expected.values()))


odds = lambda s: np.log(np.clip(s, 1e-6, 1 - 1e-6) / (1 - np.clip(s, 1e-6, 1 - 1e-6)))
columns = np.array([page["page"] for page in pages], dtype=np.float32)
shares = np.zeros((len(pages), 7))
for one in range(2):
    own = fold == one
    shares[own] = learn_kind(learned & (fold != one) & is_wcxb).predict(columns[own])
kind_forest = learn_kind(learned & is_wcxb)
table = np.concatenate([X, shares[of_page].astype(np.float32)], 1)
first, first_forest = unseen(table, ROUNDS[0])
second, among = among_others(first)

by_page = [np.concatenate([shares[p], first[a:b], second[a:b]]) for p, (a, b) in enumerate(zip(start, start[1:]))]
np.concatenate(by_page).astype("<f8").tofile(f"{SOURCE}/unseen.f64")
scores = defaultdict(list)
for p in np.where(learned)[0]:
    a, b = start[p], start[p + 1]
    if a == b:
        continue
    w = words[a:b]
    enough = np.clip((w.sum() - 150) / 350, 0, 1)
    level = odds(first[a:b]) * (1 - enough / 2) + odds(second[a:b]) * enough / 2 + enough * shares[p] @ TILT
    kept = pick(1 / (1 + np.exp(-level)), w)
    scores["unseen", pages[p]["set"], pages[p]["kind"]].append(word_f1(units[p], kept, pages[p]["truth"]))
for name, values in sorted(scores.items()):
    print(*name, len(values), round(float(np.mean(values)), 4))
packed.write([kind_forest], f"{TARGET}/kind.json", 7)
packed.write([first_forest], f"{TARGET}/first.json")
network.write(*among, f"{TARGET}/second.json")
