"""Teaches the reader the worlds, and reads each of them by a reader that has not seen it (a few minutes on one GPU).

    python world_tune.py --pairs pairs.jsonl.gz --sentences sentences.jsonl.gz --restated restated.jsonl.gz
        --rows rows.jsonl.gz --reader model.onnx --out OUT

--pairs: a line for each pair of the worlds and of the held-out webs, with what the judge asks about it
(bench/stance/read-webs.ts --questions); --sentences: what the worlds state (world-sentences.ts); --restated: the same
said again and denied (restated-worlds.ts); --rows: the labelled rows of the first training (rows.ts --per-fact 6), of
which some are learned again with every step. --reader is the reader before it knew any world. Written: OUT/model.onnx, taught by all worlds, and OUT/reads.jsonl.gz: the pairs with the
readings that bench/stance/fit.ts fits the fusion on. There every world is read by a reader of the same training that
was taught the worlds of the other folds only; the fusion would trust it too much otherwise. On rows of every head its
answers are held to those of the reader before (distillation).
"""
import argparse
import copy
import gzip
import json
import math
import os
import re
import time
import zlib

import numpy as np
import torch
import torch.nn.functional as F

from reader import HEADS, Rows, device, logits, open_tokenizer, read_onnx, write_onnx

HERE = os.path.dirname(os.path.abspath(__file__))
args = argparse.ArgumentParser()
args.add_argument("--pairs", required=True)
args.add_argument("--sentences", required=True)
args.add_argument("--restated", required=True)
args.add_argument("--rows", required=True)
args.add_argument("--reader", required=True)
args.add_argument("--out", required=True)
args.add_argument("--tokenizer", default=os.path.join(HERE, "..", "tokenizer.json"))
args.add_argument("--epochs", type=int, default=3)
args.add_argument("--rate", type=float, default=2e-4)
args.add_argument("--keep", type=float, default=0.3)
args.add_argument("--seeds", default="12")
args.add_argument("--folds", type=int, default=3)
args.add_argument("--final", type=int, default=1)
args.add_argument("--only", type=int, help="this fold alone, to try something")
args.add_argument("--dropout", type=float, default=0.1)
args.add_argument("--leave-open", type=int, default=0, help="the open worlds are taught to no reader: the final one may be tried on them")
args = args.parse_args()

# What the truth lists, near-topic traps, neighbours that it does not list, statements of one finding.
WEIGHT = {"world": 1.0, "near": 1.2, "unlisted": 0.4, "alike": 0.15}
# The question in context, the same the other way round, and without context; of what is not listed the first alone.
SHARE = {"world": (1.0, 0.5, 0.4), "near": (1.0, 0.5, 0.4), "unlisted": (1.0,), "alike": (1.0,)}
# The open worlds are whole pages, of which a small world has sentences alone: each counts as much as some small ones.
WHOLE = 2.5
TEMPERATURES = {"stance": 1.5, "quantity": 1.65, "sentence": 1.25, "speech": 1.0}
BATCH, SMOOTHING, CONSISTENCY = 192, 0.05, 0.5
BESIDE = {"stance": 160, "quantity": 48, "sentence": 96, "speech": 64}
REPLAY = {"stance": 64, "quantity": 32, "sentence": 48, "speech": 48}
# Of each source of labelled rows at most so many, so that the large ones do not drown the others.
AT_MOST = {"web": 9000, "page": 9000, "topic": 9000, "frame": 7000, "sent": 8000, "again": 9000}
KINDS = "CDOAQMSFN"
STATED, NOT_STATED = 9, 10
started = time.time()


def say(*words):
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    return [json.loads(line) for line in opened(path, "rt", encoding="utf8") if line.strip()]


def in_context(title, heading, text):
    return " : ".join(part for part in (title or "", heading or "", text) if part.strip())


def recipe(pattern):
    return [os.path.join(HERE, name) for name in sorted(os.listdir(HERE)) if re.fullmatch(pattern, name)]


