"""The reader: one encoder, four heads; reading it from ONNX, feeding it rows, writing it as int8 ONNX."""
import hashlib
import os
import tempfile

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import numpy_helper

from encoder import Encoder, quantise_rows

HEADS = {"stance": 3, "quantity": 2, "sentence": 9, "speech": 2}
WORDS = 41538
FEATURES = 1920
device = "cuda" if torch.cuda.is_available() else "cpu"


class Reader(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.heads = nn.ModuleDict({
            task: nn.Sequential(nn.Linear(FEATURES, 384), nn.Tanh(), nn.Dropout(0.1), nn.Linear(384, size))
            for task, size in HEADS.items()
        })

    def features(self, ids, keep, types):
        """First token, mean of each side, their difference and product."""
        h = self.encoder(ids, keep, types)
        second = (keep.long() * types)[..., None].to(h.dtype)
        first = keep[..., None].to(h.dtype) - second
        u = (h * first).sum(1) / first.sum(1).clamp(min=1)
        v = (h * second).sum(1) / second.sum(1).clamp(min=1)
        return torch.cat([h[:, 0], u, v, (u - v).abs(), u * v], -1)

    def forward(self, task, ids, keep, types):
        return self.heads[task](self.features(ids, keep, types))


def read_onnx(path):
    """Weights of a stance model (one head) or of a reader (three or four) from its int8 ONNX file.

    Of a stance model every head takes over the hidden layer: it compares two texts, which all questions need. The
    fourth head of a reader that has three begins at chance.
    """
    graph = onnx.load(path).graph
    stored = {i.name.removeprefix("m."): numpy_helper.to_array(i) for i in graph.initializer}
    helpers = ("_quantized", "_scale", "_zero_point")
    state = {
        name: torch.tensor(value)
        for name, value in stored.items()
        if name.startswith(("encoder.", "head.", "heads.")) and not name.endswith(helpers) and value.dtype == np.float32
    }
    for table in ("word", "position"):
        rows, scale = stored[f"encoder.{table}.q"], stored[f"encoder.{table}.s"]
        state[f"encoder.{table}.weight"] = torch.tensor(rows.astype(np.float32) * scale)
        state.pop(f"encoder.{table}.s", None)
    # The export forgets the names of the encoder's matrices; their order in the graph tells which is which.
    parts, k = ["query", "key", "value", "attn_out", "up", "down"], 0
    for node in graph.node:
        name = node.input[1].removeprefix("m.") if node.op_type == "MatMulInteger" else ""
        if name not in stored:
            continue
        base = name.removesuffix("_quantized")
        zero, scale = stored[base + "_zero_point"].astype(np.float32), stored[base + "_scale"]
        weight = torch.tensor((stored[name].astype(np.float32) - zero) * scale).T.contiguous()
        if base.startswith("head"):
            state[base] = weight
        else:
            state[f"encoder.layers.{k // 6}.{parts[k % 6]}.weight"] = weight
            k += 1
    for name in [n for n in state if n.startswith("head.")]:
        weight, rest = state.pop(name), name.removeprefix("head.")
        state[f"heads.stance.{rest}"] = weight
        if rest.startswith("0."):
            for task in ("quantity", "sentence", "speech"):
                state[f"heads.{task}.{rest}"] = weight.clone()
    net = Reader(Encoder(WORDS))
    found = net.load_state_dict(state, strict=False)
    # Only the last layers of new heads may be missing, or all heads but that of stance.
    assert not found.unexpected_keys, found.unexpected_keys
    new = ("heads.quantity.3", "heads.sentence.3", "heads.speech.")
    if not any(n.startswith("heads.quantity") for n in state):
        new = ("heads.quantity.", "heads.sentence.", "heads.speech.")
    assert all(n.startswith(new) for n in found.missing_keys), found.missing_keys
    return net


class Rows:
    """Rows as tokens on the device: pairs (e, c), labels, weights."""

    def __init__(self, rows, tokenizer):
        pairs = [(row["e"] or ".", row["c"]) for row in rows]
        encoded = [e for i in range(0, len(pairs), 20000) for e in tokenizer.encode_batch(pairs[i:i + 20000])]
        self.lengths = np.array([len(e.ids) for e in encoded])
        ids = np.zeros((len(encoded), self.lengths.max()), np.int32)
        types = np.zeros_like(ids, dtype=np.int8)
        for k, e in enumerate(encoded):
            ids[k, :len(e.ids)], types[k, :len(e.ids)] = e.ids, e.type_ids
        self.ids, self.types = torch.from_numpy(ids).to(device), torch.from_numpy(types).to(device)
        self.y = torch.tensor([row["y"] for row in rows]).to(device)
        self.w = torch.tensor([float(row.get("w", 1)) for row in rows]).to(device)

    def batch(self, which):
        width = int(self.lengths[which].max())
        at = torch.as_tensor(which, device=device)
        lengths = torch.as_tensor(self.lengths[which], device=device)
        keep = torch.arange(width, device=device)[None] < lengths[:, None]
        return self.ids[at, :width].long(), keep, self.types[at, :width].long()


def logits(net, task, rows, size=1024):
    """Answers of one head to all rows, in their order."""
    net.eval()
    order = np.argsort(rows.lengths)
    out = torch.zeros((len(order), HEADS[task]))
    with torch.no_grad(), torch.autocast(device, torch.bfloat16):
        for i in range(0, len(order), size):
            which = order[i:i + size]
            out[torch.as_tensor(which)] = net(task, *rows.batch(which)).float().cpu()
    return out


def open_tokenizer(path):
    from tokenizers import Tokenizer  # cell_tune.py reads rows that are tokens already

    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.enable_truncation(256, strategy="longest_first")
    return tokenizer


class Int8Rows(nn.Module):
    def __init__(self, table):
        super().__init__()
        q, s = quantise_rows(table)
        self.register_buffer("q", q)
        self.register_buffer("s", s)

    def forward(self, ids):
        return self.q[ids].float() * self.s[ids]


class Answering(nn.Module):
    def __init__(self, net, tasks):
        super().__init__()
        self.m, self.tasks = net, tasks

    def forward(self, input_ids, attention_mask, token_type_ids):
        features = self.m.features(input_ids, attention_mask, token_type_ids)
        return tuple(self.m.heads[task](features) for task in self.tasks)


def write_onnx(net, path, tasks=tuple(HEADS)):
    """int8 per channel for the linear layers, int8 rows for the word and position tables.

    With the task of stance alone it is the graph that `stance_file` of config.json names.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    net = net.cpu().float().eval()
    net.encoder.word = Int8Rows(net.encoder.word.weight.data)
    net.encoder.position = Int8Rows(net.encoder.position.weight.data)
    for layer in net.encoder.layers:
        layer.export = True
    ids, keep = torch.tensor([[101, 2023, 102, 0]] * 2), torch.tensor([[1, 1, 1, 0]] * 2)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {k: {0: "batch", 1: "tokens"} for k in names} | {k: {0: "batch"} for k in tasks}
    with tempfile.TemporaryDirectory() as folder:
        full = os.path.join(folder, "full.onnx")
        torch.onnx.export(Answering(net, tasks).eval(), (ids, keep, torch.zeros_like(ids)), full, input_names=names,
                          output_names=list(tasks), dynamic_axes=axes, opset_version=17, dynamo=False)
        quantize_dynamic(full, path, op_types_to_quantize=["MatMul", "Gemm"], weight_type=QuantType.QInt8,
                         per_channel=True)
    give_out_hidden(path)


def give_out_hidden(path):
    """The hidden layer of the stance head as an output more, for learning from corrections.

    Its name has a digest of the weights. `add-hidden.ts` does the same to a model that was written without.
    """
    with open(path, "rb") as file:
        name = "hidden:" + hashlib.sha256(file.read()).hexdigest()[:12]
    model = onnx.load(path)
    made_by = {output: node for node in model.graph.node for output in node.output}
    makers = [made_by["stance"]]
    while not any(node.op_type == "Tanh" for node in makers):
        makers = [made_by[tensor] for node in makers for tensor in node.input if tensor in made_by]
    hidden = next(node.output[0] for node in makers if node.op_type == "Tanh")
    model.graph.node.append(onnx.helper.make_node("Identity", [hidden], [name]))
    model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", 384]))
    onnx.save(model, path)
