"""Teaches the reader a fourth question: does the sentence speak to a machine? (60 s on one GPU)

    python speech_head.py --speech speech-rows.jsonl.gz --rows rows.jsonl.gz --reader model.onnx --out model.onnx

--reader is the reader with its three heads. The encoder is trained on, and held to what it said before: on rows of the
three other tasks its answers stay those of the reader it was (distillation), so that their weights and bars still hold.
"""
import argparse
import copy
import gzip
import json
import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import Rows, device, logits, open_tokenizer, read_onnx, write_onnx

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
args.add_argument("--speech", required=True)
args.add_argument("--rows", required=True)
args.add_argument("--reader", required=True)
args.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
args.add_argument("--out", required=True)
args.add_argument("--epochs", type=int, default=6)
args.add_argument("--rate", type=float, default=2e-4)
args.add_argument("--keep", type=float, default=4.0)
args = args.parse_args()

OLD = ("stance", "quantity", "sentence")
BATCH, REPLAY = 128, {"stance": 192, "quantity": 64, "sentence": 64}
BARS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
started = time.time()


def say(*words):
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


def show(tag, net, lines, rows):
    p = logits(net, "speech", rows).softmax(-1)[:, 1].numpy()
    truth = np.array([line["y"] for line in lines]) == 1
    source = np.array([line["src"] for line in lines])
    lang = np.array([line["lang"] for line in lines])
    first = np.array([line["e"] == "" for line in lines])
    for name in sorted(set(source)):
        for l in sorted(set(lang)):
            for y in (True, False):
                which = (source == name) & (lang == l) & (truth == y)
                if which.sum() < 10:
                    continue
                shares = " ".join(f"{bar}:{(p[which] >= bar).mean():.3f}" for bar in BARS)
                alone = " ".join(f"{bar}:{(p[which & first] >= bar).mean():.3f}" for bar in (0.1, 0.3, 0.5)) if (which & first).any() else ""
                say(f"{tag} {name:16s} {l:5s} {'speech' if y else 'plain':6s} {which.sum():5d} {shares} | alone {alone}")
    every = truth
    say(tag, "all speech", " ".join(f"{bar}:{(p[every] >= bar).mean():.3f}" for bar in BARS),
        "all plain", " ".join(f"{bar}:{(p[~every] >= bar).mean():.4f}" for bar in BARS))


def main():
    tokenizer = open_tokenizer(args.tokenizer)
    lines = [json.loads(line) for line in gzip.open(args.speech, "rt", encoding="utf8")]
    held = [line for line in lines if line["held"]]
    training = [line for line in lines if not line["held"]]
    rows, held_rows = Rows(training, tokenizer), Rows(held, tokenizer)
    say("speech rows", len(training), "held", len(held))
    others = [json.loads(line) for line in gzip.open(args.rows, "rt", encoding="utf8")]
    draw = np.random.RandomState(1)
    replay, check = {}, {}
    for task in OLD:
        some = [row for row in others if row["task"] == task and not row["held"]]
        draw.shuffle(some)
        replay[task] = Rows(some[:40000], tokenizer)
        own = [row for row in others if row["task"] == task and row["held"]]
        draw.shuffle(own)
        check[task] = Rows(own[:3000], tokenizer)
    # The speech sentences themselves are read by the sentence head, too.
    old = read_onnx(args.reader).to(device).eval()
    say("read", {task: len(r.lengths) for task, r in replay.items()})
    taught = {task: logits(old, task, replay[task]).to(device) for task in OLD}
    before = {task: logits(old, task, check[task]) for task in OLD}
    taught_speech = logits(old, "sentence", rows).to(device)
    torch.manual_seed(1)
    net = copy.deepcopy(old)
    for table in (net.encoder.word, net.encoder.position):
        table.weight.requires_grad = False
    head = [p for n, p in net.named_parameters() if n.startswith("heads.speech")]
    body = [p for n, p in net.named_parameters() if not n.startswith("heads.speech") and p.requires_grad]
    optimiser = torch.optim.AdamW([{"params": body, "lr": args.rate}, {"params": head, "lr": 3 * args.rate}], weight_decay=0.02)
    steps = args.epochs * (len(training) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1, (s + 1) / 60) * max(0.02, 1 - s / steps))
    at = 0
    average, live = {n: p.detach().clone() for n, p in net.named_parameters()}, dict(net.named_parameters())
    for epoch in range(args.epochs):
        net.train()
        order = draw.permutation(len(training))
        for i in range(0, len(order) - BATCH + 1, BATCH):
            which = order[i:i + BATCH]
            where = torch.as_tensor(which, device=device)
            with torch.autocast(device, torch.bfloat16):
                features = net.features(*rows.batch(which))
                z = net.heads["speech"](features).float()
                kinds = net.heads["sentence"](features).float()
                losses = F.cross_entropy(z, rows.y[where], reduction="none", label_smoothing=0.03)
                loss = (losses * rows.w[where]).sum() / rows.w[where].sum()
                loss = loss + 0.5 * F.kl_div(kinds.log_softmax(-1), taught_speech[where].softmax(-1), reduction="batchmean")
                for task in OLD:
                    some = draw.randint(0, len(replay[task].lengths), REPLAY[task])
                    mine = net(task, *replay[task].batch(some)).float()
                    yours = taught[task][torch.as_tensor(some, device=device)]
                    loss = loss + args.keep * F.kl_div(mine.log_softmax(-1), yours.softmax(-1), reduction="batchmean")
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(body + head, 1.0)
            optimiser.step()
            schedule.step()
            at += 1
            keep = min(0.995, at / (at + 10))
            with torch.no_grad():
                for name, p in live.items():
                    if p.requires_grad:
                        average[name].lerp_(p.detach(), 1 - keep)
        say("epoch", epoch, "loss", round(float(loss), 3))
    with torch.no_grad():
        for name, p in live.items():
            p.copy_(average[name])
    show("held", net, held, held_rows)
    for task in OLD:
        now = logits(net, task, check[task])
        same = (now.argmax(1) == before[task].argmax(1)).float().mean()
        moved = (now.softmax(-1) - before[task].softmax(-1)).abs().amax(1)
        y = check[task].y.cpu()
        say(task, "same answer", round(float(same), 4), "moved", round(float(moved.mean()), 4),
            "right before", round(float((before[task].argmax(1) == y).float().mean()), 4),
            "now", round(float((now.argmax(1) == y).float().mean()), 4))
    write_onnx(net, args.out)
    say("written")


main()
