"""What pair_texts.py wrote, on the device, and batches of pairs put together there: a form is drawn anew each time."""
import json
import re

import numpy as np
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
LIMIT = 256
# Of a line: bare, under its title, with a quiet sentence of its page before or behind it, and going on with the sentence
# before it (of a line whose own is not known: with a quiet one), parted from it as the product parts them.
BARE, TITLED, BEFORE, AFTER, GOING_ON = range(5)
PARTING, COLON = 1086, 1024
# A word is common to all subjects where so many are more frequent at most; from the second on it names one of them.
COMMON, NAMING = 1500, 3000
FIRST_WORD = 999
SUPPORTS, REFUTES, NEUTRAL = 0, 1, 2
# Classes of words that may stand for each other: words, ends of words, both in Japanese, figures by their length.
FIGURES, LONGEST_FIGURE = 5, 4


def word_classes(ids, vocabulary):
    """Of each word its class (0: nothing may stand for it), its rank by frequency, and the words of each class."""
    counts = np.bincount(ids, minlength=len(vocabulary))
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    classes = np.zeros(len(counts), np.int64)
    for word, at in vocabulary.items():
        letters = word.removeprefix("##")
        if at <= FIRST_WORD and not letters.isdigit() or counts[at] < 2:
            continue
        if letters.isascii() and letters.isdigit() and len(letters) <= LONGEST_FIGURE and letters == word:
            classes[at] = FIGURES + len(letters) - 1
        elif letters.isalpha() and rank[at] >= COMMON and not re.fullmatch("[\u3040-\u309f]+", letters):
            classes[at] = 1 + 2 * (not letters.isascii()) + word.startswith("##")
    return classes, rank, [np.where(classes == one)[0] for one in range(FIGURES + LONGEST_FIGURE)]


class Variation:
    """Pairs as they might be told of other things, by code: what it does to the label is known.

    Words and figures that both sides share, and that are not common to all subjects, become others on both sides: the
    label stays. A name becomes another on one side: they speak of different things. A figure of a support becomes
    another in the claim: it is refuted. Without the first, odd words alone would tell the second.
    """

    def __init__(self, ids, tokenizer):
        vocabulary = json.load(open(tokenizer, encoding="utf8"))["model"]["vocab"]
        classes, rank, words = word_classes(ids, vocabulary)
        self.classes = torch.from_numpy(classes).to(device)
        self.naming = torch.from_numpy((rank >= NAMING) & (classes > 0) & (classes < FIGURES)).to(device)
        size = max(len(of) for of in words[1:])
        table = [np.resize(of, size) if at and len(of) else np.zeros(size, np.int64) for at, of in enumerate(words)]
        self.table = torch.from_numpy(np.stack(table)).to(device)

    def others(self, ids, seeds):
        """For each word another of its class: the same one wherever it stands in its pair."""
        drawn = ((ids * 2654435761 + seeds * 40503) % 1000003 * 7919) % 1000003
        return self.table[self.classes[ids], drawn % self.table.shape[1]], drawn % 1000

    def apply(self, ids, keep, types, y, on_both, on_one, figures, share_of_words=0.7):
        seeds = torch.randint(1 << 30, (len(ids), 1), device=device)
        other, drawn = self.others(ids, seeds)
        across = (types[:, :, None] != types[:, None, :]) & keep[:, None, :] & keep[:, :, None]
        shared = ((ids[:, :, None] == ids[:, None, :]) & across).any(-1)
        of = self.classes[ids]
        kind = torch.rand((len(ids), 1), device=device)
        both = (kind < on_both) & shared & (of > 0) & (drawn < 1000 * share_of_words)
        told = (y < NEUTRAL)[:, None]
        side = torch.randint(2, (len(ids), 1), device=device)
        named = told & (kind >= on_both) & (kind < on_both + on_one) & shared & self.naming[ids]
        one = self.chosen(ids, named, drawn) & (types == side)
        own = self.own_part(ids, types, keep)
        figured = (y == SUPPORTS)[:, None] & (kind >= 1 - figures) & shared & (of >= FIGURES) & own
        figured = figured & (self.chosen(ids, figured, drawn)) & (types == 1) & (other != ids)
        changed = torch.where(one.any(1), NEUTRAL, torch.where(figured.any(1), REFUTES, y))
        return torch.where(both | one | figured, other, ids), changed

    def chosen(self, ids, among, drawn):
        """Of these places of each pair those of one word."""
        score = torch.where(among, drawn + 1, 0)
        first = score.argmax(1, keepdim=True)
        return among & (ids == ids.gather(1, first)) & (score.amax(1, keepdim=True) > 0)

    def own_part(self, ids, types, keep):
        """What of each side stands behind its title, its heading and the sentence before."""
        at = torch.arange(ids.shape[1], device=ids.device)[None]
        own = torch.zeros_like(keep)
        for side in (0, 1):
            mine = keep & (types == side)
            parting = torch.where(mine & (ids == PARTING), at, -1).amax(1, keepdim=True)
            colon = torch.where(mine & (ids == COLON), at, -1).amax(1, keepdim=True)
            own = own | (mine & (at > torch.where(parting >= 0, parting, colon)))
        return own


