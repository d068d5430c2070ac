"""Fits the speech head anew on the encoder as it is, on the CPU (a minute), and writes it into the model.

    python refit_speech.py --rows rows.jsonl --features features.bin --model model.onnx --out model.onnx

--rows is what refit-speech-rows.ts writes, --features what refit-features.ts makes of it with a copy of the model by
with_features.py. Rows are sentences, parts of sentences and two sentences together, each alone, as the product reads
them. The answer of every row that is not held out is learned; the other heads and the encoder stay as they are.
"""
import argparse
import json

import numpy as np

FEATURES, HIDDEN = 1920, 384
BATCH, EPOCHS, RATE, DECAY, SMOOTHING, DROPPED = 256, 10, 4e-4, 0.05, 0.02, 0.15
BARS = (0.02, 0.05, 0.1, 0.3, 0.5, 0.9)


def forward(params, batch):
    hidden = np.tanh(batch @ params[0] + params[1])
    return hidden, hidden @ params[2] + params[3]


def log_odds(params, x):
    z = np.concatenate([forward(params, x[i:i + 2048])[1] for i in range(0, len(x), 2048)])
    return z[:, 1] - z[:, 0]


def fit(params, x, y, w, epochs=EPOCHS, seed=1):
    """Adam from where the head stands; y is 0 or 1."""
    params = [p.astype(np.float32).copy() for p in params]
    draw = np.random.RandomState(seed)
    first, second = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
    steps, step = max(1, epochs * (len(y) // BATCH)), 0
    for _ in range(epochs):
        order = draw.permutation(len(y))
        for i in range(0, len(order) - BATCH + 1, BATCH):
            at = order[i:i + BATCH]
            noisy = x[at] * (draw.random_sample((BATCH, FEATURES)).astype(np.float32) > DROPPED) / (1 - DROPPED)
            hidden, z = forward(params, noisy)
            p = np.exp(z - z.max(1, keepdims=True))
            p /= p.sum(1, keepdims=True)
            goal = np.full_like(p, SMOOTHING / 2)
            goal[np.arange(BATCH), y[at]] += 1 - SMOOTHING
            back = (p - goal) * (w[at] / w[at].sum())[:, None]
            through = (back @ params[2].T) * (1 - hidden ** 2)
            step += 1
            rate = RATE * min(1, step / 40) * max(0.05, 1 - step / steps)
            for k, grad in enumerate([noisy.T @ through, through.sum(0), hidden.T @ back, back.sum(0)]):
                first[k] = 0.9 * first[k] + 0.1 * grad
                second[k] = 0.999 * second[k] + 0.001 * grad ** 2
                update = (first[k] / (1 - 0.9 ** step)) / (np.sqrt(second[k] / (1 - 0.999 ** step)) + 1e-8)
                params[k] -= rate * (update + DECAY * params[k] * (params[k].ndim == 2))
    return params


def read_head(model):
    from onnx import numpy_helper

    array = lambda name: next(numpy_helper.to_array(one) for one in model.graph.initializer if one.name == name)
    head = []
    for layer in (0, 3):
        name = f"m.heads.speech.{layer}.weight"
        zero = array(f"{name}_zero_point").astype(np.float32)
        head.append((array(f"{name}_quantized").astype(np.float32) - zero) * array(f"{name}_scale"))
        head.append(array(f"m.heads.speech.{layer}.bias").copy())
    return head


def write_head(model, params):
    from onnx import numpy_helper

    stored = {one.name: one for one in model.graph.initializer}
    put = lambda name, value: stored[name].CopyFrom(numpy_helper.from_array(value, name))
    for layer, value, bias in ((0, params[0], params[1]), (3, params[2], params[3])):
        name = f"m.heads.speech.{layer}"
        scale = np.maximum(np.abs(value).max(0) / 127, 1e-9).astype(np.float32)
        put(f"{name}.weight_scale", scale)
        put(f"{name}.weight_zero_point", np.zeros(scale.shape, np.int8))
        put(f"{name}.weight_quantized", np.clip(np.round(value / scale), -127, 127).astype(np.int8))
        put(f"{name}.bias", bias.astype(np.float32))


def show(tag, params, x, rows, which):
    share = 1 / (1 + np.exp(-log_odds(params, x[which])))
    named = np.array([f"{rows[i]['src']} {rows[i]['lang']} {'speech' if rows[i]['y'] else 'plain'}" for i in which])
    for name in sorted(set(named)):
        own = share[named == name]
        print(tag, name, len(own), " ".join(f"{bar}:{(own >= bar).mean():.3f}" for bar in BARS), flush=True)


def main():
    import onnx

    args = argparse.ArgumentParser()
    for name in ("rows", "features", "model", "out"):
        args.add_argument(f"--{name}", required=True)
    args = args.parse_args()
    rows = [json.loads(line) for line in open(args.rows, encoding="utf8")]
    x = np.fromfile(args.features, np.float32).reshape(len(rows), FEATURES)
    y = np.array([row["y"] for row in rows])
    w = np.array([row["w"] for row in rows], np.float32)
    held = np.array([row["held"] for row in rows])
    model = onnx.load(args.model)
    before = read_head(model)
    show("before", before, x, rows, np.flatnonzero(held))
    after = fit(before, x[~held], y[~held], w[~held])
    show("after", after, x, rows, np.flatnonzero(held))
    write_head(model, after)
    onnx.save(model, args.out)


if __name__ == "__main__":
    main()
