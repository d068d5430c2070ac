"""Teaches the fidelity model: train.py --rows rows.bin --reader ../../lyra-reader-mini/model.onnx --out net.pt.

One core: about 40 rows a second of 60 tokens. --from continues with a net that was saved; --part K of N takes a part
of the rows, so that a long run can be made in several.
"""
import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from fidelity import TokenRows, begun_from, merged_state, thinned

args = argparse.ArgumentParser()
args.add_argument("--rows", required=True)
args.add_argument("--reader", required=True)
args.add_argument("--out", required=True)
args.add_argument("--begin", default="")
args.add_argument("--part", default="0/1")
args.add_argument("--rate", type=float, default=1.5e-4)
args.add_argument("--final", type=float, default=0.0, help="share of the rate that the end of this part has")
args.add_argument("--frozen", type=int, default=2, help="lower layers that stay as they are, with the word table")
args.add_argument("--words", type=float, default=1.0, help="weight of the head for words")
args.add_argument("--smooth", type=float, default=0.05)
args.add_argument("--batch", type=int, default=32)
args.add_argument("--minutes", type=float, default=60, help="the run ends by then, its rate with it")
args.add_argument("--rank", type=int, default=0, help="learn that many products a matrix only, from what was learned before")
args.add_argument("--seed", type=int, default=1)
args = args.parse_args()

torch.manual_seed(args.seed)
rng = np.random.default_rng(args.seed)
net = begun_from(args.reader)
if args.begin:
    net.load_state_dict(torch.load(args.begin))
if args.rank:
    thinned(net, args.reader, args.rank, args.frozen)
for part in [net.encoder.word, net.encoder.position, net.encoder.segment, net.encoder.norm, *net.encoder.layers[:args.frozen]]:
    for p in part.parameters():
        p.requires_grad_(False)
rows = TokenRows(args.rows)
k, n = map(int, args.part.split("/"))
mine = np.arange(len(rows.lengths))[k::n]
# Rows of like length together, so that little is padding; the batches in any order.
order = mine[np.argsort(rows.lengths[mine] + rng.uniform(0, 8, len(mine)))]
batches = [order[i:i + args.batch] for i in range(0, len(order), args.batch)]
rng.shuffle(batches)
learned = [p for p in net.parameters() if p.requires_grad]
opt = torch.optim.AdamW(learned, lr=args.rate, weight_decay=0.01)
net.train()
begun, sums = time.time(), []
for step, which in enumerate(batches):
    spent = (time.time() - begun) / (60 * args.minutes)
    done = max(step / len(batches), spent)
    if spent >= 1:
        break
    warm = min(1.0, (step + 1) / 40)
    for group in opt.param_groups:
        group["lr"] = args.rate * warm * (1 - (1 - args.final) * done)
    ids, keep, types, marks, asked = rows.batch(which)
    y = torch.tensor(rows.head[which, 2], dtype=torch.float32)
    w = torch.tensor(rows.head[which, 3] / 100, dtype=torch.float32)
    with torch.autocast("cpu", torch.bfloat16):
        statement, words = net(ids, keep, types)
    soft = y * (1 - 2 * args.smooth) + args.smooth
    loss = (F.binary_cross_entropy_with_logits(statement.float(), soft, reduction="none") * w).sum() / w.sum()
    each = F.binary_cross_entropy_with_logits(words.float(), marks, reduction="none", pos_weight=torch.tensor(3.0))
    told = (each * asked).sum() / asked.sum().clamp(min=1)
    opt.zero_grad()
    (loss + args.words * told).backward()
    torch.nn.utils.clip_grad_norm_(learned, 1.0)
    opt.step()
    sums.append((loss.item(), told.item(), ((statement > 0) == (y > 0.5)).float().mean().item(), len(which)))
    if step % 25 == 24:
        a = np.array(sums[-25:])
        print(f"{step + 1}/{len(batches)} loss {a[:, 0].mean():.3f} words {a[:, 1].mean():.3f} right {a[:, 2].mean():.3f} "
              f"{np.array(sums)[:, 3].sum() / (time.time() - begun):.1f} rows/s", flush=True)
torch.save(merged_state(net), args.out)
