"""The encoder in bfloat16 for a processor that multiplies it fast (AVX512-BF16, AMX): ten times the speed of float32.

Weights in float32 are kept beside those that compute. Fused attention has no fast path there, so it is written out;
noise for dropout is drawn once and read from random places.
"""
import copy
import random

import torch
import torch.nn.functional as F

import encoder

DROPOUT, NOISE = 0.1, 1 << 25
noise = None


def dropped(x, training):
    global noise
    if not training:
        return x
    if noise is None:
        noise = (torch.rand(NOISE) >= DROPOUT).to(x.dtype) / (1 - DROPOUT)
    if x.numel() >= NOISE:
        return F.dropout(x, DROPOUT)
    at = random.randrange(NOISE - x.numel())
    return x * noise[at:at + x.numel()].view_as(x)


def layer_forward(self, h, keep):
    b, t, d = h.shape
    split = lambda x: x.view(b, t, self.heads, d // self.heads).transpose(1, 2)
    q, k, v = split(self.query(h)), split(self.key(h)), split(self.value(h))
    bias = (~keep.bool())[:, None, None, :].to(h.dtype) * -10000.0
    a = torch.softmax((q @ k.transpose(-1, -2)) * (d // self.heads) ** -0.5 + bias, -1) @ v
    h = self.attn_norm(h + dropped(self.attn_out(a.transpose(1, 2).reshape(b, t, d)), self.training))
    return self.out_norm(h + dropped(self.down(F.gelu(self.up(h))), self.training))


def use():
    encoder.Layer.forward = layer_forward


class Computing:
    """A net in bfloat16 beside its weights in float32, which the optimiser moves."""

    def __init__(self, net, is_taught):
        self.net = copy.deepcopy(net).to(torch.bfloat16)
        named = list(zip(net.named_parameters(), self.net.parameters()))
        self.taught = [(own, fast) for (name, own), fast in named if is_taught(name)]
        for (name, _), fast in named:
            fast.requires_grad = is_taught(name)

    def weights(self):
        return [own for own, _ in self.taught]

    def show(self, weights):
        with torch.no_grad():
            for (_, fast), own in zip(self.taught, weights):
                fast.copy_(own)

    def step(self, optimiser):
        for own, fast in self.taught:
            own.grad = None if fast.grad is None else fast.grad.float()
            fast.grad = None
        torch.nn.utils.clip_grad_norm_(self.weights(), 1.0)
        optimiser.step()
        self.show(self.weights())
