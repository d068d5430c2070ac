"""What pair_texts.py wrote, on the device, and batches of pairs put together there: a form is drawn anew each time."""
import numpy as np
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
LIMIT = 256
# Of a line: bare, under its title, with a quiet sentence of its page before or behind it, and going on with the sentence
# before it (of a line whose own is not known: with a quiet one), parted from it as the product parts them.
BARE, TITLED, BEFORE, AFTER, GOING_ON = range(5)
PARTING = 1086


class Pack:
    def __init__(self, folder):
        ids = np.fromfile(f"{folder}/ids.bin", np.uint16).astype(np.int32)
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
