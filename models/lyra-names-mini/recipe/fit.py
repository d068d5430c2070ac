"""Fits the tagging head to what rows.ts writes: five folds for the figures, then all of it for the weights.

    python3 fit.py OUT ../weights.json

Only numpy is needed; two minutes a fold on one core. Figures are of whole sentences (same characters, same kind) as the
product decides them, rules alone beside them.
"""
import base64
import json
import sys
from collections import Counter

import numpy as np

OUT, WEIGHTS = sys.argv[1], sys.argv[2]
KINDS = ["none", "organisation", "person", "place", "product"]
WIDTH, HIDDEN, BATCH, EPOCHS, RATE, DECAY, SMOOTHING = 5 * 384, 32, 128, 10, 2e-3, 2e-2, 0.02
OPENER_BAR = 0.9
WEIGHT = {"web": 2.0, "open": 0.0, "silver": 0.2}

rows = [json.loads(line) for line in open(f"{OUT}/rows.jsonl", encoding="utf8")]
counts = Counter(f for r in rows for c in r["candidates"] for f in set(c["features"]))
features = sorted(name for name, n in counts.items() if n >= 8)
place = {name: at for at, name in enumerate(features)}
starts = np.concatenate([[0], np.cumsum([len(r["candidates"]) for r in rows])])
total = int(starts[-1])
x = np.fromfile(f"{OUT}/vectors.bin", np.float32).reshape(total, WIDTH)
s = np.zeros((total, len(features)), np.float32)
y, fold, weight = np.zeros(total, int), np.zeros(total, int), np.zeros(total, np.float32)
for r, begin in zip(rows, starts):
    for at, c in enumerate(r["candidates"], begin):
        for name in c["features"]:
            if name in place:
                s[at, place[name]] = 1
        y[at] = KINDS.index(c["is"]) if c["is"] in KINDS else 0
        fold[at] = r["fold"]
        weight[at] = WEIGHT.get(r["set"], 1.0 if r["variant"] == 0 else 0.4)
mean, scale = x.mean(0), x.std()
x = (x - mean) / scale


