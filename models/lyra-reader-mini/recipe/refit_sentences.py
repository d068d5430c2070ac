"""Fits the sentence head anew on the encoder as it is, on the CPU (two minutes), and writes it into the model.

    python refit_sentences.py --rows rows.jsonl --features features.bin --model model.onnx --out model.onnx

--rows and --features are what refit-rows.ts and refit-features.ts write. world_tune.py teaches the head with worlds whose
statements always have something before them; a head that was taught so takes whatever stands under a title for a
statement. Here every sentence comes under a title, with what stands before it, and with nothing.
"""
import argparse
import json

import numpy as np
import onnx
from onnx import numpy_helper

args = argparse.ArgumentParser()
for name in ("rows", "features", "model", "out"):
    args.add_argument(f"--{name}", required=True)
args = args.parse_args()
FEATURES, HIDDEN, KINDS, STATED, NOT_STATED = 1920, 384, 9, 9, 10
TEMPERATURE, BATCH, EPOCHS, RATE, DECAY, SMOOTHING = 1.25, 256, 14, 4e-4, 0.02, 0.04

rows = [json.loads(line) for line in open(args.rows, encoding="utf8")]
x = np.fromfile(args.features, np.float32).reshape(len(rows), FEATURES)
y = np.array([row["y"] for row in rows])
w = np.array([row["w"] for row in rows], np.float32)
held = np.array([row["held"] for row in rows])
source = np.array([row["src"] for row in rows])
bare = np.array([row["e"] == "" for row in rows])
model = onnx.load(args.model)
stored = {one.name: one for one in model.graph.initializer}
array = lambda name: numpy_helper.to_array(stored[name])


def weight(layer):
    name = f"m.heads.sentence.{layer}.weight"
    zero = array(f"{name}_zero_point").astype(np.float32)
    return (array(f"{name}_quantized").astype(np.float32) - zero) * array(f"{name}_scale")


params = [weight(0), array("m.heads.sentence.0.bias").copy(), weight(3), array("m.heads.sentence.3.bias").copy()]


def forward(batch):
    hidden = np.tanh(batch @ params[0] + params[1])
    z = hidden @ params[2] + params[3]
    z = np.exp(z - z.max(1, keepdims=True))
    return hidden, z / z.sum(1, keepdims=True)


def targets(p, label):
    """The kinds that are right: of a sentence that states something, the two that do, as likely as they are now."""
    goal = np.zeros_like(p)
    known = label < STATED
    goal[np.flatnonzero(known), label[known]] = 1 - SMOOTHING
    goal[known] += SMOOTHING / KINDS
    for value, kinds in ((STATED, slice(0, 2)), (NOT_STATED, slice(2, KINDS))):
        which = label == value
        part = p[which, kinds]
        goal[which, kinds] = part / np.maximum(part.sum(1, keepdims=True), 1e-6)
    return goal


def show(tag):
    p = np.concatenate([forward(x[i:i + 2048])[1] for i in range(0, len(x), 2048)])
    p = p ** (1 / TEMPERATURE)
    checkable = (p[:, :2].sum(1) / p.sum(1)) >= 0.55
    truth = (y <= 1) | (y == STATED)
    for name in sorted(set(source)):
        for how, which in (("bare", bare), ("under something", ~bare)):
            own = held & which & (source == name)
            passed = lambda some: f"{checkable[some].mean():.3f} of {some.sum()}" if some.any() else "-"
            print(tag, name, how, "stated", passed(own & truth), "other", passed(own & ~truth), flush=True)


show("before")
draw = np.random.RandomState(1)
training = np.flatnonzero(~held)
first, second = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
steps, step = EPOCHS * (len(training) // BATCH), 0
for epoch in range(EPOCHS):
    order = draw.permutation(training)
    for i in range(0, len(order) - BATCH + 1, BATCH):
        at = order[i:i + BATCH]
        noisy = x[at] * (draw.random_sample((BATCH, FEATURES)).astype(np.float32) > 0.1) / 0.9
        hidden, p = forward(noisy)
        share = (w[at] / w[at].sum())[:, None]
        back = (p - targets(p, y[at])) * share
        through = (back @ params[2].T) * (1 - hidden ** 2)
        grads = [noisy.T @ through, through.sum(0), hidden.T @ back, back.sum(0)]
        step += 1
        rate = RATE * min(1, step / 40) * max(0.05, 1 - step / steps)
        for k, grad in enumerate(grads):
            first[k] = 0.9 * first[k] + 0.1 * grad
            second[k] = 0.999 * second[k] + 0.001 * grad ** 2
            update = (first[k] / (1 - 0.9 ** step)) / (np.sqrt(second[k] / (1 - 0.999 ** step)) + 1e-8)
            params[k] -= rate * (update + DECAY * params[k] * (params[k].ndim == 2))
show("after")


def put(name, value):
    stored[name].CopyFrom(numpy_helper.from_array(value, name))


for layer, value, bias in ((0, params[0], params[1]), (3, params[2], params[3])):
    name = f"m.heads.sentence.{layer}"
    scale = (np.abs(value).max(0) / 127).astype(np.float32)
    put(f"{name}.weight_scale", scale)
    put(f"{name}.weight_zero_point", np.zeros(scale.shape, np.int8))
    put(f"{name}.weight_quantized", np.clip(np.round(value / scale), -127, 127).astype(np.int8))
    put(f"{name}.bias", bias.astype(np.float32))
onnx.save(model, args.out)
