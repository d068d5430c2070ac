"""Teaches the reader pairs of all kinds on a GPU, each twice with the two answers held together.

    python pair_tune.py --pairs OUT --reader ../model.onnx --epochs 4 --keep step.pt [--out taught.onnx]
    python pair_tune.py --pairs OUT --reader ../model.onnx --weights step.pt --epochs 1.6 --rate 1e-4 --base 0.12
        --hard 30000 --searched '{"fresh": [0, 1], "retired": [0]}' --readings FOLDER/0 [--out model.onnx --settle]

--weights takes the mean of several states (a.pt,b.pt); with --epochs 0 nothing is taught to it.
--pairs: the folder of pair_texts.py, with tokens; `sentence-told.npy` there (optional) are the kinds of sentences that
a reader has told which the head is held to. The second form teaches what searches show: of each set the worlds that are
left out are named, and --readings keeps what the reader then says of their sentences, for fit-searches.ts.
"""
import argparse
import json
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

from pairs_on_device import AFTER, BARE, BEFORE, GOING_ON, TITLED, Pack, Variation, device
from reader import HEADS, read_onnx, write_onnx

parser = argparse.ArgumentParser()
for name in ("pairs", "reader"):
    parser.add_argument(f"--{name}", required=True)
for name in ("weights", "keep", "out", "readings", "searched"):
    parser.add_argument(f"--{name}", default="")
