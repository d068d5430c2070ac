"""How lyra-stance-mini was tuned: python recipe.py DATA OUT, from the root of the checkout, on a machine with a GPU.

DATA holds SciFact's corpus.jsonl.gz and claims_{train,dev}.jsonl and JaQuAD lines as ja.jsonl.gz. encoder.py, perturb.py and export_onnx.py are
those of lyra-nli-mini's recipe and must be importable. Writes the model, its config and reads.jsonl.gz, which bench/stance/fit.ts takes.
"""
import collections, copy, gzip, json, math, os, random, re, sys, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from tokenizers import Tokenizer
from encoder import Encoder
from export_onnx import Nli, head
M = "models/lyra-nli-mini"
D, OUT = sys.argv[1:3]
LAB = {"SUPPORT": 0, "CONTRADICT": 1}
op = lambda p: gzip.open(p, "rt", encoding="utf-8") if p.endswith(".gz") else open(p, encoding="utf-8")
jl = lambda p: [json.loads(x) for x in op(p)]
corpus = {r["doc_id"]: r["abstract"] for r in jl(f"{D}/corpus.jsonl.gz")}
words = lambda s: collections.Counter(re.findall(r"[a-z0-9]{3,}", s.lower()))
df = collections.Counter(w for t in corpus.values() for w in words(" ".join(t)))
weigh = lambda q, s: sum(math.log(len(corpus) / df[w]) for w in words(s) if w in q and df[w])
train, dev = jl(f"{D}/claims_train.jsonl"), jl(f"{D}/claims_dev.jsonl")

def gold(c):
    out, q = [], words(c["claim"])
    for doc in c["cited_doc_ids"]:
        text, found = corpus[doc], c["evidence"].get(str(doc))
        if found:
            y = LAB[found[0]["label"]]
            at = sorted({i for e in found for i in e["sentences"]})
            out.append((" ".join(text[i] for i in at), c["claim"], y, doc))
            rest = [s for i, s in enumerate(text) if i not in at]
            if rest and doc % 3 == 0:
                out.append((max(rest, key=lambda s: weigh(q, s)), c["claim"], 2, doc))
        else:
            best = sorted(text, key=lambda s: -weigh(q, s))[:2]
            out.append((" ".join(s for s in text if s in best), c["claim"], 2, doc))
    return out

def load_base():
    import onnx
    from onnx import numpy_helper
    g = onnx.load(f"{M}/model.onnx").graph
    init = {i.name: numpy_helper.to_array(i) for i in g.initializer}
    def deq(name):
        b = name.removesuffix("_quantized")
        s, z = init[b + "_scale"], init[b + "_zero_point"]
        return (init[name].astype(np.float32) - z.astype(np.float32)) * s
    mm = [n for n in g.node if n.op_type == "MatMulInteger" and n.input[1] in init]
    enc = Encoder(41538)
    st = {}
    for k, v in init.items():
        if k.startswith(("encoder.", "head.")) and not k.endswith(("_quantized", "_scale", "_zero_point")) and v.dtype == np.float32:
            st[k] = torch.tensor(v)
    parts = ["query", "key", "value", "attn_out", "up", "down"]
    st["encoder.word.weight"] = torch.tensor(init["encoder.word.q"].astype(np.float32) * init["encoder.word.s"])
    st["encoder.position.weight"] = torch.tensor(init["encoder.position.q"].astype(np.float32) * init["encoder.position.s"])
    st.pop("encoder.word.s"), st.pop("encoder.position.s")
    for k, n in enumerate(mm):
        w = torch.tensor(deq(n.input[1])).T.contiguous()
        if n.input[1].startswith("head."): st[n.input[1].removesuffix("_quantized")] = w
        else: st[f"encoder.layers.{k // 6}.{parts[k % 6]}.weight"] = w
    net = Nli(enc, head())
    net.load_state_dict(st)
    return net

tok = Tokenizer.from_file(f"{M}/tokenizer.json")
tok.no_padding(), tok.enable_truncation(320, strategy="only_first")
cuda = "cuda"

