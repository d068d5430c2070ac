"""Fourth step of learning config/extract: the forest that says how well a page was read, and the bar of its flag.

python scripts/learn-extraction/success.py <success-rows.json of write-success.ts> <config/extract/success.json>
Pages are unseen twice over: by the judgements in their rows, and in the table that is printed by this forest too.
"""
import hashlib
import json
import re
import sys

import lightgbm as lgb
import numpy as np

import packed

BAD, FOLDS, ROUNDS, SEEDS = 0.7, 5, 200, 3
# As in src/extract/html.ts: of a note the forest knows nothing.
LEAST_UNITS = int(sys.argv[3]) if len(sys.argv) > 3 else 10
# How many pages of each kind the benchmark has: the mix that a bar is chosen for.
MIX = dict(article=221, service=18, product=14, collection=18, forum=18, listing=17, documentation=18)
PARAMS = dict(objective="regression", num_leaves=8, learning_rate=0.02, min_data_in_leaf=20, feature_fraction=0.6,
              bagging_fraction=0.7, bagging_freq=1, lambda_l2=5, verbose=-1, num_threads=1)

pages = json.load(open(sys.argv[1]))
domain = lambda page: re.sub(r"^www\.", "", page["url"].split("/")[2]) if "//" in page["url"] else page["id"]
fold = np.array([int(hashlib.md5(domain(page).encode()).hexdigest(), 16) // 7 % FOLDS for page in pages])
rows = np.array([[choice["features"] for choice in page["choices"]] for page in pages], dtype=np.float32)
reached = np.array([[choice["f1"] for choice in page["choices"]] for page in pages])


def learn(some, seed=1):
    columns = rows[some].reshape(-1, rows.shape[2])
    return lgb.train(dict(PARAMS, seed=seed), lgb.Dataset(columns, reached[some].ravel()), ROUNDS)


promised = np.zeros(reached.shape)
for one in range(FOLDS):
    own = fold == one
    for seed in range(SEEDS):
        said = learn(~own, seed + 1).predict(rows[own].reshape(-1, rows.shape[2]))
        promised[own] += said.reshape(-1, reached.shape[1]) / SEEDS
f1, said = reached[:, 0], promised[:, 0]
units = np.array([page["units"] for page in pages])
kinds = np.array([page["kind"] for page in pages])
weight = np.array([MIX[kind] / (kinds == kind).sum() for kind in kinds])
share = lambda flagged, among: float((weight * flagged * among).sum() / (weight * among).sum())
print(f"{len(pages)} pages, {int((f1 < BAD).sum())} below {BAD}; correlation {np.corrcoef(f1, said)[0, 1]:.3f}")
for bar in np.arange(0.76, 0.88, 0.01):
    flagged = (said < bar) & (units >= LEAST_UNITS)
    print(f"bar {bar:.2f}: of good pages {share(flagged, f1 >= BAD):.3f}, of bad ones {share(flagged, f1 < BAD):.3f}"
          f" (unweighted {flagged[f1 >= BAD].mean():.3f}, {flagged[f1 < BAD].mean():.3f})")
# As in src/extract/profile.ts: a fallback is taken where it promises clearly more.
best = promised.argmax(1)
best = np.where((said <= 0.85) & (promised.max(1) > said + 0.04), best, 0)
print(f"F1 in the mean {f1.mean():.4f}, with fallbacks {reached[np.arange(len(pages)), best].mean():.4f}, {(best > 0).mean():.3f} of the pages")
packed.write([learn(np.ones(len(pages), bool), seed + 1) for seed in range(SEEDS)], sys.argv[2])
