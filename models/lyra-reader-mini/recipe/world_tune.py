"""Teaches the reader the open worlds, and reads each of them by a reader that has not seen it (200 s on one GPU).

    python world_tune.py --pairs pairs.jsonl.gz --reader model.onnx --out OUT

--pairs: a line for each pair of the open worlds and of the held-out webs, with the three questions that the judge asks
about it and what it measured besides (bench/stance/read-webs.ts --questions). Written: OUT/model.onnx, taught by all
worlds, and OUT/reads.jsonl.gz: the pairs with the readings that bench/stance/fit.ts fits the fusion on. There every
world is read by a reader of the same training that was taught the other worlds only; the fusion would trust it too
much otherwise. On rows of every head its answers are held to those of the reader before (distillation).
"""
import argparse
import copy
import gzip
import json
import math
import os
import re
import time

import numpy as np
import torch
import torch.nn.functional as F

from reader import HEADS, Rows, device, logits, open_tokenizer, read_onnx, write_onnx

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
args.add_argument("--pairs", required=True)
args.add_argument("--reader", required=True)
args.add_argument("--out", required=True)
args.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
args.add_argument("--epochs", type=int, default=5)
args.add_argument("--rate", type=float, default=2e-4)
args.add_argument("--keep", type=float, default=0.5)
args.add_argument("--seeds", default="12")
args.add_argument("--temperature", type=float, default=1.5)
args = args.parse_args()

# What the truth lists, near-topic traps, and neighbours that it does not list.
WEIGHT = {"world": 1.0, "near": 1.5, "unlisted": 0.5}
# The question in context, the same the other way round, and without context.
SHARE = (1.0, 0.5, 0.4)
BATCH, SMOOTHING, CONSISTENCY = 64, 0.05, 0.5
REPLAY = {"stance": 96, "quantity": 32, "sentence": 48, "speech": 48}
started = time.time()


def say(*words):
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    return [json.loads(line) for line in opened(path, "rt", encoding="utf8") if line.strip()]


def in_context(title, heading, text):
    return " : ".join(part for part in (title or "", heading or "", text) if part.strip())


def replay_rows(draw):
    """Inputs of every head, without labels: what the reader said of them is what it shall say."""
    stance, sentence, speech = [], [], []
    for name in sorted(os.listdir(HERE)):
        if re.fullmatch(r"(en|ja)-.\.jsonl", name):
            for n, web in enumerate(lines(os.path.join(HERE, name))):
                if n % 6 == 5:
                    continue
                passages = [in_context(p["title"], p.get("heading"), p["text"]) for p in web["passages"]]
                for claim in web["claims"]:
                    own = web["passages"][claim["from"]]
                    text = in_context(own["title"], own.get("heading"), claim["text"])
                    stance += [{"e": passage, "c": text, "y": 0} for passage in passages]
        if re.fullmatch(r"(sentences-(en|ja)|negatives)\.jsonl", name):
            sentence += [{"e": s["before"], "c": s["text"], "y": 0} for s in lines(os.path.join(HERE, name))]
    written = os.path.join(HERE, "..", "..", "lyra-speech-mini", "recipe", "rows-2")
    for name in sorted(os.listdir(written)):
        if name.endswith(".jsonl"):
            speech += [{"e": "", "c": s["text"], "y": 0} for s in lines(os.path.join(written, name))]
    speech += [{"e": "", "c": s["c"], "y": 0} for s in sentence]
    figure = re.compile(r"\d[\d,.]*")
    quantity = [
        {"e": figure.sub("[MASK]", s["e"], count=1), "c": figure.sub("[MASK]", s["c"], count=1), "y": 0}
        for s in stance if figure.search(s["e"]) and figure.search(s["c"])
    ]
    out = {"stance": stance, "quantity": quantity, "sentence": sentence, "speech": speech}
    for some in out.values():
        draw.shuffle(some)
    return {task: some[:9000] for task, some in out.items()}


def heads_of(task):
    """Pairs in context are read by every head that is asked about pairs or sentences; the others by their own."""
    return tuple(HEADS) if task == "stance" else (task,)


def together(batches):
    """Batches of other widths as one."""
    width = max(ids.shape[1] for ids, _, _ in batches)
    return [torch.cat([F.pad(batch[part], (0, width - batch[part].shape[1])) for batch in batches]) for part in range(3)]


