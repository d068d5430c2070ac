"""Trains the encoder and the three heads together, on a machine with a GPU (150 s a run).

    python train.py --rows rows.jsonl.gz --worlds worlds.jsonl --base STANCE.onnx --out reader.onnx

--base is a stance model of the same shape and tokenizer, with one head (see the card). A run is
mixture:rate:epochs:seeds:tasks. Mixture: sentf (everything, sentence webs three times), noframe or noagain (the same
without frames, without restated claims). Seeds: several digits are averaged into one net. Tasks: m (all three) or s (stance only). Of the runs the one
with the best mean of six held-out figures (CHOSEN_BY) is written. Shipped: sentf:3e-4:3:1:m, of the three below.
"""
import argparse
import copy
import gzip
import json
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import HEADS, Rows, device, open_tokenizer, read_onnx, write_onnx

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
args.add_argument("--rows", required=True)
args.add_argument("--worlds", required=True)
args.add_argument("--base", required=True)
args.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
args.add_argument("--runs", default="sentf:3e-4:3:1:m,sentf:3e-4:3:2:m,sentf:4e-4:2:3:m")
args.add_argument("--out", required=True)
args = args.parse_args()

# Sentences as a search meets them, with their context: open worlds, held-out sentence webs, held-out webs of pages.
CHOSEN_BY = [f"{name} {lang}" for name in ("world title", "stance sent", "stance page") for lang in ("en", "ja")]
# Most pairs are neutral, and most pairs of figures are of other quantities: the rare answers weigh more.
CLASS_WEIGHTS = {
    "stance": torch.tensor([1.3, 1.3, 0.7]).to(device),
    "quantity": torch.tensor([1.0, 1.4]).to(device),
    "sentence": torch.ones(9).to(device),
}
BATCH = {"stance": 256, "quantity": 128, "sentence": 64}
# The small tasks are passed over more often, so that stance does not drown them.
PASSES = {"stance": 1, "quantity": 2, "sentence": 3}
CONSISTENCY = 0.5

torch.set_float32_matmul_precision("high")
started = time.time()
tokenizer = open_tokenizer(args.tokenizer)


def say(*words):
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


def held_out(rows, worlds):
    """What the runs are measured on, by task, source and language; mixed pairs count as Japanese."""
    sets = {}
    for row in rows:
        if row["held"]:
            lang = "en" if row["lang"] == "en" else "ja"
            source = f" {row['src']}" if row["task"] == "stance" else ""
            sets.setdefault(f"{row['task']}{source} {lang}", []).append(row)
    for row in worlds:
        sets.setdefault(f"world {row['form']} {row['lang']}", []).append(row)
    return {name: (some[0]["task"], Rows(some, tokenizer)) for name, some in sets.items() if len(some) > 50}


def logits(net, task, rows, size=1024):
    net.eval()
    order = np.argsort(rows.lengths)
    out = np.zeros((len(order), HEADS[task]), np.float32)
    with torch.no_grad(), torch.autocast(device, torch.bfloat16):
        for i in range(0, len(order), size):
            which = order[i:i + size]
            out[which] = net(task, *rows.batch(which)).float().cpu().numpy()
    return out


def figures(z, y):
    """Macro-F1, and precision and recall of each label."""
    said, f, precision, recall = z.argmax(1), [], [], []
    for k in range(z.shape[1]):
        hits = ((said == k) & (y == k)).sum()
        f.append(2 * hits / max(1, (said == k).sum() + (y == k).sum()))
        precision.append(round(float(hits / max(1, (said == k).sum())), 2))
        recall.append(round(float(hits / max(1, (y == k).sum())), 2))
    return float(np.mean(f)), precision, recall


def mixture(name, rows):
    left_out = {"noframe": "frame", "noagain": "again"}.get(name)
    rows = [row for row in rows if row["src"] != left_out]
    return rows + [row for row in rows if row["src"].startswith("sent")] * 2