def replay_rows(draw):
    """Inputs of every head, without labels: what the reader said of them is what it shall say."""
    stance, sentence, speech = [], [], []
    for path in recipe(r"(en|ja)-.\.jsonl"):
        for n, web in enumerate(lines(path)):
            if n % 6 == 5:
                continue
            passages = [in_context(p["title"], p.get("heading"), p["text"]) for p in web["passages"]]
            for claim in web["claims"]:
                own = web["passages"][claim["from"]]
                text = in_context(own["title"], own.get("heading"), claim["text"])
                stance += [{"e": passage, "c": text, "y": 0} for passage in passages]
    for path in recipe(r"(sentences-(en|ja)|negatives)\.jsonl"):
        sentence += [{"e": s["before"], "c": s["text"], "y": 0} for s in lines(path)]
    speech = [{"e": "", "c": s["c"], "y": 0} for s in sentence] + [row | {"y": 0} for row in written_speech()]
    figure = re.compile(r"\d[\d,.]*")
    quantity = [
        {"e": figure.sub("[MASK]", s["e"], count=1), "c": figure.sub("[MASK]", s["c"], count=1), "y": 0}
        for s in stance if figure.search(s["e"]) and figure.search(s["c"])
    ]
    out = {"stance": stance, "quantity": quantity, "sentence": sentence, "speech": speech}
    for some in out.values():
        draw.shuffle(some)
    return {task: some[:9000] for task, some in out.items()}


def labelled_rows(task, held, draw):
    """Rows of the first training with their labels, some of each source."""
    by_source = {}
    for row in lines(args.rows):
        if row["task"] == task and row["held"] == held:
            by_source.setdefault(row["src"], []).append({k: row[k] for k in ("e", "c", "y", "src")} | {"w": row.get("w", 1.0)})
    for some in by_source.values():
        draw.shuffle(some)
    return {src: some[:AT_MOST.get(src, 9000)] for src, some in by_source.items()}


def written_speech():
    """Sentences to a machine and plain ones, written for lyra-speech-mini; every sixth family is held out."""
    folder = os.path.join(HERE, "..", "..", "lyra-speech-mini", "recipe", "rows-2")
    rows = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl"):
            rows += [
                {"e": "", "c": s["text"], "y": int(s["label"] == "speech"), "held": zlib.crc32(s["family"].encode()) % 6 == 0}
                for s in lines(os.path.join(folder, name))
            ]
    return rows


def written_sentences():
    """Sentences labelled by their kind; every sixth is held out."""
    rows = []
    for path in recipe(r"(sentences-(en|ja)(-\d)?|negatives)\.jsonl"):
        rows += [
            {"e": s["before"], "c": s["text"], "y": KINDS.index(s["label"]), "held": n % 6 == 5, "w": 1.0}
            for n, s in enumerate(lines(path))
        ]
    return rows


def quantity_rows(pairs):
    """Labels follow from the stance: what fits in a support, and what differs in a refutation, is of the same quantity."""
    rows = []
    for pair in pairs:
        if pair["kind"] == "alike":
            continue
        asked = pair["figures"]
        for one in asked:
            row = {"e": one["evidence"], "c": one["claim"], "w": WEIGHT[pair["kind"]]}
            alone = len({q["of"] for q in asked}) == 1 and sum(q["outcome"] == one["outcome"] for q in asked) == 1
            if pair["y"] == 2:
                rows.append(row | {"y": 0})
            elif pair["y"] == 0 and one["outcome"] == "fits" and alone:
                rows.append(row | {"y": 1})
            elif pair["y"] == 1 and one["outcome"] == "differs" and len(asked) == 1:
                rows.append(row | {"y": 1})
    return rows


def is_small(web):
    return ":" in web


def heads_of(task):
    """Pairs in context are read by every head that is asked about pairs or sentences; the others by their own."""
    return tuple(HEADS) if task == "stance" else (task,)


def together(batches):
    """Batches of other widths as one."""
    width = max(ids.shape[1] for ids, _, _ in batches)
    return [torch.cat([F.pad(batch[part], (0, width - batch[part].shape[1])) for batch in batches]) for part in range(3)]


def kind_loss(z, y):
    """A sentence labelled by its kind, or known only to state something or nothing."""
    p = z.log_softmax(-1)
    stated = p[:, :2].logsumexp(-1)
    unstated = p[:, 2:].logsumexp(-1)
    known = F.nll_loss(p, y.clamp(max=8), reduction="none")
    return torch.where(y == STATED, -stated, torch.where(y == NOT_STATED, -unstated, known))


def in_every_place(sentences, titles, draw):
    """A statement is one with nothing before it, and a notice is none under a title: the place alone shall tell nothing."""
    bare = [s | {"e": "", "w": s["w"] * 0.5} for s in sentences if s["y"] == STATED]
    written = [row for row in written_sentences() if not row["held"]]
    placed = [row | {"e": titles[draw.randint(len(titles))]} for row in written for _ in range(2)]
    return sentences + bare + written + placed


