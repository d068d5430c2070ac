"""The 6-layer BERT encoder written out plainly, so that training, export and evaluation run the same few lines."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, d, heads, inner, dropout=0.1):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.attn_out = (nn.Linear(d, d) for _ in range(4))
        self.attn_norm, self.out_norm = nn.LayerNorm(d, eps=1e-12), nn.LayerNorm(d, eps=1e-12)
        self.up, self.down = nn.Linear(d, inner), nn.Linear(inner, d)
        self.drop = nn.Dropout(dropout)
        self.export = False

    def forward(self, h, keep):
        b, t, d = h.shape
        split = lambda x: x.view(b, t, self.heads, d // self.heads).transpose(1, 2)
        q, k, v = split(self.query(h)), split(self.key(h)), split(self.value(h))
        if self.export:  # fused attention does not export
            bias = (1.0 - keep[:, None, None, :].to(h.dtype)) * -10000.0
            a = torch.softmax(q @ k.transpose(-1, -2) / (d // self.heads) ** 0.5 + bias, -1) @ v
        else:
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None, :].bool())
        h = self.attn_norm(h + self.drop(self.attn_out(a.transpose(1, 2).reshape(b, t, d))))
        return self.out_norm(h + self.drop(self.down(F.gelu(self.up(h)))))


class Encoder(nn.Module):
    def __init__(self, vocab, d=384, layers=6, heads=12, inner=1536, positions=512, dropout=0.1):
        super().__init__()
        self.word, self.position, self.segment = nn.Embedding(vocab, d), nn.Embedding(positions, d), nn.Embedding(2, d)
        self.norm, self.drop = nn.LayerNorm(d, eps=1e-12), nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(d, heads, inner, dropout) for _ in range(layers))

    def forward(self, ids, keep, types=None):
        p = torch.arange(ids.shape[1], device=ids.device)
        h = self.word(ids) + self.position(p)[None] + self.segment(torch.zeros_like(ids) if types is None else types)
        h = self.drop(self.norm(h))
        for layer in self.layers:
            h = layer(h, keep)
        return h


def quantise_rows(table):
    """int8 rows with one scale each: how the word table is shipped and read back."""
    scale = table.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
    return torch.round(table / scale).to(torch.int8), scale