def fit(base, data, rate, epochs, seed, tasks):
    torch.manual_seed(seed)
    draw = np.random.RandomState(seed)
    net = copy.deepcopy(base).to(device)
    # The tables hold most of the weights and words that the rows never show: they stay.
    for name, p in net.named_parameters():
        if name.startswith(("encoder.word", "encoder.position")):
            p.requires_grad_(False)
    live = {name: p for name, p in net.named_parameters() if p.requires_grad}
    optimiser = torch.optim.AdamW(list(live.values()), lr=rate, weight_decay=0.01, fused=device == "cuda")
    steps = []
    for task in tasks:
        lengths, size = data[task].lengths, BATCH[task]
        for _ in range(epochs * PASSES[task]):
            order = draw.permutation(len(lengths))
            # Rows of like length together: less padding.
            order = order[np.argsort(lengths[order] // 24 + draw.rand(len(order)) * 2, kind="stable")]
            steps += [(task, order[i:i + size]) for i in range(0, len(order), size)]
    random.Random(seed).shuffle(steps)
    average = {name: p.detach().clone() for name, p in live.items()}
    net.train()
    for step, (task, which) in enumerate(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / (0.08 * len(steps))) * (1 - step / len(steps))
        rows, at = data[task], torch.as_tensor(which, device=device)
        # Each row twice with different dropout: the two answers must also agree with each other.
        with torch.autocast(device, torch.bfloat16):
            z = net(task, *[torch.cat([x, x]) for x in rows.batch(which)])
        z, y = z.float(), rows.y[at].repeat(2)
        w = rows.w[at].repeat(2) * CLASS_WEIGHTS[task][y]
        loss = (F.cross_entropy(z, y, reduction="none", label_smoothing=0.05) * w).sum() / w.sum()
        p, q = z.log_softmax(-1).chunk(2)
        apart = ((p.exp() * (p - q)).sum(-1) + (q.exp() * (q - p)).sum(-1)) / 2
        loss = loss + CONSISTENCY * apart.mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(list(live.values()), 1.0)
        optimiser.step()
        if step % 2 == 0:
            keep = min(0.98, (1 + step) / (10 + step))
            with torch.no_grad():
                for name, p in live.items():
                    average[name].lerp_(p.detach(), 1 - keep)
    with torch.no_grad():
        for name, p in live.items():
            p.copy_(average[name])
    return net


def mean_of(nets):
    states = [net.state_dict() for net in nets]
    net = copy.deepcopy(nets[0])
    net.load_state_dict({k: sum(s[k] for s in states) / len(states) for k in states[0]})
    return net


def show(tag, net, sets):
    result = {}
    for name, (task, rows) in sets.items():
        f, precision, recall = figures(logits(net, task, rows), rows.y.cpu().numpy())
        result[name] = f
        say(f"{tag:22s} {name:22s} F {f:.3f} P {precision} R {recall}")
    return result


def main():
    rows = [json.loads(line) for line in gzip.open(args.rows, "rt", encoding="utf8")]
    worlds = [json.loads(line) for line in open(args.worlds, encoding="utf8")]
    sets = held_out(rows, worlds)
    training = {task: [row for row in rows if row["task"] == task and not row["held"]] for task in HEADS}
    say({task: len(some) for task, some in training.items()})
    small = {task: Rows(training[task], tokenizer) for task in ("quantity", "sentence")}
    base = read_onnx(args.base)
    show("base", copy.deepcopy(base).to(device), sets)
    best, best_score = None, -1.0
    for run in args.runs.split(","):
        name, rate, epochs, seeds, tasks = run.split(":")
        data = small | {"stance": Rows(mixture(name, training["stance"]), tokenizer)}
        asked = ("stance", "quantity", "sentence") if tasks == "m" else ("stance",)
        nets = [fit(base, data, float(rate), int(epochs), int(seed), asked) for seed in seeds]
        net = mean_of(nets) if len(nets) > 1 else nets[0]
        result = show(run, net, sets)
        score = float(np.mean([result[name] for name in CHOSEN_BY]))
        say(run, "mean of six", round(score, 4))
        if score > best_score:
            best, best_score = net, score
            write_onnx(best, args.out)


main()