def fit(training, seed):
    draw = np.random.RandomState(seed)
    keep = lambda shape, share: (draw.random_sample(shape) < share).astype(np.float32)
    normal = lambda *shape: draw.standard_normal(shape).astype(np.float32)
    p = [normal(WIDTH, HIDDEN) / np.sqrt(WIDTH), normal(len(features), HIDDEN) * 0.1, np.zeros(HIDDEN, np.float32),
         normal(HIDDEN, 5) * 0.1, np.zeros((len(features), 5), np.float32), np.zeros(5, np.float32)]
    p = [one.astype(np.float32) for one in p]
    first, second = [np.zeros_like(one) for one in p], [np.zeros_like(one) for one in p]
    own = np.flatnonzero(training & (weight > 0))
    steps, step = EPOCHS * (len(own) // BATCH), 0
    for _ in range(EPOCHS):
        order = draw.permutation(own)
        for i in range(0, len(order) - BATCH + 1, BATCH):
            at = order[i:i + BATCH]
            xs, ss = x[at] * keep((BATCH, WIDTH), 0.75) / np.float32(0.75), s[at] * keep((BATCH, len(features)), 0.95)
            h = np.tanh(xs @ p[0] + ss @ p[1] + p[2])
            mask = keep((BATCH, HIDDEN), 0.8) / np.float32(0.8)
            z = (h * mask) @ p[3] + ss @ p[4] + p[5]
            z = np.exp(z - z.max(1, keepdims=True))
            goal = np.full((BATCH, 5), SMOOTHING / 5, np.float32)
            goal[np.arange(BATCH), y[at]] += 1 - SMOOTHING
            back = (z / z.sum(1, keepdims=True) - goal) * (weight[at] / weight[at].sum())[:, None]
            through = (back @ p[3].T) * mask * (1 - h * h)
            grads = [xs.T @ through, ss.T @ through, through.sum(0), (h * mask).T @ back, ss.T @ back, back.sum(0)]
            step += 1
            rate = RATE * min(1, step / 50) * max(0.02, 1 - step / steps)
            for k, grad in enumerate(grads):
                first[k] = 0.9 * first[k] + 0.1 * grad
                second[k] = 0.999 * second[k] + 0.001 * grad ** 2
                update = (first[k] / (1 - 0.9 ** step)) / (np.sqrt(second[k] / (1 - 0.999 ** step)) + 1e-8)
                p[k] -= np.float32(rate) * (update + DECAY * p[k] * (p[k].ndim == 2)).astype(np.float32)
    return p


def shares(p, at):
    z = np.tanh(x[at] @ p[0] + s[at] @ p[1] + p[2]) @ p[3] + s[at] @ p[4] + p[5]
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def decided(row, read, bars):
    fixed = [(f["start"], f["end"], f["kind"]) for f in row["found"] if f["kind"] not in KINDS]
    named = []
    for c, share in zip(row["candidates"], read):
        best = 1 + int(share[1:].argmax())
        kind, sure, span = c["kind"], share[best], (c["start"], c["end"])
        if kind not in KINDS:
            opener = "en:opens" in c["features"] and "en:words=1" in c["features"]
            if sure > (OPENER_BAR if opener else bars["add"]):
                named.append((sure, span, KINDS[best]))
        elif c["isSure"]:
            named.append((1, span, kind))
        elif share[0] <= bars["drop"]:
            if KINDS[best] != kind and sure > bars["change"]:
                named.append((sure, span, KINDS[best]))
            else:
                named.append((max(share[KINDS.index(kind)], bars["add"]), span, kind))
    kept = list(fixed)
    for _, (start, end), kind in sorted(named, key=lambda one: (-one[0], one[1][0])):
        if all(end <= a or b <= start for a, b, _ in kept):
            kept.append((start, end, kind))
    return set(kept)


def figures(name, lang, names_of):
    right = wrong = missed = 0
    for r, begin, end in zip(rows, starts, starts[1:]):
        if (r["set"], r["lang"], r["variant"]) != (name, lang, 0):
            continue
        gold = {(g["start"], g["end"], g["kind"]) for g in r["gold"]}
        found = names_of(r, begin, end)
        right, wrong, missed = right + len(gold & found), wrong + len(found - gold), missed + len(gold - found)
    p, q = right / max(1, right + wrong), right / max(1, right + missed)
    return 2 * p * q / max(1e-9, p + q), f"{p:.3f} / {q:.3f}, F1 {2 * p * q / max(1e-9, p + q):.3f} of {right + missed}"


def best_bars(lang):
    """By the folds: the mean F1 of written sentences and real ones."""
    # Another kind only where the head is very sure: a person of whom it knows nothing is soon a firm.
    grid = [{"add": a, "change": 0.9, "drop": d} for a in (0.5, 0.6, 0.7, 0.8) for d in (0.5, 0.7, 0.9)]
    mean = lambda bars: sum(figures(name, lang, lambda r, a, b: decided(r, read[a:b], bars))[0] for name in ("written", "web"))
    return max(grid, key=mean)


read = np.zeros((total, 5), np.float32)
for k in range(5):
    read[fold == k] = shares(fit(fold != k, k), fold == k)
final = fit(fold >= 0, 9)
read[fold < 0] = shares(final, fold < 0)
BARS = {lang: best_bars(lang) for lang in ("en", "ja")}
print(BARS)
for name in ("written", "web", "open"):
    for lang in ("en", "ja"):
        rules = figures(name, lang, lambda r, *_: {(f["start"], f["end"], f["kind"]) for f in r["found"]})[1]
        head = figures(name, lang, lambda r, a, b: decided(r, read[a:b], BARS[lang]))[1]
        print(f"{name} {lang}: rules {rules}; with the head {head}", flush=True)

words = final[0] / scale
steps = np.abs(words).max(0) / 127
text = lambda value, kind=np.float32: base64.b64encode(np.ascontiguousarray(value.astype(kind)).tobytes()).decode()
json.dump({
    "hidden": HIDDEN, "kinds": len(KINDS), "bars": BARS, "features": features,
    "words": text(np.round(words / steps), np.int8), "word_scales": text(steps), "feature_rows": text(final[1]),
    "hidden_bias": text(final[2] - mean @ words), "out": text(final[3]), "direct": text(final[4]),
    "out_bias": text(final[5]),
}, open(WEIGHTS, "w", encoding="utf8"), ensure_ascii=False)
