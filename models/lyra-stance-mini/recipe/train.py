"""Tunes lyra-stance-mini: DATA=folder OUT=folder python train.py SECONDS RECIPE, from the root of the checkout, on a machine with a GPU.

DATA holds SciFact's corpus.jsonl.gz and claims_{train,dev}.jsonl, JaQuAD lines as ja.jsonl.gz, fever.jsonl.gz (fever_pairs.py) and an earlier
reads.jsonl.gz, of which the choice of fragments, sentences and cosines is kept. RECIPE is `sharp` or `calm`; each gives five-fold copies, the
readings of what they had not seen, and the mean of the runs on all of train. The shipped file is the mean of the two (average.py), its readings the
mean of theirs.
"""
import os, sys, time, json
import torch.multiprocessing as mp
from rows import *
OUT = os.environ["OUT"]; SMOKE = "--smoke" in sys.argv; TMP = "/tmp/nets"; os.makedirs(TMP, exist_ok=True)
LIMIT = float(sys.argv[1])
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
frs = []; read_rows = []; ctext = {c["id"]: c["claim"] for c in train}
for f in jl(f"{D}/reads.jsonl.gz"):
    f.pop("z", None), f.pop("b", None); t = corpus[f["d"]]; claim = ctext[f["c"]]; at = f["at"]; o = f["o"]
    rs = [(t[at[i]], claim) for i in o]
    rs.append((" ".join(t[at[i]] for i in sorted(o[:2])), claim) if len(at) > 1 else rs[0])
    rs.append((" ".join(t[i] for i in at), claim)); rs.append((claim, rs[0][0]))
    f["rows"] = list(range(len(read_rows), len(read_rows) + len(rs))); read_rows += [(*r, 2, 1.0) for r in rs]; frs.append(f)
if SMOKE: frs = frs[::50]; keep = sorted({i for f in frs for i in f["rows"]}); new = {o: n for n, o in enumerate(keep)}; read_rows = [read_rows[i] for i in keep]; [f.update(rows=[new[i] for i in f["rows"]]) for f in frs]
RD = st.add("reads", read_rows)
st.freeze(); say("rows", {k: len(v) for k, v in st.groups.items()}, "tokens", round(float(st.n.mean()), 1))
FOLD = {"A": folds_by_document(), "B": folds_by_claim()}; DOCS = {c["id"]: c["cited_doc_ids"] for c in train}
CONFIGS = {"sharp": dict(flip=1., fever=.4, rdrop=.5, lr=1.6e-4, bs=256), "calm": dict(flip=.5, fever=.3, lr=1e-4, bs=192)}
SEEDS = {"sharp": (1, 2, 3, 4), "calm": (1, 2, 3, 4, 5, 6)}
best = sys.argv[2]
def mix(cfg, kind, fold):
    out, w = [], []
    held = {d for c in cids if kind and FOLD[kind][c] == fold for d in DOCS[c]}
    keep = {c for c in cids if not kind or FOLD[kind][c] != fold}
    for g, k in (("sf", 1.), ("neg", 1.), ("flip", cfg["flip"])):
        ix = st.groups[g][[o in keep for o in own[g]]]; out.append(ix); w.append(st.w[ix] * k)
    ix = st.groups["rule"][[o not in held for o in own["rule"]]]; out.append(ix); w.append(np.full(len(ix), .3, np.float32))
    ix = st.groups["fever"][:9000]; out.append(ix); w.append(np.full(len(ix), cfg["fever"], np.float32))
    ix = st.groups["ja"]; out.append(ix); w.append(np.full(len(ix), .25, np.float32))
    return np.concatenate(out), np.concatenate(w)

def work(k, tasks, done, until):
    torch.cuda.init(); torch.set_num_threads(1); st.to_gpu(); base = load_base().to(cuda)
    soft = np.full((len(st.y), 3), np.nan, np.float32); zj = logits(base, st, st.groups["ja"]); e = np.exp(zj - zj.max(1, keepdims=True)); soft[st.groups["ja"]] = e / e.sum(1, keepdims=True)
    while True:
        job = tasks.get()
        if job is None or time.time() - t0 > until - (70 if not SMOKE else 5): break
        name, kind, fold = job
        try:
            cfg = CONFIGS[name]; ix, w = mix(cfg, kind, fold); t = time.time()
            opts = {k: v for k, v in cfg.items() if k in ("lr", "epochs", "freeze", "smooth", "rdrop", "focal", "drop", "decay", "bs")}
            if SMOKE: ix, w = ix[::60], w[::60]
            if kind is None:
                n = fit(base, st, ix, w, soft, seed=fold, **opts); torch.save(n.state_dict(), f"{TMP}/final{fold}.pt"); done.put((name, kind, fold, 0, 0)); continue
            nets = [fit(base, st, ix, w, soft, seed=s, **opts) for s in (1, 2)]; s = soup(nets); torch.save(s.state_dict(), f"{TMP}/{name}{kind}{fold}.pt")
            te = [i for i, o in zip(G, own["gold"]) if FOLD[kind][o] == fold]
            done.put((name, kind, fold, te, [logits(n, st, te) for n in nets] + [logits(s, st, te), time.time() - t]))
        except Exception as e:
            import traceback; traceback.print_exc(); done.put((name, kind, fold, None, None))

