"""Rows, tokens, folds and the fit of lyra-stance-mini; no CUDA before a worker asks for it.

encoder.py, perturb.py and export_onnx.py are those of lyra-nli-mini's recipe and must be importable.
"""
import collections, copy, gzip, json, math, os, random, re, sys, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from tokenizers import Tokenizer
from encoder import Encoder
from export_onnx import Nli, head
import perturb as P, claim_flip as S
M = "models/lyra-nli-mini"; D = os.environ["DATA"]; cuda = "cuda"
LAB = {"SUPPORT": 0, "CONTRADICT": 1}
op = lambda p: gzip.open(p, "rt", encoding="utf-8") if p.endswith(".gz") else open(p, encoding="utf-8")
jl = lambda p: [json.loads(x) for x in op(p)]
corpus = {r["doc_id"]: r["abstract"] for r in jl(f"{D}/corpus.jsonl.gz")}
words = lambda s: collections.Counter(re.findall(r"[a-z0-9]{3,}", s.lower()))
df = collections.Counter(w for t in corpus.values() for w in words(" ".join(t)))
IDF = {w: math.log(len(corpus) / n) for w, n in df.items()}
weigh = lambda q, s: sum(IDF[w] for w in words(s) if w in q and w in IDF)
train, dev = jl(f"{D}/claims_train.jsonl"), jl(f"{D}/claims_dev.jsonl")
devdocs = {d for c in dev for d in c["cited_doc_ids"]}
docs = list(corpus)
WS = {d: set(words(" ".join(t))) for d, t in corpus.items()}
t0 = time.time()
say = lambda *x: print(f"[{time.time()-t0:6.1f}]", *x, flush=True)

def gold(c):
    out, q = [], words(c["claim"])
    for doc in c["cited_doc_ids"]:
        text, found = corpus[doc], c["evidence"].get(str(doc))
        if found:
            y = LAB[found[0]["label"]]; at = sorted({i for e in found for i in e["sentences"]})
            out.append((" ".join(text[i] for i in at), c["claim"], y, doc))
            rest = [s for i, s in enumerate(text) if i not in at]
            if rest and doc % 3 == 0: out.append((max(rest, key=lambda s: weigh(q, s)), c["claim"], 2, doc))
        else:
            best = sorted(text, key=lambda s: -weigh(q, s))[:2]
            out.append((" ".join(s for s in text if s in best), c["claim"], 2, doc))
    return out

def rows_of(c):
    out, q = [], words(c["claim"])
    for doc in c["cited_doc_ids"]:
        text, found = corpus[doc], c["evidence"].get(str(doc))
        ranked = sorted(range(len(text)), key=lambda i: -weigh(q, text[i]))
        join = lambda at: " ".join(text[i] for i in sorted(at))
        if found:
            y = LAB[found[0]["label"]]; at = {i for e in found for i in e["sentences"]}; seen = set()
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
    return [(max(corpus[d], key=lambda s: weigh(q, s)), c["claim"], 2, 0.3) for d in best if d not in c["cited_doc_ids"]]

def flips(c, rng, times=2):
    """The claim turned round: the same evidence must then say the opposite, so that evidence alone says nothing."""
    out, seen, q = [], {c["claim"].lower()}, words(c["claim"])
    for _ in range(times):
        f = S.claim_flip(c["claim"], rng, P.en_flip)
        if not f or f.lower() in seen: continue
        seen.add(f.lower())
        for doc in c["cited_doc_ids"]:
            text, found = corpus[doc], c["evidence"].get(str(doc))
            if found:
                y = LAB[found[0]["label"]]; at = sorted({i for e in found for i in e["sentences"]})
                out.append((" ".join(text[i] for i in at), f, 1 - y, 1.0 if y == 0 else 0.6))
                rest = [s for i, s in enumerate(text) if i not in at]
                if rest: out.append((max(rest, key=lambda s: weigh(q, s)), f, 2, 0.5))
            else:
                best = sorted(text, key=lambda s: -weigh(q, s))[:2]
                out.append((" ".join(s for s in text if s in best), f, 2, 0.7))
    return out

def rule_made(n, rng):
    out, pool = [], [d for d in docs if d not in devdocs]
    while len(out) < n:
        d = rng.choice(pool); t = corpus[d]
        if len(t) < 3: continue
        i = rng.choice([len(t)-1, len(t)-2, rng.randrange(len(t))]); s = t[i]
        if not 8 <= len(s.split()) <= 45: continue
        k, f = P.en_keep(s, rng), P.en_flip(s, rng)
        ctx = s if rng.random() < .6 else " ".join(t[max(0,i-1):i+1])
        if k: out.append((ctx, k, 0, 1.0, d))
        if f:
            out.append((ctx, P.en_keep(f, rng) or f, 1, 1.0, d))
            if k and rng.random() < .5: out.append((f, k, 1, 1.0, d))
        o = t[(i+rng.choice([1,2])) % len(t)]
        if k: out.append((o, k, 2, 1.0, d))
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
            if h: out.append((s.strip(), h.strip(), 2, 1.0))
    return out

