"""FEVER dev pairs (as asaakyan/covidfact has them, RTE-Fever/processed) and FeverSymmetric v0.2 as fever.jsonl.gz:
python fever_pairs.py COVIDFACT FEVERSYMMETRIC OUT. Neutral pairs: evidence of another claim about the same thing that shares few words."""
import collections, gzip, json, random, re, sys
read = lambda p: open(p, encoding="utf-8").read().split("\n")
covidfact, symmetric, target = sys.argv[1:4]
def clean(s):
    s=re.sub(r"\( (?:-LSB-.*?-RSB-|[^()]{0,60}[ˈɑæəɛɪʊːʃŋ][^()]{0,60}) ?;? ?","( ",s)
    s=s.replace('-LSB-','[').replace('-RSB-',']').replace('-LRB-','(').replace('-RRB-',')').replace("``",'"').replace("''",'"').replace(' -- ',' - ')
    s=re.sub(r"\(\s*\)","",s); s=re.sub(r" ([.,;:!?%)\]])",r"\1",s); s=re.sub(r"([(\[]) ",r"\1",s); s=re.sub(r" ('s|n't|'re|'ve|'ll|'d)\b",r"\1",s)
    return re.sub(r"\s+"," ",s).strip()
ev,cl,lb=[read(f'{covidfact}/RTE-Fever/processed/dev.{x}') for x in ('raw.input0','raw.input1','label')]
rows=[]
for e,c,l in zip(ev,cl,lb):
    if e and c: rows.append((clean(e)[:900],clean(c),0 if l=='entailment' else 1))
sym=[]
for f in ('dev','test'):
    for x in read(f'{symmetric}/symmetric_v0.2/fever_symmetric_{f}.jsonl'):
        if x:
            r=json.loads(x); sym.append((clean(r.get('evidence') or r['evidence_sentence']),clean(r['claim']),0 if r['gold_label']=='SUPPORTS' else 1))
rng=random.Random(2)
W=lambda s:set(re.findall(r"[a-z0-9]{3,}",s.lower()))
by=collections.defaultdict(list)
for i,(e,c,y) in enumerate(rows): by[' '.join(c.split()[:2])].append(i)
neu=[]
for i,(e,c,y) in enumerate(rows):
    o=[j for j in by[' '.join(c.split()[:2])] if rows[j][0]!=e and len(W(c)&W(rows[j][0]))/max(1,len(W(c)))<.3]
    if o and rng.random()<.9: neu.append((rows[rng.choice(o)][0],c,2))
out=list(dict.fromkeys(rows+sym+neu)); print(len(rows),len(sym),len(neu),len(out))
with gzip.open(f'{target}/fever.jsonl.gz','wt') as g:
    for r in out: g.write(json.dumps(r,ensure_ascii=False)+'\n')