class Pairs:
    def __init__(self, rows):
        es = tok.encode_batch([(r[0], r[1]) for r in rows])
        self.n = np.array([len(e.ids) for e in es])
        ids, types = np.zeros((len(es), self.n.max()), np.int32), np.zeros((len(es), self.n.max()), np.int8)
        for k, e in enumerate(es): ids[k, :len(e.ids)], types[k, :len(e.ids)] = e.ids, e.type_ids
        self.ids, self.types = torch.from_numpy(ids).to(cuda), torch.from_numpy(types).to(cuda)
    def batch(self, ix):
        w = int(self.n[ix].max()); at = torch.as_tensor(ix, device=cuda)
        n = torch.as_tensor(self.n[ix], device=cuda)
        return self.ids[at, :w].long(), torch.arange(w, device=cuda)[None] < n[:, None], self.types[at, :w].long()

def logits(net, rows, bs=512):
    if not rows: return np.zeros((0, 3))
    P = rows if isinstance(rows, Pairs) else Pairs(rows)
    net.eval(); order = np.argsort(P.n); out = torch.empty(len(order), 3, device=cuda)
    with torch.no_grad(), torch.autocast(cuda, torch.bfloat16):
        for i in range(0, len(order), bs):
            out[torch.as_tensor(order[i:i+bs], device=cuda)] = net(*P.batch(order[i:i+bs])).float()
    return out.cpu().numpy()

def scores(p, y):
    f, pr = [], []
    for k in range(3):
        tp = ((p == k) & (y == k)).sum(); f.append(2*tp/max(1,(p==k).sum()+(y==k).sum())); pr.append(tp/max(1,(p==k).sum()))
    return dict(acc=round(float((p==y).mean()),4), f1=round(float(np.mean(f)),4), f=[round(float(x),3) for x in f], prec=[round(float(x),3) for x in pr])
import perturb as P
t0 = time.time(); BS = 128
say = lambda *x: print(f"[{time.time()-t0:6.1f}]", *x, flush=True)
base = load_base().to(cuda)
G = {c["id"]: gold(c) for c in train + dev}
dv = [r for c in dev for r in G[c["id"]]]
say("base dev", len(dv), scores(logits(base, dv).argmax(1), np.array([r[2] for r in dv])))
# folds by connected components of cited documents
par = {}
def find(x):
    par.setdefault(x, x)
    while par[x] != x: x = par[x]
    return x
for c in train:
    for d in c["cited_doc_ids"][1:]: par[find(d)] = find(c["cited_doc_ids"][0])
rng = random.Random(5)
roots = sorted({find(c["cited_doc_ids"][0]) for c in train}); rng.shuffle(roots)
fold_of = {r: i % 5 for i, r in enumerate(roots)}
fold = {c["id"]: fold_of[find(c["cited_doc_ids"][0])] for c in train}
devdocs = {d for c in dev for d in c["cited_doc_ids"]}
docs = list(corpus)
WS = {d: set(words(" ".join(t))) for d, t in corpus.items()}
IDF = {w: math.log(len(corpus)/n) for w, n in df.items()}

def rows_of(c):
    out, q = [], words(c["claim"])
    for doc in c["cited_doc_ids"]:
        text, found = corpus[doc], c["evidence"].get(str(doc))
        ranked = sorted(range(len(text)), key=lambda i: -weigh(q, text[i]))
        join = lambda at: " ".join(text[i] for i in sorted(at))
        if found:
            y = LAB[found[0]["label"]]
            at = {i for e in found for i in e["sentences"]}
            seen = set()
            for s in [frozenset(e["sentences"]) for e in found] + [frozenset(at)]:
                if s not in seen: seen.add(s); out.append((join(s), c["claim"], y, 1.0))
            out.append((join(at | set(ranked[:2])), c["claim"], y, 0.5))
            out.append((" ".join(text), c["claim"], y, 0.5))
            rest = [i for i in ranked if i not in at]
            out += [(text[i], c["claim"], 2, 0.5) for i in rest[:2]]
        else:
            out.append((join(ranked[:2]), c["claim"], 2, 1.0))
            out.append((text[ranked[0]], c["claim"], 2, 0.5))
            out.append((" ".join(text), c["claim"], 2, 0.5))
    return out