def load_base():
    import onnx
    from onnx import numpy_helper
    g = onnx.load(f"{M}/model.onnx").graph
    init = {i.name: numpy_helper.to_array(i) for i in g.initializer}
    def deq(name):
        b = name.removesuffix("_quantized"); s, z = init[b + "_scale"], init[b + "_zero_point"]
        return (init[name].astype(np.float32) - z.astype(np.float32)) * s
    mm = [n for n in g.node if n.op_type == "MatMulInteger" and n.input[1] in init]
    st = {k: torch.tensor(v) for k, v in init.items() if k.startswith(("encoder.", "head.")) and not k.endswith(("_quantized", "_scale", "_zero_point")) and v.dtype == np.float32}
    parts = ["query", "key", "value", "attn_out", "up", "down"]
    st["encoder.word.weight"] = torch.tensor(init["encoder.word.q"].astype(np.float32) * init["encoder.word.s"])
    st["encoder.position.weight"] = torch.tensor(init["encoder.position.q"].astype(np.float32) * init["encoder.position.s"])
    st.pop("encoder.word.s"), st.pop("encoder.position.s")
    for k, n in enumerate(mm):
        w = torch.tensor(deq(n.input[1])).T.contiguous()
        if n.input[1].startswith("head."): st[n.input[1].removesuffix("_quantized")] = w
        else: st[f"encoder.layers.{k // 6}.{parts[k % 6]}.weight"] = w
    net = Nli(Encoder(41538), head()); net.load_state_dict(st)
    return net

tok = Tokenizer.from_file(f"{M}/tokenizer.json")
tok.no_padding(), tok.enable_truncation(320, strategy="only_first")

class Store:
    """Every row tokenized once; a fit takes rows by number."""
    def __init__(self): self.rows, self.groups = [], {}
    def add(self, name, rows):
        start = len(self.rows); self.rows += [r[:4] for r in rows]; ix = np.arange(start, len(self.rows)); self.groups[name] = ix; return ix
    def freeze(self):
        es = tok.encode_batch([(r[0], r[1]) for r in self.rows])
        self.n = np.array([len(e.ids) for e in es]); w = self.n.max()
        self.ids, self.types = np.zeros((len(es), w), np.int32), np.zeros((len(es), w), np.int8)
        for k, e in enumerate(es): self.ids[k, :len(e.ids)], self.types[k, :len(e.ids)] = e.ids, e.type_ids
        self.y = np.array([r[2] for r in self.rows]); self.w = np.array([r[3] for r in self.rows], np.float32)
    def to_gpu(self):
        self.gi, self.gt = torch.from_numpy(self.ids).to(cuda), torch.from_numpy(self.types).to(cuda)
    def batch(self, ix):
        w = int(self.n[ix].max()); at = torch.as_tensor(ix, device=cuda); n = torch.as_tensor(self.n[ix], device=cuda)
        return self.gi[at, :w].long(), torch.arange(w, device=cuda)[None] < n[:, None], self.gt[at, :w].long()

def logits(net, st, ix, bs=512):
    net.eval(); ix = np.asarray(ix); order = ix[np.argsort(st.n[ix])]; pos = {int(v): k for k, v in enumerate(ix)}
    out = np.zeros((len(ix), 3), np.float32)
    with torch.no_grad(), torch.autocast(cuda, torch.bfloat16):
        for i in range(0, len(order), bs):
            z = net(*st.batch(order[i:i+bs])).float().cpu().numpy()
            out[[pos[int(v)] for v in order[i:i+bs]]] = z
    return out