def taught(old, pairs, replay, said, tokenizer, seed):
    torch.manual_seed(seed)
    draw = np.random.RandomState(seed)
    rows = [
        {"e": q["evidence"], "c": q["claim"], "y": pair["y"], "w": WEIGHT[pair["kind"]] * share}
        for pair in pairs for q, share in zip(pair["q"], SHARE)
    ]
    data = Rows(rows, tokenizer)
    net = copy.deepcopy(old)
    for table in (net.encoder.word, net.encoder.position):
        table.weight.requires_grad = False
    live = [p for p in net.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(live, lr=args.rate, weight_decay=0.01)
    steps, step = args.epochs * (len(rows) // BATCH), 0
    for _ in range(args.epochs):
        net.train()
        order = draw.permutation(len(rows))
        for i in range(0, len(order) - BATCH + 1, BATCH):
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1, (step + 1) / 20) * max(0.05, 1 - step / steps)
            which = order[i:i + BATCH]
            at = torch.as_tensor(which, device=device)
            kept, begin = 0.0, 0
            drawn = {task: draw.choice(len(replay[task].lengths), size, replace=False) for task, size in REPLAY.items()}
            with torch.autocast(device, torch.bfloat16):
                z = net("stance", *[torch.cat([x, x]) for x in data.batch(which)]).float()
                features = net.features(*together([replay[task].batch(some) for task, some in drawn.items()]))
                for task, some in drawn.items():
                    own = features[begin:begin + len(some)]
                    begin += len(some)
                    where = torch.as_tensor(some, device=device)
                    for head in heads_of(task):
                        before = said[task, head][where].softmax(-1)
                        now = net.heads[head](own).float().log_softmax(-1)
                        kept = kept + F.kl_div(now, before, reduction="batchmean")
            y, w = data.y[at].repeat(2), data.w[at].repeat(2)
            loss = (F.cross_entropy(z, y, reduction="none", label_smoothing=SMOOTHING) * w).sum() / w.sum()
            p, q = z.log_softmax(-1).chunk(2)
            apart = ((p.exp() * (p - q)).sum(-1) + (q.exp() * (q - p)).sum(-1)) / 2
            loss = loss + CONSISTENCY * apart.mean() + args.keep * kept
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(live, 1.0)
            optimiser.step()
            step += 1
    return net


def mean_of(nets):
    states = [net.state_dict() for net in nets]
    net = copy.deepcopy(nets[0])
    net.load_state_dict({k: sum(s[k] for s in states) / len(states) for k in states[0]})
    return net


def odds(p, other):
    bound = lambda v: min(0.997, max(0.003, v))
    return math.log(bound(p) / bound(other))


def read(net, pairs, tokenizer):
    """The readings of the three questions, in place of those that were measured before."""
    names = (("supports", "refutes"), ("reverseSupports", "reverseRefutes"), ("aloneSupports", "aloneRefutes"))
    for k, (supports, refutes) in enumerate(names):
        rows = Rows([{"e": p["q"][k]["evidence"], "c": p["q"][k]["claim"], "y": p["y"]} for p in pairs], tokenizer)
        probabilities = (logits(net, "stance", rows) / args.temperature).softmax(-1).numpy()
        for pair, (s, r, n) in zip(pairs, probabilities):
            pair["features"][supports] = round(odds(float(s), float(n)), 4)
            pair["features"][refutes] = round(odds(float(r), float(n)), 4)


def figures(pairs):
    """Macro-F1, precision and recall of the likeliest answer in context, unlisted neighbours left out."""
    told = [p for p in pairs if p["kind"] != "unlisted"]
    z = np.array([[p["features"]["supports"], p["features"]["refutes"], 0.0] for p in told])
    y, said, f, out = np.array([p["y"] for p in told]), z.argmax(1), [], []
    for k in range(3):
        hits = ((said == k) & (y == k)).sum()
        f.append(2 * hits / max(1, (said == k).sum() + (y == k).sum()))
        out.append(f"{hits / max(1, (said == k).sum()):.2f}/{hits / max(1, (y == k).sum()):.2f}")
    return f"{np.mean(f):.3f} " + " ".join(out)


def main():
    os.makedirs(args.out, exist_ok=True)
    draw = np.random.RandomState(1)
    tokenizer = open_tokenizer(args.tokenizer)
    pairs = lines(args.pairs)
    worlds = list(dict.fromkeys(p["web"] for p in pairs if p["kind"] in WEIGHT))
    webs = [p for p in pairs if p["kind"] not in WEIGHT]
    old = read_onnx(args.reader).to(device).eval()
    replay = {task: Rows(rows, tokenizer) for task, rows in replay_rows(draw).items()}
    said = {}
    for task, rows in replay.items():
        for head in heads_of(task):
            said[task, head] = logits(old, head, rows).to(device)
    say({task: len(rows.lengths) for task, rows in replay.items()}, worlds)
    teach = lambda some, seeds: mean_of([taught(old, some, replay, said, tokenizer, int(seed)) for seed in seeds])
    final = teach([p for p in pairs if p["kind"] in WEIGHT], args.seeds)
    read(old, webs, tokenizer)
    before = figures(webs)
    read(final, webs, tokenizer)
    say(f"held-out webs      {before} > {figures(webs)}")
    for task, rows in replay.items():
        now, was = logits(final, task, rows), said[task, task].cpu()
        say(f"{task}: the same answer in {(now.argmax(-1) == was.argmax(-1)).float().mean():.4f}",
            f"mean change of the first probability {(now.softmax(-1) - was.softmax(-1))[:, 0].abs().mean():.4f}")
    write_onnx(copy.deepcopy(final), os.path.join(args.out, "model.onnx"))
    done = list(webs)
    for world in worlds:
        own = [p for p in pairs if p["web"] == world]
        read(old, own, tokenizer)
        before = figures(own)
        read(teach([p for p in pairs if p["kind"] in WEIGHT and p["web"] != world], args.seeds[:1]), own, tokenizer)
        say(f"{world:18s} {before} > {figures(own)}")
        done += own
        with gzip.open(os.path.join(args.out, "reads.jsonl.gz"), "wt", encoding="utf8") as file:
            for pair in done:
                file.write(json.dumps({k: v for k, v in pair.items() if k != "q"}, ensure_ascii=False) + "\n")


main()