def negatives(c, rng):
    q = words(c["claim"]); pool = rng.sample(docs, 300)
    best = sorted(pool, key=lambda d: -sum(IDF[w] for w in q if w in WS[d]))[:2]
    out = []
    for d in best:
        if d in c["cited_doc_ids"]: continue
        t = corpus[d]; out.append((max(t, key=lambda s: weigh(q, s)), c["claim"], 2, 0.3))
    return out
def rule_made(n, rng):
    out = []
    pool = [d for d in docs if d not in devdocs]
    while len(out) < n:
        t = corpus[rng.choice(pool)]
        if len(t) < 3: continue
        i = rng.choice([len(t)-1, len(t)-2, rng.randrange(len(t))]); s = t[i]
        if not 8 <= len(s.split()) <= 45: continue
        k, f = P.en_keep(s, rng), P.en_flip(s, rng)
        ctx = s if rng.random() < .6 else " ".join(t[max(0,i-1):i+1])
        if k: out.append((ctx, k, 0, .25))
        if f:
            f2 = P.en_keep(f, rng) or f
            out.append((ctx, f2, 1, .25)); 
            if k and rng.random() < .5: out.append((f, k, 1, .25))
        o = t[(i+rng.choice([1,2])) % len(t)]
        if k: out.append((o, k, 2, .25))
    return out
def ja_rows(n, rng):
    texts = []
    for r in op(f"{D}/ja.jsonl.gz"):
        try: texts.append(json.loads(r)["context"])
        except Exception: break
    sents = [re.findall(r"[^。]{8,120}。", t) for t in dict.fromkeys(texts)]
    sents = [s for s in sents if len(s) > 2]; out = []
    while len(out) < n:
        t = rng.choice(sents); i = rng.randrange(len(t)); s = t[i]
        for h in (P.ja_keep(s, rng), P.ja_flip(s, rng), t[(i+1) % len(t)]):
            if h: out.append((s.strip(), h.strip(), 2, .25))
    return out

