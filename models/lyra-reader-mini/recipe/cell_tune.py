"""Teaches the whole reader the cells (half an hour on two cores that compute in bfloat16, no GPU).

    python cell_tune.py --rows OUT --reader ../model.onnx --out model.onnx

--rows: the folder of cell_rows.py, with tokens. Stance rows are learned by their labels; on rows of the other heads the
answers are held to those of --reader (distillation), but for the new rows of speech, which are learned. One
pass, average of weights along the way. settle_heads.py then goes a part of the way back to the reader before, which keeps what
it knew of texts without titles, and fits the other heads anew.
"""
import argparse
import json
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

import bf16_encoder
from reader import HEADS, read_onnx, write_onnx

args = argparse.ArgumentParser()
for name in ("rows", "reader", "out"):
    args.add_argument(f"--{name}", required=True)
args.add_argument("--rate", type=float, default=2e-4)
args = args.parse_args()
BATCH, BESIDE, SMOOTHING, AVERAGED, WARM = 128, 64, 0.05, 0.997, 50
# Supports, refutes, neutral, and what is only known not to support.
TARGETS = torch.tensor([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0.5, 0.5]])
ROTATION = ("speech", "sentence", "quantity", "speech")
random.seed(1)
torch.manual_seed(1)
torch.set_num_threads(2)
drawn = np.random.RandomState(1)
started = time.time()
bf16_encoder.use()


def say(*words):
    print(f"[{time.time() - started:5.0f}]", *words, flush=True)


class Rows:
    def __init__(self, name):
        path = os.path.join(args.rows, f"{name}.jsonl")
        self.rows = [json.loads(line) for line in open(path, encoding="utf8")]
        self.ids = np.fromfile(f"{path}.ids", np.uint16)
        self.lengths, self.second = np.fromfile(f"{path}.sizes", np.int32).reshape(-1, 2).T
        self.start = np.concatenate([[0], np.cumsum(self.lengths)])
        self.y = torch.tensor([row["y"] for row in self.rows])

    def batch(self, which):
        ids = np.zeros((len(which), int(self.lengths[which].max())), np.int64)
        types, keep = np.zeros_like(ids), np.zeros(ids.shape, bool)
        for k, at in enumerate(which):
            length = self.lengths[at]
            ids[k, :length], keep[k, :length] = self.ids[self.start[at]:self.start[at + 1]], True
            types[k, max(self.second[at], 0):length] = self.second[at] >= 0
        return torch.from_numpy(ids), torch.from_numpy(keep), torch.from_numpy(types)

    def answers(self, net, task, which, size=128):
        net.eval()
        order = which[np.argsort(self.lengths[which], kind="stable")]
        out = torch.zeros((len(self.rows), HEADS[task]))
        with torch.no_grad():
            for i in range(0, len(order), size):
                some = order[i:i + size]
                out[torch.as_tensor(some)] = net(task, *self.batch(some)).float()
        return out


def macro_f1(said, right):
    of = lambda c: 2 * ((said == c) & (right == c)).sum() / max(1, (said == c).sum() + (right == c).sum())
    return sum(float(of(c)) for c in range(3)) / 3


def check(net, held, when):
    said = held.answers(net, "stance", np.arange(len(held.rows))).argmax(1).numpy()
    right, lang = held.y.numpy(), np.array([row["lang"] for row in held.rows])
    say(when, {one: round(macro_f1(said[lang == one], right[lang == one]), 3) for one in sorted(set(lang))})


def check_beside(net, beside, told, when):
    for task in ("quantity", "sentence", "speech"):
        which = np.array([k for k, row in enumerate(beside.rows) if row["task"] == task and row["held"]])
        said, before = beside.answers(net, task, which)[which].argmax(1), told[task][which].argmax(1)
        right = beside.y[torch.as_tensor(which)]
        known = right >= 0
        share = lambda hits: round(float(hits.float().mean()), 3)
        say(when, task, "as before", share(said == before), "right", share((said == right)[known]), "before",
            share((before == right)[known]))


def batches(rows):
    order, found = drawn.permutation(len(rows.rows)), []
    for i in range(0, len(order), BATCH * 20):
        some = order[i:i + BATCH * 20]
        some = some[np.argsort(rows.lengths[some])]
        found += [some[j:j + BATCH] for j in range(0, len(some), BATCH)]
    drawn.shuffle(found)
    return found


def beside_loss(net, beside, told, pools, new, task):
    which = drawn.choice(pools[task], BESIDE, replace=False)
    if task == "speech" and len(new):
        which = np.r_[which[:BESIDE * 2 // 3], drawn.choice(new, min(len(new), BESIDE // 3), replace=False)]
    at = torch.as_tensor(which)
    z, y = net(task, *beside.batch(which)).float(), beside.y[at]
    is_new = torch.tensor([float(beside.rows[k]["src"].startswith("new")) for k in which])
    held = F.kl_div(F.log_softmax(z, -1), F.softmax(told[task][at], -1), reduction="none").sum(-1)
    learned = F.cross_entropy(z, y.clamp(min=0), reduction="none") * (y >= 0)
    # Kinds of sentences are held alone: their head was fitted on the encoder as it stands, with care.
    return (held * (1 - is_new) + learned * (is_new + 0.25 * (1 - is_new) * (task != "sentence"))).mean()


def main():
    stance, held, beside = Rows("stance"), Rows("held"), Rows("beside")
    weight = torch.tensor([row["w"] for row in stance.rows])
    net = read_onnx(args.reader)
    before = read_onnx(args.reader).to(torch.bfloat16)
    tasks = np.array([row["task"] for row in beside.rows])
    told = {task: beside.answers(before, task, np.where(tasks == task)[0]) for task in HEADS if task != "stance"}
    run = bf16_encoder.Computing(net, lambda name: not name.startswith(("encoder.word", "encoder.position")))
    check(run.net, held, "before")
    open_ = np.array([not row["held"] for row in beside.rows])
    pools = {task: np.where((tasks == task) & open_)[0] for task in told}
    new = np.array([k for k in pools["speech"] if beside.rows[k]["src"].startswith("new")])
    optimiser = torch.optim.AdamW(run.weights(), lr=args.rate, weight_decay=0.01, fused=True)
    average = [own.detach().clone() for own in run.weights()]
    steps = batches(stance)
    run.net.train()
    for step, which in enumerate(steps):
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / WARM) * max(0.03, 1 - step / len(steps))
        at = torch.as_tensor(which)
        z = run.net("stance", *stance.batch(which)).float()
        each = F.cross_entropy(z, TARGETS[stance.y[at]], reduction="none", label_smoothing=SMOOTHING)
        loss = (each * weight[at]).sum() / weight[at].sum()
        loss.backward()
        if step % 2 == 0:
            beside_loss(run.net, beside, told, pools, new, ROTATION[step // 2 % len(ROTATION)]).backward()
        run.step(optimiser)
        if step % 4 == 3:
            share = min(AVERAGED ** 4, (1 + step) / (40 + step))
            with torch.no_grad():
                torch._foreach_lerp_(average, [own.detach() for own in run.weights()], 1 - share)
        if step % 100 == 99:
            say(f"{step + 1} of {len(steps)}: {loss.item():.3f}")
    run.show(average)
    check(run.net, held, "after")
    check_beside(run.net, beside, told, "after")
    with torch.no_grad():
        for own, mean in zip(run.weights(), average):
            own.copy_(mean)
    write_onnx(net, args.out)


main()