def taught(old, pairs, sentences, restated, labelled, replay, said, tokenizer, seed):
    torch.manual_seed(seed)
    draw = np.random.RandomState(seed)
    # What small worlds do not list is mostly neutral and by far the most: half of it will do.
    pairs = [p for p in pairs if p["kind"] != "unlisted" or not is_small(p["web"]) or draw.rand() < 0.5]
    rows = [
        {"e": q["evidence"], "c": q["claim"], "y": pair["y"], "w": WEIGHT[pair["kind"]] * share * (1 if is_small(pair["web"]) else WHOLE)}
        for pair in pairs for q, share in zip(pair["q"], SHARE[pair["kind"]])
    ]
    data = Rows(rows, tokenizer)
    speech = [row for row in written_speech() if not row["held"]]
    titles = sorted({p["claim"]["context"]["title"] for p in pairs if p["claim"]["context"].get("title")})
    plain = [{"e": "", "c": s["c"], "y": 0, "w": 0.7} for s in sentences] + [{"e": "", "c": t, "y": 0, "w": 0.5} for t in titles]
    beside = {
        "stance": Rows(labelled["stance"] + restated, tokenizer),
        "quantity": Rows(quantity_rows(pairs) + labelled["quantity"], tokenizer),
        "sentence": Rows(in_every_place(sentences, titles, draw), tokenizer),
        "speech": Rows(speech + plain, tokenizer),
    }
    net = copy.deepcopy(old)
    for part in net.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = args.dropout
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
            kept, other, begin = 0.0, 0.0, 0
            drawn = {task: draw.choice(len(replay[task].lengths), size, replace=False) for task, size in REPLAY.items()}
            asked = {task: draw.choice(len(beside[task].lengths), size, replace=False) for task, size in BESIDE.items()}
            parts = [replay[task].batch(some) for task, some in drawn.items()]
            parts += [beside[task].batch(some) for task, some in asked.items()]
            with torch.autocast(device, torch.bfloat16):
                z = net("stance", *[torch.cat([x, x]) for x in data.batch(which)]).float()
                features = net.features(*together(parts))
                for task, some in drawn.items():
                    own = features[begin:begin + len(some)]
                    begin += len(some)
                    where = torch.as_tensor(some, device=device)
                    # The sentence and speech heads learn from labels of the same rows.
                    for head in heads_of(task):
                        if head in ("sentence", "speech") and task == head:
                            continue
                        before = said[task, head][where].softmax(-1)
                        now = net.heads[head](own).float().log_softmax(-1)
                        kept = kept + F.kl_div(now, before, reduction="batchmean")
                for task, some in asked.items():
                    own = net.heads[task](features[begin:begin + len(some)]).float()
                    begin += len(some)
                    where = torch.as_tensor(some, device=device)
                    y, w = beside[task].y[where], beside[task].w[where]
                    losses = kind_loss(own, y) if task == "sentence" else F.cross_entropy(own, y, reduction="none", label_smoothing=0.03)
                    other = other + (losses * w).sum() / w.sum()
            y, w = data.y[at].repeat(2), data.w[at].repeat(2)
            loss = (F.cross_entropy(z, y, reduction="none", label_smoothing=SMOOTHING) * w).sum() / w.sum()
            p, q = z.log_softmax(-1).chunk(2)
            apart = ((p.exp() * (p - q)).sum(-1) + (q.exp() * (q - p)).sum(-1)) / 2
            loss = loss + CONSISTENCY * apart.mean() + args.keep * kept + 0.5 * other
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


def answers(net, task, rows, tokenizer):
    return (logits(net, task, Rows(rows, tokenizer)) / TEMPERATURES[task]).softmax(-1).numpy() if rows else np.zeros((0, 2))


def quantities(asked, same):
    """As src/judge/same-quantity.ts weighs them."""
    same = [max(p, 0.9) if one["sameWords"] else p for one, p in zip(asked, same)]
    best = lambda of, outcome: max([p for one, p in zip(asked, same) if one["of"] == of and one["outcome"] == outcome], default=0.0)
    kinds = {one["of"]: one["kind"] for one in asked}
    agrees, differs = 0.0, 0.0
    for of, kind in kinds.items():
        fits = best(of, "fits")
        borne_out = any(best(other, "fits") >= 0.3 for other, its in kinds.items() if its == kind)
        agrees, differs = max(agrees, fits), max(differs, 0.0 if borne_out else best(of, "differs") * (1 - fits))
    return agrees, differs


