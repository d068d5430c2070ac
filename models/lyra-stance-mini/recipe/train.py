"""Tunes lyra-stance-mini: DATA=folder OUT=folder python train.py SECONDS, from the root of the checkout, on a machine with a GPU.

DATA holds SciFact's corpus.jsonl.gz and claims_{train,dev}.jsonl, JaQuAD lines as ja.jsonl.gz, fever.jsonl.gz (fever_pairs.py) and
topics-plan.jsonl.gz (bench/stance/plan-topics.ts, from topics.jsonl beside this file). selection.jsonl.gz beside this file says which abstracts
and sentences of SciFact train are read for the judge's weights. Two mixtures differ in the weight of R-Drop; each is run once per fold and twice on
everything; the shipped file is the mean of the four whole runs. Out come the int8 model, its temperature, and the readings of every fold by the mean of
that fold's two copies, which had seen neither its abstracts nor its topics (bench/stance/fit.ts).
"""
import os, sys, time, json, glob
import torch.multiprocessing as mp
from rows import *
OUT = os.environ["OUT"]; HERE = os.path.dirname(os.path.abspath(__file__)); TMP = "/tmp/nets"; os.makedirs(TMP, exist_ok=True)
LIMIT = float(sys.argv[1])
FOLDS, SEEDS = range(5), (1, 2)
SHARP = dict(flip=1., fever=.4, topics=1., lr=3e-4, bs=256)
CONFIGS = {"rdrop.5": SHARP | dict(rdrop=.5), "rdrop1": SHARP | dict(rdrop=1.)}
R = random.Random(3); st = Store(); cids = [c["id"] for c in train]; own = {}

def put(name, rows, owner): own[name] = np.array(owner); return st.add(name, rows)
def per(fn, name):
    rows, owner = [], []
    for c in train:
        for r in fn(c): rows.append(r); owner.append(c["id"])
    return put(name, rows, owner)

G = per(gold, "gold"); per(rows_of, "sf"); per(lambda c: negatives(c, R), "neg"); per(lambda c: flips(c, R), "flip")
rm = rule_made(5500, R); put("rule", rm, [r[4] for r in rm])
st.add("ja", ja_rows(1500, R))
fv = [tuple(x) + (1.0,) for x in jl(f"{D}/fever.jsonl.gz")]; R.shuffle(fv); st.add("fever", fv)
# Most pairs of a topic are neutral: they weigh less. Passages of two or three pieces of evidence weigh half.
PLAN = jl(f"{D}/topics-plan.jsonl.gz"); CLASS = (1.3, 1.3, .7)
known = [t for t in PLAN if t["part"] == "train"]
put("topics", [(t["text"], t["asked"], t["y"], (1. if t["single"] else .5) * CLASS[t["y"]]) for t in known], [t["fold"] for t in known])
frs, read_rows = [], []
ctext = {c["id"]: c["claim"] for c in train}
def to_read(f, rs): f["rows"] = list(range(len(read_rows), len(read_rows) + len(rs))); read_rows.extend((*r, 2, 1.0) for r in rs); frs.append(f)
for f in jl(f"{HERE}/selection.jsonl.gz"):
    if isinstance(f["at"], int): f["at"] = list(range(f["at"]))
    t, claim, at, o = corpus[f["d"]], ctext[f["c"]], f["at"], f["o"]
    rs = [(t[at[i]], claim) for i in o]
    rs.append((" ".join(t[at[i]] for i in sorted(o[:2])), claim) if len(at) > 1 else rs[0])
    to_read(f, rs + [(" ".join(t[i] for i in at), claim), (claim, rs[0][0])])
for n, t in enumerate(PLAN):
    if t["near"]: to_read(dict(own=n, f=t["fold"]), [(s, t["asked"]) for s in t["near"]] + [(t["joined"], t["asked"]), (t["whole"], t["asked"]), (t["asked"], t["near"][0])])
RD = st.add("reads", read_rows)
st.freeze(); say("rows", {k: len(v) for k, v in st.groups.items()}, "tokens", round(float(st.n.mean()), 1))
FOLD = folds_by_document(); DOCS = {c["id"]: c["cited_doc_ids"] for c in train}

def mix(cfg, fold):
    """Row numbers and weights of one run; fold None: everything."""
    out, w = [], []
    held = {d for c in cids if FOLD[c] == fold for d in DOCS[c]}
    keep = {c for c in cids if FOLD[c] != fold}
    for g, k in (("sf", 1.), ("neg", 1.), ("flip", cfg["flip"])):
        ix = st.groups[g][[o in keep for o in own[g]]]; out.append(ix); w.append(st.w[ix] * k)
    ix = st.groups["rule"][[o not in held for o in own["rule"]]]; out.append(ix); w.append(np.full(len(ix), .3, np.float32))
    ix = st.groups["fever"][:9000]; out.append(ix); w.append(np.full(len(ix), cfg["fever"], np.float32))
    ix = st.groups["topics"][[o != fold for o in own["topics"]]]; out.append(ix); w.append(st.w[ix] * cfg["topics"])
    ix = st.groups["ja"]; out.append(ix); w.append(np.full(len(ix), .1, np.float32))
    return np.concatenate(out), np.concatenate(w)

