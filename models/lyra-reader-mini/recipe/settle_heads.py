"""Goes a part of the way to a taught reader and fits the other heads on the encoder that comes out (ten minutes, two cores).

    python settle_heads.py --rows OUT --before ../model.onnx --taught taught.onnx --of-the-way 0.8 --out model.onnx

--rows: the folder of cell_rows.py, with tokens. The stance head stays as it is. The head for kinds of sentences is held to
the answers of the reader before; those for quantities and speech to answers and labels alike.
"""
import argparse
import json
import os

import numpy as np
import torch
import torch.nn.functional as F

import bf16_encoder
from reader import HEADS, read_onnx, write_onnx

args = argparse.ArgumentParser()
for name in ("rows", "before", "taught", "out"):
    args.add_argument(f"--{name}", required=True)
args.add_argument("--of-the-way", type=float, required=True)
args = args.parse_args()
EPOCHS, BATCH, RATE, READ = 8, 256, 4e-4, 256
# How much the labels count beside the answers of the reader before.
LABELS = {"quantity": 0.5, "sentence": 0, "speech": 1}
torch.manual_seed(1)
torch.set_num_threads(2)
bf16_encoder.use()


def features(net, ids, starts, lengths, second, which):
    """Of each row what the heads read, in the order of `which`."""
    fast = net.to(torch.bfloat16).eval()
    out = torch.zeros((len(which), 1920))
    order = np.argsort(lengths[which], kind="stable")
    with torch.no_grad():
        for i in range(0, len(order), READ):
            some = order[i:i + READ]
            rows = which[some]
            batch = np.zeros((len(rows), int(lengths[rows].max())), np.int64)
            types, keep = np.zeros_like(batch), np.zeros(batch.shape, bool)
            for k, at in enumerate(rows):
                batch[k, :lengths[at]], keep[k, :lengths[at]] = ids[starts[at]:starts[at + 1]], True
                types[k, max(second[at], 0):lengths[at]] = second[at] >= 0
            read = fast.features(*(torch.from_numpy(one) for one in (batch, keep, types)))
            out[torch.from_numpy(some)] = read.float()
    return out


def settle(task, head, x, told, y, held):
    """The head after some passes over the rows that are not held out; what is shown is of those that are."""
    share = lambda hits: round(float(hits.float().mean()), 3) if len(hits) else "-"

    def show(when):
        with torch.no_grad():
            said = head.eval()(x[held]).argmax(1)
        known = y[held] >= 0
        right = share((said == y[held])[known])
        print(task, when, "as before", share(said == told[held].argmax(1)), "right", right, flush=True)

    show("first")
    open_ = torch.nonzero(~held)[:, 0]
    optimiser = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=0.02)
    steps = EPOCHS * (len(open_) // BATCH)
    for step in range(steps):
        at = open_[torch.randint(len(open_), (BATCH,))]
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.03, 1 - step / steps)
        z = head.train()(x[at])
        loss = F.kl_div(F.log_softmax(z, -1), F.softmax(told[at], -1), reduction="batchmean")
        known = y[at] >= 0
        if LABELS[task] and known.any():
            loss = loss + LABELS[task] * F.cross_entropy(z[known], y[at][known])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    show("settled")


def main():
    path = os.path.join(args.rows, "beside.jsonl")
    rows = [json.loads(line) for line in open(path, encoding="utf8")]
    ids = np.fromfile(f"{path}.ids", np.uint16)
    lengths, second = np.fromfile(f"{path}.sizes", np.int32).reshape(-1, 2).T
    starts = np.concatenate([[0], np.cumsum(lengths)])
    task_of = np.array([row["task"] for row in rows])
    net, before = read_onnx(args.taught), read_onnx(args.before)
    with torch.no_grad():
        for own, was in zip(net.parameters(), before.parameters()):
            own.copy_(was.lerp(own, args.of_the_way))
    read = read_onnx(args.before)
    taught = read_onnx(args.taught)
    taught.load_state_dict(net.state_dict())
    for task in HEADS:
        if task == "stance":
            continue
        which = np.where(task_of == task)[0]
        told = before.heads[task].eval()(features(read, ids, starts, lengths, second, which)).detach()
        x = features(taught, ids, starts, lengths, second, which)
        y = torch.tensor([rows[k]["y"] for k in which])
        # Sentences that speak in a new way are taught, whatever the reader before said of them.
        told_new = torch.tensor([rows[k]["src"].startswith("new") for k in which])
        told[told_new] = F.one_hot(y[told_new].clamp(min=0), HEADS[task]).float() * 8
        settle(task, net.heads[task], x, told, y, torch.tensor([rows[k]["held"] for k in which]))
    write_onnx(net.eval(), args.out)


main()
