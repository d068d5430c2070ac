"""Trains the sentence head again on the frozen encoder (10 s), so that stance and quantity stay as they were.

    python sentence_head.py --rows sentence-rows.jsonl.gz --reader reader.onnx --out model.onnx

--reader is what train.py wrote. Three seeds are shown; the first is written, whatever the others measure.
"""
import argparse
import copy
import gzip
import json
import os

import numpy as np
import torch
import torch.nn.functional as F

from reader import FEATURES, Rows, device, open_tokenizer, read_onnx, write_onnx

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
args.add_argument("--rows", required=True)
args.add_argument("--reader", required=True)
args.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
args.add_argument("--out", required=True)
args = args.parse_args()

# As in config.json: the figures are those of the probabilities that the product sees.
TEMPERATURE = 1.25
BARS = (0.35, 0.5, 0.6)
MADE = ("frame-s", "web-s", "neg")


def features_of(net, rows, size=512):
    net.eval()
    order = np.argsort(rows.lengths)
    out = torch.zeros((len(order), FEATURES), device=device)
    with torch.no_grad():
        for i in range(0, len(order), size):
            which = order[i:i + size]
            out[torch.as_tensor(which, device=device)] = net.features(*rows.batch(which)).float()
    return out


def show(tag, head, x, y, groups):
    """Checkable (C or D) against the rest: precision and recall at each bar."""
    head.eval()
    with torch.no_grad():
        p = (head(x) / TEMPERATURE).softmax(-1).cpu().numpy()
    checkable, truth = p[:, 0] + p[:, 1], y.cpu().numpy() <= 1
    for name, which in groups.items():
        for bar in BARS:
            said = checkable[which] >= bar
            print(tag, name, int(which.sum()), f"bar {bar}: precision {truth[which][said].mean():.3f}",
                  f"recall {said[truth[which]].mean():.3f}", flush=True)


def fit(start, x, rows, training, seed):
    torch.manual_seed(seed)
    head = copy.deepcopy(start)
    optimiser = torch.optim.AdamW(head.parameters(), lr=6e-4, weight_decay=0.02)
    for _ in range(10):
        head.train()
        order = training[torch.randperm(len(training), device=device)]
        for i in range(0, len(order), 128):
            at = order[i:i + 128]
            losses = F.cross_entropy(head(x[at]), rows.y[at], reduction="none", label_smoothing=0.05)
            loss = (losses * rows.w[at]).sum() / rows.w[at].sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return head


def main():
    lines = [json.loads(line) for line in gzip.open(args.rows, "rt", encoding="utf8")]
    net = read_onnx(args.reader).to(device)
    rows = Rows(lines, open_tokenizer(args.tokenizer))
    x = features_of(net, rows)
    held = np.array([line["held"] for line in lines])
    source = np.array([line["src"] for line in lines])
    english = np.array([line["lang"] == "en" for line in lines])
    labelled = ~np.isin(source, MADE)
    groups = {
        "labelled en": held & labelled & english, "labelled ja": held & labelled & ~english,
        "frames en": held & (source == "frame-s") & english, "frames ja": held & (source == "frame-s") & ~english,
        "webs": held & (source == "web-s"), "negatives": held & (source == "neg"),
    }
    show("before", net.heads["sentence"], x, rows.y, groups)
    training = torch.as_tensor(np.where(~held)[0], device=device)
    heads = [fit(net.heads["sentence"], x, rows, training, seed) for seed in range(3)]
    for seed, head in enumerate(heads):
        show(f"seed {seed}", head, x, rows.y, groups)
    net.heads["sentence"] = heads[0]
    write_onnx(net, args.out)


main()
