"""Teaches the stance graph what searches show: mostly pairs that say nothing about each other (20 minutes on two cores).

    python search_tune.py --worlds world-questions.jsonl --searched open-questions.jsonl --restated restated.jsonl.gz
        --rows rows.jsonl.gz --real real.json --reader ../model.onnx --out stance.onnx

--worlds: pairs of the small worlds with seven unlisted neighbours of a statement (bench/stance/read-webs.ts --questions
--nearest 7); --searched: pairs of the open worlds as searches show them (bench/stance/searched-questions.ts); --restated,
--rows: as for world_tune.py; --real: real_pairs.py. The word tables and the lower half of the encoder stay as they are,
and what they make of a row is computed once; the upper half and the stance head are taught. The other heads keep the
reader's own upper half in model.onnx, so that nothing that they answer can change.
"""
import argparse
import gzip
import json
import random
import time
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

from reader import open_tokenizer, read_onnx, write_onnx

args = argparse.ArgumentParser()
for name in ("worlds", "searched", "restated", "rows", "real", "reader", "out"):
    args.add_argument(f"--{name}", required=True)
args.add_argument("--tokenizer", default="../tokenizer.json")
args = args.parse_args()

LABELS = {"supports": 0, "refutes": 1, "neutral": 2}
LOWER, BATCH, SMOOTHING = 3, 64, 0.05
RATE, SEED = 1.5e-4, 1
# One pass: a second one, over rows drawn anew, learned worlds by heart and was worse on those that it had not seen.
LISTED, NEAR, UNLISTED, SEARCHED, REAL, REPLAYED, RESTATED = 10000, 4500, 9000, 7000, 6000, 8000, 2500
# Of the labelled rows of the first training.
SHARES = {"web": 0.15, "page": 0.2, "topic": 0.12, "frame": 0.12, "sent": 0.2, "again": 0.12}
started = time.time()


def say(*words):
    print(f"[{time.time() - started:5.0f}]", *words, flush=True)


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    return [json.loads(line) for line in opened(path, "rt", encoding="utf8") if line.strip()]


def asked(pair):
    """What the judge asks about a pair, one question of the three: in context, the other way round, without context."""
    q = pair["q"][random.choices((0, 1, 2), (0.6, 0.25, 0.15))[0]]
    return q["evidence"], q["claim"]


def draw(small, searched, restated, labelled, real):
    rows = []
    put = lambda e, c, y, w: rows.append({"e": e, "c": c, "y": y, "w": w})
    some = lambda of, most: random.sample(of, min(most, len(of)))
    for pair in some([p for p in small if p["kind"] == "world" and p["y"] != 2], LISTED):
        put(*asked(pair), pair["y"], 1.0)
    for pair in some([p for p in small if p["kind"] in ("near", "world") and p["y"] == 2], NEAR):
        put(*asked(pair), 2, 1.0)
    for pair in some([p for p in small if p["kind"] == "unlisted"], UNLISTED):
        put(*asked(pair), 2, 0.6)
    for pair in searched:
        if pair["right"] != "neutral":
            for question, weight in zip(pair["q"], (1.0, 0.6, 0.6)):
                put(question["evidence"], question["claim"], LABELS[pair["right"]], weight)
        elif pair["pair"]["told"]:
            put(pair["q"][0]["evidence"], pair["q"][0]["claim"], 2, 1.0)
            put(*asked(pair), 2, 0.8)
    for pair in some([p for p in searched if p["right"] == "neutral" and not p["pair"]["told"]], SEARCHED):
        put(*asked(pair), 2, 0.8)
    for pair in some(real, REAL):
        both = (pair["e"], pair["c"])
        put(*(both if random.random() >= 0.25 else both[::-1]), 2, 0.6)
    for source, own in labelled.items():
        for row in some(own, int(REPLAYED * SHARES.get(source, 0.08))):
            put(row["e"], row["c"], row["y"], 0.8)
    for row in some(restated, RESTATED):
        put(row["e"], row["c"], row["y"], 0.8)
    return rows


def padded(parts, width):
    out = torch.zeros((len(parts), width, *parts[0].shape[1:]), dtype=parts[0].dtype)
    for k, part in enumerate(parts):
        out[k, :len(part)] = part
    return out