class Pack:
    def __init__(self, folder):
        ids = np.fromfile(f"{folder}/ids.bin", np.uint16).astype(np.int32)
        self.ids = ids
        sizes = np.fromfile(f"{folder}/sizes.bin", np.int32)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        base = len(ids)
        # [CLS], [SEP], ":" and the parting of the tokenizer, and a segment without tokens.
        self.flat = torch.from_numpy(np.concatenate([ids, [101, 102, 1024, PARTING]]).astype(np.int32)).to(device)
        n = len(sizes)
        self.start = np.concatenate([starts, base + np.arange(4), [0]]).astype(np.int64)
        self.size = np.concatenate([sizes, [1, 1, 1, 1, 0]]).astype(np.int64)
        self.CLS, self.SEP, self.COLON, self.PARTING, self.NONE = range(n, n + 5)
        lines = np.load(f"{folder}/lines.npy")
        self.lines = np.where(lines < 0, self.NONE, lines)
        self.pairs = dict(np.load(f"{folder}/pairs.npz"))

    def sides(self, at, form):
        """Segments (n, 6) of each line in its form."""
        title, text, q1, q2, own = self.lines[at].T
        none = np.full(len(at), self.NONE)
        titled = (form != BARE) & (title != self.NONE)
        goes_on = np.where(own != self.NONE, own, q1)
        before = np.where(form == BEFORE, q1, np.where(form == GOING_ON, goes_on, none))
        parted = (form == GOING_ON) & (goes_on != self.NONE)
        after = np.where(form == AFTER, np.where(q2 != self.NONE, q2, q1), none)
        return np.stack([np.where(titled, title, none), np.where(titled, self.COLON, none), before,
                         np.where(parted, self.PARTING, none), text, after], 1)

    def rows(self, e, c, ef, cf):
        """Start and size of each pair's segments, where its claim begins, and its length; cut as the product cuts pairs."""
        es, cs = self.sides(e, ef), self.sides(c, cf)
        el, cl = self.size[es], self.size[cs]
        room = LIMIT - 3
        ct = cl.sum(1)
        claim_room = np.minimum(ct, np.maximum(room // 2, room - el.sum(1)))
        def cut(lengths, most):
            ends = np.minimum(np.cumsum(lengths, 1), most[:, None])
            return np.diff(ends, axis=1, prepend=0)
        cl = cut(cl, claim_room)
        el = cut(el, room - cl.sum(1))
        n = len(e)
        one = np.ones((n, 1), np.int64)
        col = lambda k: np.full((n, 1), k)
        seg = np.concatenate([col(self.CLS), es, col(self.SEP), cs, col(self.SEP)], 1)
        size = np.concatenate([one, el, one, cl, one], 1)
        return self.start[seg], size, 2 + el.sum(1), size.sum(1)

    def batch(self, start, size, second, length):
        width = int(length.max())
        start, size = (torch.from_numpy(np.ascontiguousarray(x)).to(device, non_blocking=True) for x in (start, size))
        second = torch.from_numpy(second).to(device, non_blocking=True)
        ends = size.cumsum(1)
        t = torch.arange(width, device=device)[None].expand(len(ends), width).contiguous()
        seg = torch.searchsorted(ends, t, right=True).clamp(max=size.shape[1] - 1)
        before = (ends - size).gather(1, seg)
        keep = t < ends[:, -1:]
        ids = self.flat[(start.gather(1, seg) + t - before).clamp(0, len(self.flat) - 1)].long() * keep
        types = (t >= second[:, None]) & keep
        return ids, keep, types.long()