def fit(rows, soft_rows, lr, epochs, seed=1, head_lr=1.0, freeze=True):
    torch.manual_seed(seed); np.random.seed(seed)
    net = copy.deepcopy(base)
    for n, p in net.named_parameters():
        if freeze and n.startswith(("encoder.word", "encoder.position")): p.requires_grad_(False)
    A = Pairs(rows + soft_rows)
    y = torch.tensor([r[2] for r in rows + soft_rows], device=cuda)
    w = torch.tensor([r[3] for r in rows + soft_rows], device=cuda)
    soft = torch.zeros(len(y), dtype=torch.bool, device=cuda); soft[len(rows):] = True
    teacher = torch.zeros(len(y), 3, device=cuda)
    if soft_rows: teacher[len(rows):] = torch.tensor(logits(base, soft_rows), device=cuda).softmax(-1)
    opt = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=lr, weight_decay=0.01, fused=True)
    plan = []
    for _ in range(epochs):
        o = np.random.permutation(len(y)); o = o[np.argsort(A.n[o] // 24 + np.random.rand(len(o)) * 2, kind="stable")]
        b = [o[i:i+BS] for i in range(0, len(o), BS)]; random.Random(seed).shuffle(b); plan += b
    ema = {k: v.detach().clone() for k, v in net.state_dict().items()}
    for step, ix in enumerate(plan):
        for g in opt.param_groups: g["lr"] = lr * min(1, (step+1) / (0.1*len(plan))) * (1 - step/len(plan))
        net.train()
        with torch.autocast(cuda, torch.bfloat16): z = net(*A.batch(ix))
        z = z.float(); at = torch.as_tensor(ix, device=cuda)
        hard = F.cross_entropy(z, y[at], reduction="none", label_smoothing=0.05)
        kl = -(teacher[at] * z.log_softmax(-1)).sum(-1)
        loss = (torch.where(soft[at], kl, hard) * w[at]).sum() / w[at].sum()
        opt.zero_grad(set_to_none=True); loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0); opt.step()
        if step % 2 == 0:
            rate = min(0.98, (1+step)/(10+step)); now = net.state_dict()
            with torch.no_grad(): torch._foreach_lerp_([ema[k] for k in now], [now[k] for k in now], 1 - rate)
    net.load_state_dict(ema)
    return net

R = random.Random(3)
rule, ja = rule_made(5500, R), ja_rows(1500, R)
say("rule made", len(rule), collections.Counter(r[2] for r in rule), "ja", len(ja))
if __name__ == "__main__":
    per = {c["id"]: rows_of(c) for c in train}; neg = {c["id"]: negatives(c, R) for c in train}
    say("train rows", sum(map(len, per.values())))
    def soup(nets):
        out = copy.deepcopy(nets[0]); st = out.state_dict()
        with torch.no_grad():
            for k in st: st[k].copy_(torch.stack([n.state_dict()[k].float() for n in nets]).mean(0))
        return out

    import onnxruntime as ort
    LR, EP, SEEDS, RW = 8e-5, 4, (1, 2), .3
    rl = [(*r[:3], RW) for r in rule]
    nets = {}
    for f in list(range(5)) + [-1]:
        tr = [r for c in train if fold[c["id"]] != f for r in per[c["id"]] + neg[c["id"]]]
        nets[f] = soup([fit(tr + rl, ja, LR, EP, seed=s) for s in (SEEDS if f >= 0 else (1, 2, 3))])
        if f >= 0:
            te = [r for c in train if fold[c["id"]] == f for r in G[c["id"]]]
            say("fold", f, scores(logits(nets[f], te).argmax(1), np.array([r[2] for r in te])))
    te = [(r, fold[c["id"]]) for c in train for r in G[c["id"]]]
    z = np.zeros((len(te), 3)); y = np.array([r[0][2] for r in te])
    for f in range(5):
        at = [i for i, r in enumerate(te) if r[1] == f]; z[at] = logits(nets[f], [te[i][0] for i in at])
    say("oof", scores(z.argmax(1), y), "base", scores(logits(base, [r[0] for r in te]).argmax(1), y))
    Z = torch.tensor(z); Y = torch.tensor(y)
    T = min(np.arange(0.5, 4, 0.05), key=lambda t: float(F.cross_entropy(Z / t, Y)))
    say("temperature", T)
    jz, jb = logits(nets[-1], ja).argmax(1), logits(base, ja).argmax(1)
    say("japanese agreement with base", float((jz == jb).mean()))
    # export
    from encoder import save_parts
    import export_onnx
    os.makedirs(f"{OUT}/scratch", exist_ok=True)
    save_parts({k: v.cpu() for k, v in nets[-1].state_dict().items()}, f"{OUT}/scratch", "nli")
    cfg = json.load(open(f"{M}/config.json")); cfg["name"] = "lyra-stance-mini"; cfg["temperature"] = round(float(T), 2); cfg.pop("logit_bias"); cfg.pop("logit_bias_note")
    json.dump(cfg, open(f"{OUT}/scratch/config.json", "w"), indent=2)
    export_onnx.main("nli", f"{OUT}/scratch/nli", f"{M}/tokenizer.json", f"{OUT}/scratch/out", f"{OUT}/scratch/config.json")
    blob = open(f"{OUT}/scratch/out/model.onnx", "rb").read()
    open(f"{OUT}/model.onnx", "wb").write(blob)
    open(f"{OUT}/config.json", "w").write(open(f"{OUT}/scratch/config.json").read())
    say("exported", len(blob))
    # embeddings
    so = ort.SessionOptions(); so.intra_op_num_threads = 16
    es = ort.InferenceSession("models/lyra-embed-mini/model.onnx", so)
    et = Tokenizer.from_file("models/lyra-embed-mini/tokenizer.json"); et.no_padding(); et.enable_truncation(256)
    def embed(texts, bs=64):
        en = et.encode_batch(texts); order = sorted(range(len(en)), key=lambda i: len(en[i].ids)); out = np.zeros((len(en), 384), np.float32)
        for b in range(0, len(order), bs):
            part = [en[i] for i in order[b:b+bs]]; n = max(len(e.ids) for e in part)
            pad = lambda rows: np.array([r + [0]*(n-len(r)) for r in rows], dtype=np.int64)
            out[order[b:b+bs]] = es.run(None, {"input_ids": pad([e.ids for e in part]), "attention_mask": pad([e.attention_mask for e in part])})[0]
        return out
    dl = list(corpus); cv_ = embed([c["claim"] for c in train])
    say("claims embedded")
    dvec = embed([" ".join(corpus[d])[:1500] for d in dl])
    say("docs embedded")
    post = collections.defaultdict(list)
    lens = {d: sum(words(" ".join(corpus[d])).values()) for d in dl}; avg = np.mean(list(lens.values()))
    for i, d in enumerate(dl):
        for w, n in words(" ".join(corpus[d])).items(): post[w].append((i, n * 2.2 / (n + 1.2 * (.25 + .75 * lens[d] / avg))))
    frs = []
    for ci, c in enumerate(train):
        bm = np.zeros(len(dl))
        for w in words(c["claim"]):
            for i, v in post.get(w, ()): bm[i] += IDF[w] * v
        s_ = .3 * bm / max(1e-9, bm.max()) + .7 * (dvec @ cv_[ci])
        top = [dl[i] for i in np.argsort(-s_)[:10]]
        for r in G[c["id"]]:
            t = corpus[r[3]]; at = [i for i, x in enumerate(t) if x in r[0]]
            frs.append(dict(c=c["id"], d=r[3], k="gold", y=r[2], at=at, text=r[0]))
        for d in dict.fromkeys(list(c["cited_doc_ids"]) + top):
            e = c["evidence"].get(str(d)); yy = LAB[e[0]["label"]] if e else 2
            frs.append(dict(c=c["id"], d=d, k="abs" if d in c["cited_doc_ids"] else "ret", y=yy, at=list(range(len(corpus[d]))), rank=top.index(d) if d in top else -1))
    say("fragments", len(frs))
    need = sorted({f["d"] for f in frs}); skey = {}; sents = []
    for d in need:
        for i, x in enumerate(corpus[d]): skey[(d, i)] = len(sents); sents.append(x)
    sv = embed(sents); say("sentences embedded", len(sents))
    cidx = {c["id"]: i for i, c in enumerate(train)}; ctext = {c["id"]: c["claim"] for c in train}
    reads = collections.defaultdict(list)
    for n, f in enumerate(frs):
        t = corpus[f["d"]]; cv1 = cv_[cidx[f["c"]]]
        cos = [float(sv[skey[(f["d"], i)]] @ cv1) for i in f["at"]]; f["cos"] = [round(x, 4) for x in cos]
        o = sorted(range(len(cos)), key=lambda i: -cos[i])[:3]; f["o"] = o
        rs = [(t[f["at"][i]], ctext[f["c"]]) for i in o]
        if len(cos) > 1: rs.append((" ".join(t[f["at"][i]] for i in sorted(o[:2])), ctext[f["c"]]))
        else: rs.append(rs[0])
        whole = " ".join(t[i] for i in f["at"]); rs.append((whole, ctext[f["c"]]))
        rs.append((ctext[f["c"]], rs[0][0]))
        for r in rs: reads[fold[f["c"]]].append((n, r))
    for f in range(5):
        rows = [r for _, r in reads[f]]; za, zb = logits(nets[f], rows), logits(base, rows)
        for (n, _), a, b in zip(reads[f], za, zb):
            frs[n].setdefault("z", []).append([round(float(x), 3) for x in a]); frs[n].setdefault("b", []).append([round(float(x), 3) for x in b])
    for f in frs: f.pop("text", None); f["f"] = fold[f["c"]]
    with gzip.open(f"{OUT}/reads.jsonl.gz", "wt") as g:
        for f in frs: g.write(json.dumps(f, separators=(",", ":")) + "\n")
    say("done")