def lower_half(net, rows, tokenizer):
    """What the lower layers make of each row, and which of its tokens are of the claim."""
    encoded = tokenizer.encode_batch([(row["e"] or ".", row["c"]) for row in rows])
    order = np.argsort([len(e.ids) for e in encoded])
    hidden, types = [None] * len(rows), [torch.tensor(e.type_ids) for e in encoded]
    net.eval()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for i in range(0, len(order), BATCH):
            which = order[i:i + BATCH]
            width = max(len(encoded[k].ids) for k in which)
            ids = padded([torch.tensor(encoded[k].ids) for k in which], width)
            keep = padded([torch.ones(len(encoded[k].ids), dtype=torch.bool) for k in which], width)
            e = net.encoder
            h = e.norm(e.word(ids) + e.position(torch.arange(width))[None] + e.segment(padded([types[k] for k in which], width)))
            for layer in e.layers[:LOWER]:
                h = layer(h, keep)
            for k, own in zip(which, h.to(torch.bfloat16)):
                hidden[k] = own[:len(encoded[k].ids)].clone()
    return hidden, types


def stance(net, hidden, types):
    width = max(len(h) for h in hidden)
    h, second = padded([x.float() for x in hidden], width), padded(types, width)
    keep = padded([torch.ones(len(x), dtype=torch.bool) for x in hidden], width)
    for layer in net.encoder.layers[LOWER:]:
        h = layer(h, keep)
    second = (keep.long() * second)[..., None].to(h.dtype)
    first = keep[..., None].to(h.dtype) - second
    u = (h * first).sum(1) / first.sum(1).clamp(min=1)
    v = (h * second).sum(1) / second.sum(1).clamp(min=1)
    return net.heads["stance"](torch.cat([h[:, 0], u, v, (u - v).abs(), u * v], -1)).float()


def teach(net, rows, tokenizer):
    torch.manual_seed(SEED)
    shuffled = np.random.RandomState(SEED)
    hidden, types = lower_half(net, rows, tokenizer)
    lengths = np.array([len(h) for h in hidden])
    y, w = torch.tensor([row["y"] for row in rows]), torch.tensor([row["w"] for row in rows])
    live = [p for layer in net.encoder.layers[LOWER:] for p in layer.parameters()] + list(net.heads["stance"].parameters())
    for p in net.parameters():
        p.requires_grad = False
    for p in live:
        p.requires_grad = True
    optimiser = torch.optim.AdamW(live, lr=RATE, weight_decay=0.01)
    order = shuffled.permutation(len(rows))
    batches = []
    for i in range(0, len(order), BATCH * 20):
        some = order[i:i + BATCH * 20]
        some = some[np.argsort(lengths[some])]
        batches += [some[j:j + BATCH] for j in range(0, len(some), BATCH)]
    shuffled.shuffle(batches)
    net.train()
    for step, which in enumerate(batches):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 30) * max(0.05, 1 - step / len(batches))
        with torch.autocast("cpu", torch.bfloat16):
            z = stance(net, [hidden[k] for k in which], [types[k] for k in which])
        at = torch.as_tensor(which)
        loss = (F.cross_entropy(z, y[at], reduction="none", label_smoothing=SMOOTHING) * w[at]).sum() / w[at].sum()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(live, 1.0)
        optimiser.step()
        if step % 100 == 0:
            say(f"{step} of {len(batches)}: {loss.item():.3f}")


def halfway(net, before):
    """Half of the way: on the fresh worlds as good as all of it, and nearer to what was known of other texts."""
    with torch.no_grad():
        for own, was in zip(net.parameters(), before.parameters()):
            own.copy_((own + was) / 2)


def main():
    tokenizer = open_tokenizer(args.tokenizer)
    net = read_onnx(args.reader)
    small = [p for p in lines(args.worlds) if ":" in p["web"]]
    labelled = {}
    for row in lines(args.rows):
        if row["task"] == "stance" and not row["held"]:
            labelled.setdefault(row["src"], []).append(row)
    random.seed(SEED)
    rows = draw(small, lines(args.searched), lines(args.restated), labelled, json.load(open(args.real, encoding="utf8")))
    say(len(rows), "rows,", dict(Counter(row["y"] for row in rows)))
    teach(net, rows, tokenizer)
    halfway(net, read_onnx(args.reader))
    write_onnx(net, args.out, ("stance",))


main()