def pool(jobs, until, N, each):
    tasks, done = mp.Queue(), mp.Queue()
    for j in jobs: tasks.put(j)
    for _ in range(N): tasks.put(None)
    ps = [mp.Process(target=work, args=(k, tasks, done, until), daemon=True) for k in range(N)]
    for p in ps: p.start()
    n = 0
    while n < len(jobs) and (time.time() - t0 < until or any(p.is_alive() for p in ps) and time.time() - t0 < until + 25):
        try: r = done.get(timeout=2)
        except Exception: continue
        n += 1; say("failed", r[:3]) if r[3] is None else each(*r)
    for p in ps: p.join(timeout=25)
    for p in ps: p.terminate()
    return n

if __name__ == "__main__":
    mp.set_start_method("fork"); N = int(os.environ.get("WORKERS", 10)) if not SMOKE else 2
    jobs = [(best, k, f) for k in "AB" for f in range(5)]
    Z, table = {}, {}
    def each(name, kind, fold, te, z):
        d = Z.setdefault((name, kind), {}); d[fold] = (te, z)
        if len(Z) == 1: say("task", name, kind, fold, "took", round(z[3], 1))
        if len(d) == 5:
            te = np.concatenate([np.array(d[f][0]) for f in sorted(d)]); y = st.y[te]; zz = [np.concatenate([d[f][1][m] for f in sorted(d)]) for m in range(3)]
            one = np.mean([scores(zz[m].argmax(1), y)[0] for m in (0, 1)]); f, pr, rc = scores(zz[2].argmax(1), y); loss = nll(zz[2], y)
            table[name, kind] = loss[0] - .25 * f
            say(f"{name:16s} {kind} single {one:.4f} soup {f:.4f} P {pr} R {rc} nll {loss[0]:.4f} at {loss[1]:.1f} atP {at_precision(zz[2], y)}")
    pool(jobs, LIMIT, N, each)
    pool([(best, None, s) for s in (SEEDS[best] if not SMOKE else (1, 2))], LIMIT + 160, 6, lambda *r: say("final", r[2]))
    st.to_gpu(); net = load_base().to(cuda)
    def load(p): n = copy.deepcopy(net); n.load_state_dict(torch.load(p, map_location=cuda)); return n
    import glob
    final = soup([load(p) for p in sorted(glob.glob(f"{TMP}/final*.pt"))])
    a = logits(final, st, st.groups["ja"]).argmax(1); say("japanese agreement with base", float((a == logits(net, st, st.groups["ja"]).argmax(1)).mean()))
    oof = {f: t for f, t in Z[best, "A"].items()}; te = np.concatenate([np.array(oof[f][0]) for f in sorted(oof)]); T = nll(np.concatenate([oof[f][1][2] for f in sorted(oof)]), st.y[te])[1]; say("temperature", T)
    zb = logits(net, st, RD)
    ZR = {}
    for kind in "A":
        zr = np.zeros((len(RD), 3), np.float32)
        for f in range(5):
            ix = np.array([i for x in frs if FOLD[kind][x["c"]] == f for i in x["rows"]])
            if len(ix) and os.path.exists(f"{TMP}/{best}{kind}{f}.pt"): zr[ix] = logits(load(f"{TMP}/{best}{kind}{f}.pt"), st, RD[ix])
        ZR[kind] = zr
    with gzip.open(f"{OUT}/reads.jsonl.gz", "wt") as g:
        r3 = lambda a: [[round(float(v), 3) for v in x] for x in a]
        for x in frs:
            ix = x.pop("rows"); x["f"] = FOLD["A"][x["c"]]; x["f2"] = FOLD["B"][x["c"]]; x["z"] = r3(ZR["A"][ix]); x["b"] = r3(zb[ix])
            g.write(json.dumps(x, separators=(",", ":")) + "\n")
    say("reads written")
    import export_onnx
    from encoder import save_parts
    W = "/tmp/scratch"; os.makedirs(W, exist_ok=True); save_parts({k: v.cpu() for k, v in final.state_dict().items()}, W, "nli")
    cfg = json.load(open(f"{M}/config.json")); cfg["name"] = "lyra-stance-mini"; cfg["temperature"] = round(float(T), 2); cfg.pop("logit_bias", 0), cfg.pop("logit_bias_note", 0)
    json.dump(cfg, open(f"{W}/config.json", "w"), indent=2)
    export_onnx.main("nli", f"{W}/nli", f"{M}/tokenizer.json", f"{W}/out", f"{W}/config.json")
    blob = open(f"{W}/out/model.onnx", "rb").read()
    for n, i in enumerate(range(0, len(blob), 15_000_000)): open(f"{OUT}/model.onnx.part{n}", "wb").write(blob[i:i+15_000_000])
    open(f"{OUT}/config.json", "w").write(open(f"{W}/config.json").read())
    np.savez_compressed(f"{OUT}/oof.npz", y=st.y, **{f"{a}|{k}|{m}": np.concatenate([d[f][1][m] for f in sorted(d)]) for (a, k), d in Z.items() if len(d) == 5 for m in range(3)}, **{f"{a}|{k}|ix": np.concatenate([np.array(d[f][0]) for f in sorted(d)]) for (a, k), d in Z.items() if len(d) == 5})
    say("done", len(blob)); open(f"{OUT}/ok", "w").write("ok")