def read(net, pairs, tokenizer):
    """The readings of the three questions and of the figures, in place of those that were measured before."""
    names = (("supports", "refutes"), ("reverseSupports", "reverseRefutes"), ("aloneSupports", "aloneRefutes"))
    for k, (supports, refutes) in enumerate(names):
        rows = [{"e": p["q"][k]["evidence"], "c": p["q"][k]["claim"], "y": p["y"]} for p in pairs]
        for pair, (s, r, n) in zip(pairs, answers(net, "stance", rows, tokenizer)):
            pair["features"][supports] = round(odds(float(s), float(n)), 4)
            pair["features"][refutes] = round(odds(float(r), float(n)), 4)
    asked = [{"e": q["evidence"], "c": q["claim"], "y": 0} for p in pairs for q in p["figures"]]
    same, begin = answers(net, "quantity", asked, tokenizer), 0
    for pair in pairs:
        own = [float(p[1]) for p in same[begin:begin + len(pair["figures"])]]
        begin += len(own)
        agrees, differs = quantities(pair["figures"], own) if own else (0.0, 0.0)
        pair["features"]["figureAgrees"], pair["features"]["figureDiffers"] = round(agrees, 4), round(differs, 4)


def figures(pairs):
    """Macro-F1, precision and recall of the likeliest answer in context, of what the truth lists."""
    told = [p for p in pairs if p["kind"] not in ("unlisted", "alike")]
    z = np.array([[p["features"]["supports"], p["features"]["refutes"], 0.0] for p in told])
    y, said, f, out = np.array([p["y"] for p in told]), z.argmax(1), [], []
    for k in range(3):
        hits = ((said == k) & (y == k)).sum()
        f.append(2 * hits / max(1, (said == k).sum() + (y == k).sum()))
        out.append(f"{hits / max(1, (said == k).sum()):.2f}/{hits / max(1, (y == k).sum()):.2f}")
    return f"{np.mean(f):.3f} " + " ".join(out)


def heard(net, sentences, tokenizer):
    """How many statements and how much junk pass the bar of a claim, and how many statements are taken for speech."""
    p = answers(net, "sentence", sentences, tokenizer)[:, :2].sum(1)
    y = np.array([s["y"] for s in sentences])
    speech = answers(net, "speech", [{"e": "", "c": s["c"], "y": 0} for s in sentences], tokenizer)[:, 1]
    share = lambda which, bar: f"{(p[which] >= bar).mean() if which.any() else 0:.3f}"
    return (f"stated {share(y == STATED, 0.55)} junk {share(y == NOT_STATED, 0.55)}"
            f" speech of stated {(speech[y == STATED] >= 0.3).mean():.3f}")


def held_out(net, tokenizer):
    kinds = [row for row in written_sentences() if row["held"]]
    p = answers(net, "sentence", kinds, tokenizer)[:, :2].sum(1) >= 0.55
    truth = np.array([row["y"] <= 1 for row in kinds])
    speech = [row for row in written_speech() if row["held"]]
    q = answers(net, "speech", speech, tokenizer)[:, 1]
    spoken = np.array([row["y"] == 1 for row in speech])
    bars = " ".join(f"{bar}: {(q[spoken] >= bar).mean():.3f} of speech, {(q[~spoken] >= bar).mean():.3f} of plain;" for bar in (0.1, 0.3, 0.5))
    say(f"held-out sentences: precision {truth[p].mean():.3f} recall {p[truth].mean():.3f}; speech {bars}")


def macro(said, y):
    return np.mean([2 * ((said == k) & (y == k)).sum() / max(1, (said == k).sum() + (y == k).sum()) for k in range(3)])


def gate(nets, held, tokenizer):
    """Macro-F1 of each reader on held-out rows of each source, and on statements denied in context."""
    for src, some in held.items():
        rows = Rows(some, tokenizer)
        y = np.array([row["y"] for row in some])
        f = [macro(logits(net, "stance", rows).argmax(-1).numpy(), y) for net in nets]
        say(f"  {src:14s} {len(some):5d} " + " > ".join(f"{v:.3f}" for v in f))


def between(old, new, share):
    """Weights between the reader before and the one taught."""
    net, was = copy.deepcopy(new), old.state_dict()
    net.load_state_dict({k: share * v + (1 - share) * was[k] for k, v in new.state_dict().items()})
    return net


