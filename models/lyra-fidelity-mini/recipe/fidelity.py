"""The fidelity model: the reader's encoder with two heads, one for the statement and one for each of its words."""
import os
import sys

import numpy as np
import torch
import torch.nn as nn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lyra-reader-mini/recipe"))
from reader import FEATURES, read_onnx  # noqa: E402

HEAD = 8


class Fidelity(nn.Module):
    """statement: is it altered (one logit); words: which of its words are (one logit a token)."""

    def __init__(self, reader):
        super().__init__()
        self.encoder = reader.encoder
        stance = reader.heads["stance"]
        self.features = reader.features
        self.statement = nn.Sequential(nn.Linear(FEATURES, 384), nn.Tanh(), nn.Dropout(0.1), nn.Linear(384, 1))
        self.statement[0].load_state_dict(stance[0].state_dict())
        # It begins as what the reader hears: refuted rather than supported.
        with torch.no_grad():
            self.statement[3].weight.copy_((stance[3].weight[1] - stance[3].weight[0])[None])
            self.statement[3].bias.copy_((stance[3].bias[1] - stance[3].bias[0])[None])
        self.words = nn.Linear(384, 1)
        for layer in self.encoder.layers:
            layer.export = True

    def forward(self, ids, keep, types):
        h = self.encoder(ids, keep, types)
        second = (keep.long() * types)[..., None].to(h.dtype)
        first = keep[..., None].to(h.dtype) - second
        u = (h * first).sum(1) / first.sum(1).clamp(min=1)
        v = (h * second).sum(1) / second.sum(1).clamp(min=1)
        pooled = torch.cat([h[:, 0], u, v, (u - v).abs(), u * v], -1)
        return self.statement(pooled)[:, 0], self.words(h)[..., 0]


class LowRank(nn.Module):
    """A layer that stays as it was, and beside it the few products that are learned: what is shipped of it."""

    def __init__(self, base, taught, rank):
        super().__init__()
        self.base = base
        u, s, v = torch.linalg.svd(taught.weight.data - base.weight.data, full_matrices=False)
        if s.sum() == 0:
            v = torch.randn_like(v) / v.shape[1] ** 0.5
        self.down = nn.Parameter(s[:rank, None].sqrt() * v[:rank] if s.sum() > 0 else v[:rank])
        self.up = nn.Parameter(u[:, :rank] * s[:rank].sqrt())
        self.base.weight.requires_grad_(False)
        self.base.bias = nn.Parameter(taught.bias.data.clone())

    def forward(self, x):
        return self.base(x) + (x @ self.down.T) @ self.up.T

    def merged(self):
        return self.base.weight.data + self.up.data @ self.down.data


def thinned(net, reader, rank, frozen):
    """The net with every matrix above the frozen layers as the reader's and few products."""
    before = begun_from(reader)
    for layer, own in list(zip(net.encoder.layers, before.encoder.layers))[frozen:]:
        for part in ("query", "key", "value", "attn_out", "up", "down"):
            setattr(layer, part, LowRank(getattr(own, part), getattr(layer, part), rank))
    net.statement[0] = LowRank(before.statement[0], net.statement[0], rank)


def merged_state(net):
    """As if there were whole matrices."""
    state = {name: value for name, value in net.state_dict().items() if not name.endswith((".up", ".down"))}
    for name, part in net.named_modules():
        if isinstance(part, LowRank):
            del state[f"{name}.base.weight"]
            state[f"{name}.weight"], state[f"{name}.bias"] = part.merged(), state.pop(f"{name}.base.bias")
    return state


def begun_from(path):
    return Fidelity(read_onnx(path))


class TokenRows:
    """Rows of rows.ts: tokens, where the claim begins, label, weight, which of its tokens were altered."""

    def __init__(self, path):
        flat = np.fromfile(path, np.int32)
        heads, texts, at = [], [], 0
        while at < len(flat):
            head = flat[at:at + HEAD]
            heads.append(head)
            texts.append(flat[at + HEAD:at + HEAD + head[0]])
            at += HEAD + head[0]
        self.head, self.texts = np.stack(heads), texts
        self.lengths = self.head[:, 0]

    def batch(self, which):
        width = int(self.lengths[which].max())
        ids, types = np.zeros((len(which), width), np.int64), np.zeros((len(which), width), np.int64)
        marks = np.zeros((len(which), width), np.float32)
        asked = np.zeros((len(which), width), np.float32)
        for k, i in enumerate(which):
            length, begin, y, _, first, last, kind, _ = self.head[i]
            ids[k, :length], types[k, begin:length] = self.texts[i], 1
            # Of what was written as a contradiction nobody has marked the words.
            if y == 0 or last >= 0:
                asked[k, begin:length - 1] = 1
            if last >= 0:
                marks[k, begin + first:begin + last + 1] = 1
        keep = np.arange(width)[None] < self.lengths[which][:, None]
        return [torch.from_numpy(x) for x in (ids, keep, types, marks, asked)]
