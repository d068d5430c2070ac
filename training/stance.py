"""Teaches the reader from exported corrections, on a machine with a GPU (a minute) or without (half an hour).

    lyra feedback export > corrections.jsonl
    python training/stance.py --corrections corrections.jsonl --out my-reader
    lyra models test ./my-reader

The stance head and the encoder learn the corrected pairs; on the written webs of the recipe every head is held to what
it said before (distillation), so that the bars and weights of the product still hold. One claim in five is held back.
Needs torch, onnx, onnxruntime, tokenizers and numpy.
"""
import argparse
import copy
import json
import os
import random
import shutil
import sys

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
READER = os.path.join(HERE, "..", "models", "lyra-reader-mini")
sys.path.insert(0, os.path.join(READER, "recipe"))
from reader import HEADS, Rows, device, open_tokenizer, read_onnx, write_onnx  # noqa: E402

args = argparse.ArgumentParser()
args.add_argument("--corrections", required=True)
args.add_argument("--out", required=True)
args.add_argument("--base", default=READER)
args.add_argument("--epochs", type=int, default=4)
args.add_argument("--rate", type=float, default=5e-5)
args.add_argument("--batch", type=int, default=16)
args.add_argument("--replay", type=int, default=64, help="base rows beside each batch of corrections")
args.add_argument("--seed", type=int, default=1)
args = args.parse_args()

LABELS = ("supports", "refutes", "neutral")


def in_context(title, heading, text):
    """As the judge reads it: title, heading, text, empty parts left out."""
    return " : ".join(part for part in (title or "", heading or "", text) if part.strip())


def corrected(path):
    rows = []
    for line in open(path, encoding="utf8"):
        if not line.strip():
            continue
        s = json.loads(line)
        rows.append({
            "e": in_context(s["premise_title"], s["premise_heading"], s["premise"]),
            "c": in_context(s["hypothesis_title"], s["hypothesis_heading"], s["hypothesis"]),
            "y": LABELS.index(s["label"]), "w": s["weight"], "claim": s["hypothesis"],
        })
    return rows


def written_webs():
    """Pairs of the written webs, unlabelled here: their answers are the reader's own."""
    rows = []
    for name in sorted(os.listdir(os.path.join(READER, "recipe"))):
        if not name.endswith(".jsonl") or name[:3] not in ("en-", "ja-"):
            continue
        for line in open(os.path.join(READER, "recipe", name), encoding="utf8"):
            web = json.loads(line)
            passages = [in_context(p["title"], p.get("heading"), p["text"]) for p in web["passages"]]
            for claim in web["claims"]:
                own = web["passages"][claim["from"]]
                text = in_context(own["title"], own.get("heading"), claim["text"])
                rows += [{"e": passage, "c": text, "y": 2} for passage in passages]
    return rows


def answers(net, rows, task, size=256):
    net.eval()
    out = torch.zeros((len(rows.lengths), HEADS[task]))
    order = np.argsort(rows.lengths)
    with torch.no_grad():
        for i in range(0, len(order), size):
            which = order[i:i + size]
            out[torch.as_tensor(which)] = net(task, *rows.batch(which)).float().cpu()
    return out


def right(net, rows):
    return (answers(net, rows, "stance").argmax(-1) == rows.y.cpu()).float().mean().item()


def main():
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    draw = np.random.RandomState(args.seed)
    tokenizer = open_tokenizer(os.path.join(args.base, "tokenizer.json"))
    rows = corrected(args.corrections)
    claims = sorted({row["claim"] for row in rows})
    random.shuffle(claims)
    held = set(claims[:len(claims) // 5])
    training, kept = [r for r in rows if r["claim"] not in held], [r for r in rows if r["claim"] in held]
    if len(training) < 30:
        sys.exit(f"{len(training)} corrections to learn from; at least 30 are needed")
    webs = written_webs()
    random.shuffle(webs)
    webs = webs[:6000]
    data, test, base = Rows(training, tokenizer), Rows(kept, tokenizer), Rows(webs, tokenizer)
    before = read_onnx(os.path.join(args.base, "model.onnx")).to(device)
    said = {task: answers(before, base, task).to(device) for task in HEADS}
    print(f"{len(training)} corrections, {len(kept)} held back, right before {right(before, test):.3f}", flush=True)
    net = copy.deepcopy(before)
    for table in (net.encoder.word, net.encoder.position):
        table.weight.requires_grad = False
    live = [p for p in net.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(live, lr=args.rate, weight_decay=0.01)
    for epoch in range(args.epochs):
        net.train()
        order = draw.permutation(len(training))
        for i in range(0, len(order), args.batch):
            which = order[i:i + args.batch]
            at = torch.as_tensor(which, device=device)
            z = net("stance", *data.batch(which))
            w = data.w[at]
            loss = (F.cross_entropy(z, data.y[at], reduction="none", label_smoothing=0.05) * w).sum() / w.sum()
            some = draw.choice(len(webs), args.replay, replace=False)
            features = net.features(*base.batch(some))
            where = torch.as_tensor(some, device=device)
            for task in HEADS:
                same = F.kl_div(net.heads[task](features).log_softmax(-1), said[task][where].softmax(-1), reduction="batchmean")
                loss = loss + same
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(live, 1.0)
            optimiser.step()
        print(f"epoch {epoch + 1}: held back {right(net, test):.3f}", flush=True)
    agree = (answers(net, base, "stance").argmax(-1) == said["stance"].cpu().argmax(-1)).float().mean().item()
    print(f"written webs: the same answer in {agree:.3f}", flush=True)
    os.makedirs(args.out, exist_ok=True)
    write_onnx(net, os.path.join(args.out, "model.onnx"))
    shutil.copy(os.path.join(args.base, "tokenizer.json"), args.out)
    config = json.load(open(os.path.join(args.base, "config.json"), encoding="utf8"))
    config["name"] = os.path.basename(os.path.normpath(args.out))
    json.dump(config, open(os.path.join(args.out, "config.json"), "w", encoding="utf8"), indent=2)


main()