def work(tasks, done, until):
    torch.cuda.init(); torch.set_num_threads(1); st.to_gpu(); base = load_base().to(cuda)
    soft = np.full((len(st.y), 3), np.nan, np.float32); zj = logits(base, st, st.groups["ja"]); e = np.exp(zj - zj.max(1, keepdims=True)); soft[st.groups["ja"]] = e / e.sum(1, keepdims=True)
    while True:
        job = tasks.get()
        if job is None or time.time() - t0 > until - 60: break
        name, fold, seed = job; cfg = CONFIGS[name]; ix, w = mix(cfg, fold)
        net = fit(base, st, ix, w, soft, seed=seed, lr=cfg["lr"], rdrop=cfg["rdrop"], bs=cfg["bs"])
        torch.save(net.state_dict(), f"{TMP}/{name}-{'all' if fold is None else fold}-{seed}.pt"); done.put(job)

def show(tag, z, y):
    f, pr, rc = scores(z.argmax(1), y); loss = nll(z, y); return f"{tag} F {f:.3f} P {pr} R {rc} nll {loss[0]:.3f}@{loss[1]:.1f}"

if __name__ == "__main__":
    mp.set_start_method("fork"); tasks, done = mp.Queue(), mp.Queue()
    jobs = [(n, f, 1 + f) for f in FOLDS for n in CONFIGS] + [(n, None, s) for s in SEEDS for n in CONFIGS]
    for j in jobs + [None] * len(jobs): tasks.put(j)
    ps = [mp.Process(target=work, args=(tasks, done, LIMIT), daemon=True) for _ in jobs]
    for p in ps: p.start()
    for _ in jobs: say("ready", done.get(timeout=LIMIT))
    for p in ps: p.join(timeout=25)
    st.to_gpu(); net = load_base().to(cuda)
    def load(p): n = copy.deepcopy(net); n.load_state_dict(torch.load(p, map_location=cuda)); return n
    final = soup([load(p) for p in sorted(glob.glob(f"{TMP}/*-all-*.pt"))])
    zr, zb = np.zeros((len(RD), 3), np.float32), logits(net, st, RD); zg, yg = [], []
    for f in FOLDS:
        one = soup([load(p) for p in sorted(glob.glob(f"{TMP}/*-{f}-*.pt"))])
        ix = np.array([i for x in frs if (x["f"] if "own" in x else FOLD[x["c"]]) == f for i in x["rows"]]); zr[ix] = logits(one, st, RD[ix])
        te = np.array([i for i, o in zip(G, own["gold"]) if FOLD[o] == f]); to = st.groups["topics"][own["topics"] == f]
        say(show(f"fold {f} abstracts", logits(one, st, te), st.y[te])); say(show(f"fold {f} topics", logits(one, st, to), st.y[to]))
        for part in (te, to[::8]): zg.append(logits(one, st, part)); yg.append(st.y[part])
    ix = np.array([i for x in frs if "own" in x and x["f"] == -1 for i in x["rows"]]); zr[ix] = logits(final, st, RD[ix])
    T = nll(np.concatenate(zg), np.concatenate(yg))[1]; say("temperature", T)
    with gzip.open(f"{OUT}/reads.jsonl.gz", "wt") as g:
        r3 = lambda a: [[round(float(v), 3) for v in x] for x in a]
        for x in frs:
            ix = x.pop("rows"); x["f"] = x["f"] if "own" in x else FOLD[x["c"]]; x["z"] = r3(zr[ix]); x["b"] = r3(zb[ix])
            g.write(json.dumps(x, separators=(",", ":")) + "\n")
    import export_onnx
    from encoder import save_parts
    W = "/tmp/scratch"; os.makedirs(W, exist_ok=True); save_parts({k: v.cpu() for k, v in final.state_dict().items()}, W, "nli")
    cfg = json.load(open(f"{M}/config.json")); cfg["name"] = "lyra-stance-mini"; cfg["temperature"] = round(float(T), 2); cfg.pop("logit_bias", 0), cfg.pop("logit_bias_note", 0)
    json.dump(cfg, open(f"{W}/config.json", "w"), indent=2)
    export_onnx.main("nli", f"{W}/nli", f"{M}/tokenizer.json", OUT, f"{W}/config.json"); say("done")
