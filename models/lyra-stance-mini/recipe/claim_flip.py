"""Reversals of short scientific claims, beside perturb.en_flip: the verbs and adjectives that SciFact's writers turn round."""
import re
PAIRS = """induces/inhibits induce/inhibit induced/inhibited inducing/inhibiting induction/inhibition raises/lowers raise/lower raised/lowered
stimulates/suppresses stimulate/suppress stimulated/suppressed stimulation/suppression enables/prevents enable/prevent enabled/prevented
upregulates/downregulates upregulate/downregulate elevated/decreased elevates/decreases poorer/better poor/good shorter/longer
required/dispensable essential/dispensable necessary/unnecessary sufficient/insufficient resistance/sensitivity
contributes/opposes facilitates/hinders facilitate/hinder boosts/lowers boost/lower worsens/improves worsening/improving
stabilizes/destabilizes accumulate/diminish strong/weak rapid/slow rapidly/slowly slows/speeds delays/speeds deficiency/excess
absence/presence lack/abundance favorable/unfavorable adaptive/maladaptive exacerbates/alleviates exacerbate/alleviate
aggravates/ameliorates ameliorates/aggravates attenuates/amplifies attenuated/amplified impairs/improves impair/improve impaired/improved
blocks/promotes block/promote blocked/promoted blocking/promoting activates/inhibits activate/inhibit activation/inhibition
increased/reduced increases/reduces increase/reduce increasing/reducing high/low higher/lower more/less most/least larger/smaller
protects/harms protective/harmful dependent/independent dependently/independently expands/contracts survive/die healthy/unhealthy
early/late old/young active/inactive stable/unstable normal/abnormal mature/immature symmetrical/asymmetrical""".split()
TURN = {}
for p in PAIRS:
    a, b = p.split("/")
    TURN.setdefault(a, []).append(b), TURN.setdefault(b, []).append(a)
TURN_RE = re.compile(r"\b(" + "|".join(sorted(TURN, key=len, reverse=True)) + r")\b", re.I)
like = lambda w, m: w[:1].upper() + w[1:] if m[:1].isupper() else w
VERB = [(r"\b(is|are|was|were) (associated|linked|correlated|related|involved|required|needed|expressed|effective|able|known|found|caused|affected|regulated|mediated)\b", r"\1 not \2"),
        (r"\b(is|are|was|were) not (\w+)", r"\1 \2"), (r"\b(does|do|did) not ", ""), (r"\bcannot\b", "can"), (r"\bcan not\b", "can"), (r"\bcan\b", "cannot"),
        (r"\b(has|have) no\b", r"\1 a clear"), (r"\bhas (a|an)\b", "has no"), (r"\bhave (a|an)\b", "have no"), (r"\bplays? (a|an) ", "plays no "), (r"\bleads? to\b", "prevents"),
        (r"\bresults? in\b", "prevents"), (r"\bcauses?\b", "prevents"), (r"\bprotects? against\b", "promotes"), (r"\bnot\b ", ""), (r"\bregulates\b", "does not affect"), (r"\baffects\b", "does not affect"),
        (r"\binteracts with\b", "does not interact with"), (r"\bbinds to\b", "does not bind to"), (r"\bmediates\b", "does not mediate")]

def claim_flip(s, rng, other):
    opts = []
    hits = list(TURN_RE.finditer(s))
    for m in hits:
        def turn(m=m):
            return s[:m.start()] + like(rng.choice(TURN[m.group(1).lower()]), m.group(1)) + s[m.end():]
        opts += [turn] * 3
    for pat, rep in VERB:
        if re.search(pat, s): opts += [lambda pat=pat, rep=rep: re.sub(pat, rep, s, count=1)] * 2; break
    e = other(s, rng)
    if e: opts += [lambda: e] * 2
    if not opts: return None
    out = re.sub(r"\s+", " ", rng.choice(opts)()).strip()
    return out if out.lower() != s.lower() else None
