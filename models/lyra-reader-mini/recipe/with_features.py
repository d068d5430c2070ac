"""A copy of the reader whose sentence output is what the encoder hands to the heads (refit-features.ts reads it).

    python with_features.py --model ../model.onnx --out HOME/models/lyra-reader-mini/model.onnx
"""
import argparse

import onnx
from onnx import helper

args = argparse.ArgumentParser()
for name in ("model", "out"):
    args.add_argument(f"--{name}", required=True)
args = args.parse_args()

model = onnx.load(args.model)
features = next(
    node.input[0]
    for node in model.graph.node
    if node.op_type == "DynamicQuantizeLinear"
    and any(output in other.input for output in node.output for other in model.graph.node
            if "m.heads.sentence.0.weight_quantized" in other.input)
)
for node in model.graph.node:
    for at, output in enumerate(node.output):
        if output == "sentence":
            node.output[at] = "sentence_logits"
model.graph.node.append(helper.make_node("Identity", [features], ["sentence"]))
onnx.save(model, args.out)
