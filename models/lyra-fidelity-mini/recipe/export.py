"""Writes what the fidelity model has learned: export.py --net net.pt --reader ../../lyra-reader-mini/model.onnx --out ../weights.bin.

Its graph is the reader's. Of every matrix that was taught the difference to the reader's is written as a sum of few
products (a column times a row, int8 with a scale each), of every vector the new one; src/models/patch-weights.ts adds
them to the reader's file, and to its graph an output more: how far the statement as a whole is altered, and how far
its most doubtful word. The hidden layer of the first is that of the stance head, which answers nothing any more.
--cut writes the net with these weights as well, to be measured.
"""
import argparse
import hashlib
import json
import struct

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from fidelity import begun_from

PARTS = ["query", "key", "value", "attn_out", "up", "down"]
HEAD = "m.heads.stance"
FINAL = "/encoder/layers.5/out_norm/LayerNormalization_output_0"
POOLED, SECOND = "/stance/stance.1/Tanh_output_0", "/Cast_1_output_0"


def answering(state):
    """What is put behind the reader's graph, as bytes: nodes, tensors and the output."""
    own = onnx.GraphProto()
    put = lambda name, value: own.initializer.append(numpy_helper.from_array(value.astype(np.float32), name))
    put("statement.weight", state["statement.3.weight"].numpy().T.copy())
    put("statement.bias", state["statement.3.bias"].numpy())
    put("words.weight", state["words.weight"].numpy().T.copy())
    put("words.bias", state["words.bias"].numpy())
    put("words.one", np.ones(1))
    put("words.outside", np.array([-10000.0]))
    own.node.extend([
        helper.make_node("MatMul", [POOLED, "statement.weight"], ["statement/product"]),
        helper.make_node("Add", ["statement/product", "statement.bias"], ["statement"]),
        helper.make_node("MatMul", [FINAL, "words.weight"], ["words/product"]),
        helper.make_node("Add", ["words/product", "words.bias"], ["words/all"]),
        # Words of the evidence are not asked.
        helper.make_node("Sub", ["words.one", SECOND], ["words/not"]),
        helper.make_node("Mul", ["words/not", "words.outside"], ["words/bar"]),
        helper.make_node("Add", ["words/all", "words/bar"], ["words/own"]),
        helper.make_node("ReduceMax", ["words/own"], ["word"], axes=[1], keepdims=0),
        helper.make_node("Concat", ["statement", "word"], ["altered"], axis=1),
    ])
    own.output.append(helper.make_tensor_value_info("altered", TensorProto.FLOAT, ["batch", 2]))
    return own.SerializeToString()


def products(difference, rank):
    """The largest products of a matrix: columns and rows as int8, and their scales."""
    u, s, v = np.linalg.svd(difference.astype(np.float64), full_matrices=False)
    scales, bytes_ = [], []
    near = np.zeros_like(difference)
    for k in range(min(rank, len(s))):
        a, b = u[:, k] * np.sqrt(s[k]), v[k] * np.sqrt(s[k])
        sa, sb = np.abs(a).max() / 127, np.abs(b).max() / 127
        qa, qb = np.round(a / sa).astype(np.int8), np.round(b / sb).astype(np.int8)
        scales.append(float(sa * sb))
        bytes_.append(qa.tobytes() + qb.tobytes())
        near += np.outer(qa, qb).astype(np.float32) * np.float32(sa * sb)
    return scales, b"".join(bytes_), near, float((s[:rank] ** 2).sum() / max((s ** 2).sum(), 1e-12))


def main():
    args = argparse.ArgumentParser()
    for name in ("--net", "--reader", "--out"):
        args.add_argument(name, required=True)
    args.add_argument("--rank", type=int, default=16)
    args.add_argument("--cut", default="")
    args = args.parse_args()
    before = begun_from(args.reader).state_dict()
    after = torch.load(args.net)
    graph = onnx.load(args.reader).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    matrices = [n.input[1].removesuffix("_quantized") for n in graph.node if n.op_type == "MatMulInteger"]
    encoder = [name for name in matrices if not name.startswith("m.heads.")]
    assert len(encoder) == 36
    taught = {f"encoder.layers.{k // 6}.{PARTS[k % 6]}.weight": name for k, name in enumerate(encoder)}
    taught["statement.0.weight"] = f"{HEAD}.0.weight"
    parts, payload, shares, cut = [], b"", [], dict(after)

    def put_bytes(tensor, value):
        nonlocal payload
        assert stored[tensor].dtype == value.dtype and stored[tensor].shape == value.shape, tensor
        parts.append({"kind": "bytes", "tensor": tensor, "length": value.nbytes, "at": len(payload)})
        payload += np.ascontiguousarray(value).tobytes()

    for name, tensor in taught.items():
        difference = (after[name] - before[name]).numpy().T
        if np.abs(difference).max() == 0:
            continue
        assert not stored[f"{tensor}_zero_point"].any()
        scales, bytes_, near, share = products(difference, args.rank)
        rows, columns = difference.shape
        parts.append({"kind": "product", "tensor": tensor, "rows": rows, "columns": columns, "scales": scales, "at": len(payload)})
        payload += bytes_
        cut[name] = before[name] + torch.from_numpy(near.T.copy())
        shares.append(share)
    for name, value in after.items():
        if name.startswith("encoder.layers.") and (name.endswith("bias") or "norm" in name) and not torch.equal(value, before[name]):
            put_bytes(f"m.{name}", value.numpy())
    put_bytes(f"{HEAD}.0.bias", after["statement.0.bias"].numpy())
    more = answering(after)
    parts.append({"kind": "graph", "length": len(more), "at": len(payload)})
    payload += more
    with open(args.reader, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    head = json.dumps({"base_sha256": digest, "parts": parts}).encode()
    with open(args.out, "wb") as file:
        file.write(struct.pack("<I", len(head)) + head + payload)
    print(f"{len(parts)} parts, {(4 + len(head) + len(payload)) / 1e6:.2f} MB; of each difference {np.mean(shares):.2f} is kept")
    if args.cut:
        torch.save(cut, args.cut)


if __name__ == "__main__":
    main()