def main():
    os.makedirs(args.out, exist_ok=True)
    draw = np.random.RandomState(1)
    tokenizer = open_tokenizer(args.tokenizer)
    pairs = lines(args.pairs)
    worlds = [p for p in pairs if p["kind"] in WEIGHT]
    webs = [p for p in pairs if p["kind"] not in WEIGHT]
    names = list(dict.fromkeys(p["web"] for p in worlds))
    fold = {name: n % max(1, args.folds) for n, name in enumerate(names)}
    sentences = [
        {"web": s["web"], "e": s["e"], "c": s["c"], "y": STATED if s["stated"] else NOT_STATED, "w": (0.5 if s["stated"] else 3.0) * (1 if is_small(s["web"]) else 2)}
        for s in lines(args.sentences)
    ]
    old = read_onnx(args.reader).to(device).eval()
    replay = {task: Rows(rows, tokenizer) for task, rows in replay_rows(draw).items()}
    said = {}
    for task, rows in replay.items():
        for head in heads_of(task):
            said[task, head] = logits(old, head, rows).to(device)
    say({task: len(rows.lengths) for task, rows in replay.items()}, len(names), "worlds", len(worlds), "pairs", len(sentences), "sentences")
    held_out(old, tokenizer)
    restated = lines(args.restated)
    flat = lambda by_source: [row for some in by_source.values() for row in some]
    labelled = {task: flat(labelled_rows(task, False, draw)) for task in ("stance", "quantity")}
    held = {src: some[:2500] for src, some in labelled_rows("stance", True, draw).items()}
    say({task: len(rows) for task, rows in labelled.items()}, len(restated), "restated")
    may = lambda web, k: fold.get(web) != k and (is_small(web) or not args.leave_open)
    teach = lambda k, seeds: mean_of([
        taught(old, [p for p in worlds if may(p["web"], k)], [s for s in sentences if may(s["web"], k)],
               [r for r in restated if may(r["web"], k)], labelled, replay, said, tokenizer, int(seed))
        for seed in seeds
    ])
    if args.final:
        final = teach(None, args.seeds)
        read(old, webs, tokenizer)
        before = figures(webs)
        read(final, webs, tokenizer)
        say(f"held-out webs      {before} > {figures(webs)}")
        for name in [n for n in names if not is_small(n)]:
            some = [p for p in worlds if p["web"] == name]
            read(final, some, tokenizer)
            say(f"  {name:18s} {figures(some)}", "" if args.leave_open else "(taught)")
        held_out(final, tokenizer)
        gate([old, final], held, tokenizer)
        for task, rows in replay.items():
            now, was = logits(final, task, rows), said[task, task].cpu()
            say(f"{task}: the same answer in {(now.argmax(-1) == was.argmax(-1)).float().mean():.4f}",
                f"mean change of the first probability {(now.softmax(-1) - was.softmax(-1))[:, 0].abs().mean():.4f}")
        write_onnx(copy.deepcopy(final), os.path.join(args.out, "model.onnx"))
    done = list(webs) if args.final else []
    for k in range(args.folds) if args.only is None else [args.only]:
        net = teach(k, args.seeds[:1])
        if args.only is not None:
            halves = [between(old, net, share) for share in (0.6, 0.8)]
            denied = [r for r in restated if fold.get(r["web"]) == k][:3000]
            gate([old, *halves, net], held | {"denied": denied}, tokenizer)
            some = [p for p in worlds if fold[p["web"]] == k]
            for half in halves:
                read(half, some, tokenizer)
                say("  between:", figures([p for p in some if not is_small(p["web"])]), "|", figures([p for p in some if is_small(p["web"])]))
            held_out(net, tokenizer)
        own = [p for p in worlds if fold[p["web"]] == k]
        for name in [n for n in names if fold[n] == k and not is_small(n)] + ["small worlds"]:
            is_its = is_small if name == "small worlds" else (lambda web: web == name)
            some = [p for p in own if is_its(p["web"])]
            spoken = [s for s in sentences if fold[s["web"]] == k and is_its(s["web"])]
            if not some:
                continue
            read(old, some, tokenizer)
            before, heard_before = figures(some), heard(old, spoken, tokenizer)
            read(net, some, tokenizer)
            say(f"{name:18s} {before} > {figures(some)} | {heard_before} > {heard(net, spoken, tokenizer)}")
        done += own
    with gzip.open(os.path.join(args.out, "reads.jsonl.gz"), "wt", encoding="utf8") as file:
        for pair in done:
            kept = {k: v for k, v in pair.items() if k not in ("q", "figures", "claim", "passage")}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")

main()