parser.add_argument("--epochs", type=float, default=4)
parser.add_argument("--rate", type=float, default=3e-4)
# How much of the shares below is drawn each time.
parser.add_argument("--base", type=float, default=1)
# And of what was written since.
parser.add_argument("--fresh", type=float, default=1)
# Pairs that say nothing of each other and are taken for more by the reader as it begins.
parser.add_argument("--hard", type=int, default=0)
# Of how many pairs what both sides share becomes another on both, a name another on one, a figure another in the claim.
parser.add_argument("--varied", type=json.loads, default=None)
# Of what searches show: how often what tells something is read, and what share of the rest.
parser.add_argument("--told", type=int, default=4)
parser.add_argument("--rest", type=float, default=0.6)
HERE = os.path.dirname(os.path.abspath(__file__))
parser.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
# Only what searches show is measured, and only at the end.
parser.add_argument("--quick", action="store_true")
parser.add_argument("--settle", action="store_true")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
TOKENS, SMOOTHING, TOGETHER, WARM, BESIDE = 24576, 0.05, 0.7, 60, 192
UNSURE, MISTAKEN, MINED = 0.85, 0.03, 250000
# Of each question that the judge asks of what searches show that share is read.
ASKED = (1.0, 0.6, 0.6)
# In place: how often with a sentence that is not its own around it, and how often with its own before it.
AROUND, GOES_ON = 0.2, 0.45
# From here on the speech head alone silences a sentence (lyra-speech-mini).
SILENT = 0.05
UNTAUGHT = ("encoder.word", "encoder.position")
TEMPERATURE = {"stance": 1.5, "sentence": 1.25}
LABELS = {"quantity": 0.5, "sentence": 0, "speech": 1}
# How often a head reads all of its rows when it is settled, and how fast it learns.
SETTLED = {"quantity": (10, 4e-4), "sentence": (60, 1e-3), "speech": (10, 4e-4)}
ROTATION = ("speech", "sentence", "quantity", "speech")
IN_PLACE, STATEMENT, AS_IT_IS = range(3)
# Of a kind: how many pairs are drawn each time (up to 4: times all of them), their weight, and in which form.
SHARES = {
    "cells_told": (1, 1, IN_PLACE), "cells_near": (0.8, 1, IN_PLACE), "cells_other": (40000, 1, IN_PLACE),
    "dense_told": (1.5, 1, IN_PLACE), "dense_near": (1, 1, IN_PLACE), "dense_other": (160000, 1, IN_PLACE),
    "dense_statement_told": (1.5, 1, STATEMENT), "dense_statement_other": (30000, 1, STATEMENT),
    "page_statement_told": (4, 1, STATEMENT), "page_statement_other": (1, 1, STATEMENT),
    "web_told": (2, 1, IN_PLACE), "web_other": (80000, 0.8, IN_PLACE),
    "world_told": (1.5, 1, IN_PLACE), "world_near": (1, 1, IN_PLACE), "world_unlisted": (40000, 0.8, IN_PLACE),
    "old_web": (8000, 0.8, AS_IT_IS), "old_web-pp": (1000, 0.8, AS_IT_IS), "old_page": (8000, 0.8, AS_IT_IS),
    "old_page-pp": (800, 0.8, AS_IT_IS), "old_topic": (6000, 0.8, AS_IT_IS), "old_topic-pp": (800, 0.8, AS_IT_IS),
    "old_abstract": (1, 1, AS_IT_IS), "old_scifact": (1, 1, AS_IT_IS), "old_sent": (5000, 0.8, AS_IT_IS),
    "old_sentmeans": (2000, 0.8, AS_IT_IS), "old_frame": (5000, 0.8, AS_IT_IS), "old_again": (4000, 0.8, AS_IT_IS),
    "old_restated": (5000, 0.8, AS_IT_IS), "old_real": (8000, 0.6, AS_IT_IS),
}
# Drawn whole each time, however little of the shares above is.
FRESH = {
    "contrast_told": (3, 1, STATEMENT), "contrast_beside": (3, 1, STATEMENT), "contrast_statements": (1, 0.8, AS_IT_IS),
    "apart": (3, 1, IN_PLACE), "read_told": (3, 1, IN_PLACE), "read_other": (0.3, 1, IN_PLACE),
    "page_statement_told": (1, 1, STATEMENT), "page_statement_other": (0.4, 1, STATEMENT),
}
HARD_FROM = {"dense_other": 0.55, "web_other": 0.2, "world_unlisted": 0.1, "cells_other": 0.15}
MEASURED = {
    "cells": ("held_cells_told", "held_cells_near", "held_cells_other"),
    "dense": ("held_dense_told", "held_dense_near", "held_dense_other"),
    "statements": ("held_dense_statement_told",),
    "statements about pages": ("held_page_statement_told", "held_page_statement_other"),
    "contrast sets": ("held_contrast_told", "held_contrast_beside"),
    "pairs of unseen worlds": ("unseen_read_told", "unseen_read_other"),
    "webs": ("held_web_told", "held_web_other"),
    "cells of other hands": ("bench_cells_told", "bench_cells_near", "bench_cells_other"),
    "dense of other hands": ("bench_dense_told", "bench_dense_near", "bench_dense_other"),
    "scifact": ("scifact",), "topics": ("held_old_heldtopic",), "mini-webs": ("held_old_web",),
    "pages": ("held_old_page",), "restated": ("held_old_again",), "abstracts": ("held_old_abstract",),
}
MOST = 16000
random.seed(args.seed)
torch.manual_seed(args.seed)
drawn = np.random.RandomState(args.seed)
started = time.time()
pack = Pack(args.pairs)
variation = Variation(pack.ids, args.tokenizer) if args.varied else None
kinds = pack.pairs
left_out = json.loads(args.searched) if args.searched else {}
# Supports, refutes, neutral, and what is only known not to support.
TARGETS = torch.tensor([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0.5, 0.5]], device=device)


def say(*words):
    print(f"[{time.time() - started:5.0f}]", *words, flush=True)


class Drawn:
    """Rows as they are taught: pairs, labels, weights and forms."""

    def __init__(self):
        self.parts = []

    def add(self, some, weight, how):
        n = len(some)
        bare = np.full(n, BARE)
        evidence, claim = bare, bare
        if how != AS_IT_IS:
            evidence = np.where(drawn.rand(n) < 0.8, self.placed(n), BARE)
        if how == IN_PLACE:
            claim = np.where(drawn.rand(n) < 0.78, np.where(drawn.rand(n) < GOES_ON, GOING_ON, TITLED), BARE)
            claim = np.where((evidence == BARE) & (drawn.rand(n) < 0.75), BARE, claim)
        self.parts.append((some[:, 0], some[:, 1], some[:, 2], np.full(n, weight), evidence, claim))

    def placed(self, n):
        drawing = drawn.rand(n)
        around = np.where(drawing < AROUND, drawn.choice([BEFORE, AFTER], n), TITLED)
        return np.where(drawing >= 1 - GOES_ON, GOING_ON, around)

    def columns(self):
        return [np.concatenate(column) for column in zip(*self.parts)]