def fit(base, st, ix, w, soft=None, lr=8e-5, epochs=4, seed=1, freeze=True, smooth=.05, rdrop=0., drop=.1, bs=128, ema_rate=.98, decay=1.0):
    """ix: row numbers, w: their weights, soft: {row: target distribution} as an array over st.rows (nan where hard)."""
    torch.manual_seed(seed); rs = np.random.RandomState(seed)
    net = copy.deepcopy(base)
    for m in net.modules():
        if isinstance(m, nn.Dropout): m.p = drop
    for n, p in net.named_parameters():
        if freeze and n.startswith(("encoder.word", "encoder.position")): p.requires_grad_(False)
    y = torch.tensor(st.y, device=cuda); W = torch.zeros(len(st.y), device=cuda); W[torch.as_tensor(ix, device=cuda)] = torch.as_tensor(w, device=cuda, dtype=torch.float32)
    T = None if soft is None else torch.tensor(soft, device=cuda)
    groups = collections.defaultdict(list)
    for n, p in net.named_parameters():
        if not p.requires_grad: continue
        m = re.match(r"encoder\.layers\.(\d+)", n); depth = 0 if decay == 1.0 else 6 - int(m.group(1)) if m else (0 if n.startswith("head") else 7)
        groups[depth].append(p)
    opt = torch.optim.AdamW([dict(params=v, lr=lr * decay ** k, k=decay ** k) for k, v in groups.items()], weight_decay=0.01, fused=True)
    plan = []
    for _ in range(epochs):
        o = rs.permutation(ix); o = o[np.argsort(st.n[o] // 24 + rs.rand(len(o)) * 2, kind="stable")]
        b, i = [], 0
        while i < len(o):
            k = bs
            while k > 48 and st.n[o[i:i+k]].max() * k > 20000: k = int(k * .8)
            b.append(o[i:i+k]); i += k
        random.Random(int(rs.randint(1 << 30))).shuffle(b); plan += b
    ema = {k: v.detach().clone() for k, v in net.state_dict().items()}; net.train()
    for step, b in enumerate(plan):
        f = min(1, (step+1) / (0.1*len(plan))) * (1 - step/len(plan))
        for g in opt.param_groups: g["lr"] = lr * g["k"] * f
        at = torch.as_tensor(b, device=cuda)
        args = st.batch(b)
        with torch.autocast(cuda, torch.bfloat16):
            z = net(*[torch.cat([a, a]) for a in args]) if rdrop else net(*args)
        z = z.float(); at2 = torch.cat([at, at]) if rdrop else at
        lp = z.log_softmax(-1)
        hard = F.cross_entropy(z, y[at2], reduction="none", label_smoothing=smooth)
        if T is not None:
            t = T[at2]; ok = ~t[:, 0].isnan(); kl = -(t.nan_to_num() * lp).sum(-1); hard = torch.where(ok, kl, hard)
        loss = (hard * W[at2]).sum() / W[at2].sum()
        if rdrop:
            a, c = lp.chunk(2); kl = ((a.exp() * (a - c)).sum(-1) + (c.exp() * (c - a)).sum(-1)) / 2
            loss = loss + rdrop * (kl * W[at]).sum() / W[at].sum()
        opt.zero_grad(set_to_none=True); loss.backward()
        nn.utils.clip_grad_norm_([p for p in net.parameters() if p.requires_grad], 1.0); opt.step()
        if step % 2 == 0:
            rate = min(ema_rate, (1+step)/(10+step)); now = net.state_dict()
            with torch.no_grad(): torch._foreach_lerp_([ema[k] for k in now], [now[k] for k in now], 1 - rate)
    net.load_state_dict(ema)
    return net

def soup(nets):
    out = copy.deepcopy(nets[0]); st = out.state_dict()
    with torch.no_grad():
        for k in st: st[k].copy_(torch.stack([n.state_dict()[k].float() for n in nets]).mean(0))
    return out

def folds_by_document():
    par = {}
    def find(x):
        par.setdefault(x, x)
        while par[x] != x: x = par[x]
        return x
    for c in train:
        for d in c["cited_doc_ids"][1:]: par[find(d)] = find(c["cited_doc_ids"][0])
    rng = random.Random(5); roots = sorted({find(c["cited_doc_ids"][0]) for c in train}); rng.shuffle(roots)
    of = {r: i % 5 for i, r in enumerate(roots)}
    return {c["id"]: of[find(c["cited_doc_ids"][0])] for c in train}

def folds_by_claim():
    ids = [c["id"] for c in train]; random.Random(8).shuffle(ids)
    return {c: i % 5 for i, c in enumerate(ids)}

def scores(p, y):
    f, pr, rc = [], [], []
    for k in range(3):
        tp = ((p == k) & (y == k)).sum(); f.append(2*tp/max(1,(p==k).sum()+(y==k).sum())); pr.append(tp/max(1,(p==k).sum())); rc.append(tp/max(1,(y==k).sum()))
    return float(np.mean(f)), [round(float(x),3) for x in pr], [round(float(x),3) for x in rc]

def nll(z, y):
    best = (9, 1)
    for t in np.arange(.6, 4, .1):
        a = z / t; a = a - a.max(1, keepdims=True); lp = a - np.log(np.exp(a).sum(1, keepdims=True))
        best = min(best, (float(-lp[np.arange(len(y)), y].mean()), float(t)))
    return best

def at_precision(z, y, want=.72):
    """Best macro-F1 over a bar for refutes, its precision out of fold at least `want`."""
    p = np.exp(z - z.max(1, keepdims=True)); p /= p.sum(1, keepdims=True); best = (0,)
    for bar in np.arange(-1, 3, .1):
        q = z.copy(); q[:, 1] -= bar; k = q.argmax(1); f, pr, rc = scores(k, y)
        if pr[1] >= want: best = max(best, (round(f, 4), round(float(bar), 2), pr, rc))
    return best