def sample(rows, most):
    return rows[drawn.permutation(len(rows))[:int(most)]]


def draw(hard):
    rows = Drawn()
    drawn_of = [(kind, args.base, of) for kind, of in SHARES.items()] + [(kind, args.fresh, of) for kind, of in FRESH.items()]
    for kind, scale, (share, weight, how) in drawn_of:
        wanted = int((share * len(kinds.get(kind, ())) if share < 5 else share) * scale)
        while wanted > 0:
            some = sample(kinds[kind], wanted)
            rows.add(some, weight, how)
            wanted -= len(some)
    if hard is not None:
        rows.add(sample(hard, args.hard), 1.0, IN_PLACE)
    for name, out in left_out.items():
        for k, asked in enumerate(ASKED):
            some = kinds[f"search_{name}_{k}"]
            some = some[~np.isin(some[:, 3], out)]
            told, rest = some[some[:, 2] != 2], some[some[:, 2] == 2]
            for _ in range(args.told):
                rows.add(sample(told, asked * len(told)), 1, AS_IT_IS)
            rows.add(sample(rest, asked * args.rest * len(rest)), 1, AS_IT_IS)
    return rows.columns()


def batches(evidence, claim, evidence_form, claim_form, shuffled):
    """Rows of like length together; the measured segments, and the numbers of the rows of each batch."""
    measured = pack.rows(evidence, claim, evidence_form, claim_form)
    length, found = measured[3], []
    order = drawn.permutation(len(length)) if shuffled else np.arange(len(length))
    block = 60000 if shuffled else max(1, len(order))
    for i in range(0, len(order), block):
        some = order[i:i + block]
        some = some[np.argsort(length[some], kind="stable")]
        k = 0
        while k < len(some):
            ahead = min(len(some) - 1, k + TOKENS // max(8, int(length[some[k]])) - 1)
            size = max(8, TOKENS // int(length[some[ahead]]))
            found.append(some[k:k + size])
            k += size
    if shuffled:
        drawn.shuffle(found)
    return found, measured


def of_batch(measured, which):
    return pack.batch(*(column[which] for column in measured))


def read(net, rows, form=BARE, task="stance", claim_form=None):
    """Answers of one head to all rows, in their order; of no task, what the heads read."""
    net.eval()
    same = lambda value: np.full(len(rows), value)
    found, measured = batches(rows[:, 0], rows[:, 1], same(form), same(form if claim_form is None else claim_form), False)
    out = torch.zeros((len(rows), HEADS[task] if task else 1920), device=device)
    with torch.no_grad(), torch.autocast(device, torch.bfloat16):
        for which in found:
            said = net(task, *of_batch(measured, which)) if task else net.features(*of_batch(measured, which))
            out[torch.from_numpy(which).to(device)] = said.float()
    return out


def macro_f1(said, right):
    of = lambda c: 2 * ((said == c) & (right == c)).sum() / max(1, (said == c).sum() + (right == c).sum())
    return sum(float(of(c)) for c in range(3)) / 3


def average_precision(score, hit):
    hits = hit[np.argsort(-score)]
    return float((np.cumsum(hits) / (1 + np.arange(len(hits))) * hits).sum() / max(1, hits.sum()))


def evaluate(net, when):
    for name, of in ({} if args.quick else MEASURED).items():
        rows = np.concatenate([kinds[kind] for kind in of])
        rows = rows[rows[:, 2] < 3]
        rows = rows[np.random.RandomState(0).permutation(len(rows))[:MOST]]
        form = BARE if of[0].startswith(("scifact", "held_old")) else TITLED
        said = read(net, rows, form, "stance", BARE if name.startswith(("statements", "contrast")) else None).argmax(1).cpu().numpy()
        say(when, name, round(macro_f1(said, rows[:, 2]), 3))
    for name, form in {} if args.quick else {"unseen_read": TITLED, "held_contrast": TITLED}.items():
        rows = np.concatenate([rows for kind, rows in kinds.items() if kind.startswith(name)])
        said = read(net, rows, form, "stance", BARE if name == "held_contrast" else None).softmax(-1).cpu().numpy()
        of = [round(average_precision(said[:, c], rows[:, 2] == c), 3) for c in range(2)]
        say(when, name, "average precision of supports and refutes", *of)
    for name in sorted({kind.split("_")[1] for kind in kinds if kind.startswith("search_")}):
        rows = [kinds[f"search_{name}_{k}"] for k in range(len(ASKED))]
        said = [(read(net, some) / TEMPERATURE["stance"]).softmax(-1).cpu().numpy() for some in rows]
        out = np.isin(rows[0][:, 3], left_out.get(name, []))
        for part, at in (("all", slice(None)), ("left out", out)):
            mean, right = sum(said)[at], rows[0][at, 2]
            of = [round(average_precision(mean[:, c], right == c), 3) for c in range(2)]
            say(when, name, part, "average precision of supports and refutes", *of)
        if args.readings and when == "after":
            keep_readings(f"{args.readings}.{name}.jsonl", np.where(out)[0], np.stack(said, 1))


def keep_readings(path, which, said):
    """Of the sentences of worlds that were left out: the row, and the three answers."""
    with open(path, "w", encoding="utf8") as file:
        for row in which:
            answers = [[round(float(value), 4) for value in answer] for answer in said[row]]
            file.write(json.dumps({"row": int(row), "answers": answers}) + "\n")


def find_hard(net):
    some = np.concatenate([sample(kinds[kind], share * MINED) for kind, share in HARD_FROM.items()])
    neutral = read(net, some, TITLED).softmax(-1)[:, 2].cpu().numpy()
    # What the reader is quite sure of may be a label that is wrong.
    return some[(neutral < UNSURE) & (neutral >= MISTAKEN)]


def rows_beside(before):
    """Of each other head: rows, which of them are new sentences, and what the reader before says of them."""
    beside = {}
    for task in ("quantity", "sentence", "speech"):
        names = [name for name in (task, f"{task}_new", f"{task}_told") if name in kinds]
        rows = np.concatenate([kinds[name] for name in names])
        new = np.concatenate([np.full(len(kinds[name]), name.endswith("_new")) for name in names])
        told = read(before, rows, BARE, task)
        stored = os.path.join(args.pairs, "sentence-told.npy")
        if task == "sentence" and os.path.exists(stored):
            p = torch.from_numpy(np.load(stored).astype(np.float32)).to(device)
            told = torch.log(p.clamp(min=1e-6)) * TEMPERATURE["sentence"]
        beside[task] = (rows, new, told)
    return beside


def loss_beside(net, beside, task):
    rows, new, told = beside[task]
    which = drawn.randint(len(rows), size=BESIDE)
    if task == "speech":
        share = BESIDE // 6
        for k in range(2):
            which[k * share:(k + 1) * share] = drawn.choice(np.where(new & (rows[:, 2] == k))[0], share)
    bare = np.full(BESIDE, BARE)
    with torch.autocast(device, torch.bfloat16):
        said = net(task, *pack.batch(*pack.rows(rows[which, 0], rows[which, 1], bare, bare))).float()
    at, y = torch.from_numpy(which).to(device), torch.from_numpy(rows[which, 2]).to(device).long()
    is_new = torch.from_numpy(new[which]).to(device).float()
    held = F.kl_div(F.log_softmax(said, -1), F.softmax(told[at], -1), reduction="none").sum(-1)
    learned = F.cross_entropy(said, y.clamp(min=0), reduction="none") * (y >= 0)
    # Kinds of sentences are held alone: their head was fitted with care.
    return (held * (1 - is_new) + learned * (is_new + 0.25 * (1 - is_new) * (task != "sentence"))).mean()


def loss_of(net, batch, y, weight):
    ids, keep, types = batch
    if variation:
        ids, y = variation.apply(ids, keep, types, y, *args.varied)
    smooth = TARGETS[y] * (1 - SMOOTHING) + SMOOTHING / 3
    with torch.autocast(device, torch.bfloat16):
        first, second = (F.log_softmax(net("stance", ids, keep, types).float(), -1) for _ in range(2))
    each = -(smooth * (first + second)).sum(-1) / 2
    each = each + TOGETHER * ((first.exp() - second.exp()) * (first - second)).sum(-1) / 2
    return (each * weight).sum() / weight.sum()


def teach(net, beside, hard):
    for name, own in net.named_parameters():
        own.requires_grad = not name.startswith(UNTAUGHT)
    taught = [own for own in net.parameters() if own.requires_grad]
    optimiser = torch.optim.AdamW(taught, lr=args.rate, weight_decay=0.01)
    average, step, total = [own.detach().clone() for own in taught], 0, None
    while total is None or step < total:
        evidence, claim, y, weight, *forms = draw(hard)
        found, measured = batches(evidence, claim, *forms, True)
        total = total or int(len(found) * args.epochs)
        y, weight = torch.from_numpy(y).long().to(device), torch.from_numpy(weight).float().to(device)
        net.train()
        for which in found[:total - step]:
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1, (step + 1) / WARM) * max(0.02, 1 - step / total)
            at = torch.from_numpy(which).to(device)
            loss = loss_of(net, of_batch(measured, which), y[at], weight[at])
            loss.backward()
            if step % 2 == 0:
                loss_beside(net, beside, ROTATION[step // 2 % len(ROTATION)]).backward()
            torch.nn.utils.clip_grad_norm_(taught, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
            if step % 4 == 0:
                with torch.no_grad():
                    share = min(0.99, (1 + step) / (40 + step))
                    torch._foreach_lerp_(average, [own.detach() for own in taught], 1 - share)
            if step % 400 == 0:
                say(f"{step} of {total}: {loss.item():.3f}")
    with torch.no_grad():
        for own, mean in zip(taught, average):
            own.copy_(mean)


def settle(net, beside):
    """The other heads, fitted anew on the encoder as it is."""
    for task, (rows, new, told) in beside.items():
        x, y, told = read(net, rows, BARE, None), torch.from_numpy(rows[:, 2]).long().to(device), told.clone()
        is_new = torch.from_numpy(new).to(device)
        told[is_new] = F.one_hot(y[is_new].clamp(min=0), HEADS[task]).float() * 8
        passes, rate = SETTLED[task]
        head, steps = net.heads[task].train(), passes * len(rows) // 256
        optimiser = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=0.02)
        for step in range(steps):
            at = torch.randint(len(rows), (256,), device=device)
            for group in optimiser.param_groups:
                group["lr"] = rate * max(0.03, 1 - step / steps)
            z, known = head(x[at]), y[at] >= 0
            loss = F.kl_div(F.log_softmax(z, -1), F.softmax(told[at], -1), reduction="batchmean")
            if LABELS[task] and known.any():
                loss = loss + LABELS[task] * F.cross_entropy(z[known], y[at][known])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        head.eval()


def evaluate_beside(net, before):
    for kind in sorted(kinds):
        task = kind.removeprefix("held_").split("_")[0]
        if kind.startswith("held_") and task in LABELS and not kind.endswith("told"):
            both = [read(one, kinds[kind], BARE, task).softmax(-1).cpu().numpy() for one in (net, before)]
            (said, was), right = (one.argmax(1) for one in both), kinds[kind][:, 2]
            if task == "speech":
                some = [right == of for of in (0, 1) if (right == of).any()]
                heard = [[round(float((one[at, 1] >= SILENT).mean()), 3) for one in both] for at in some]
                say(kind, "silenced by the head alone, honest and speech, now and before", *heard)
            say(kind, "as before", round(float((said == was).mean()), 3), "right", round(float((said == right).mean()), 3),
                "before", round(float((was == right).mean()), 3))


def main():
    net, before = read_onnx(args.reader), read_onnx(args.reader).to(device).eval()
    if args.weights:
        kept = [torch.load(path, map_location="cpu") for path in args.weights.split(",")]
        mean = {name: sum(one[name].float() for one in kept) / len(kept) for name in kept[0]}
        net.load_state_dict(mean, strict=False)
    net = net.to(device)
    if not args.quick:
        evaluate(net, "before")
    beside = rows_beside(before)
    teach(net, beside, find_hard(net) if args.hard else None)
    if args.settle:
        settle(net, beside)
    if args.keep:
        # Half as exact and without the tables that nothing is taught: what comes back from a lent machine is bounded.
        kept = {name: own.half().cpu() for name, own in net.state_dict().items() if not name.startswith(UNTAUGHT)}
        torch.save(kept, args.keep)
    evaluate(net, "after")
    evaluate_beside(net, before)
    if args.out:
        write_onnx(net, args.out)


main()
