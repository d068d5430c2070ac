"""Forests of LightGBM as flat columns of numbers, read by src/extract/forest.ts."""
import json


def write(forests, file, classes=1):
    """The mean of forests of equal size."""
    split, cut, left, right, leaf, roots = [], [], [], [], [], []

    def visit(node):
        if "leaf_value" in node:
            leaf.append(round(node["leaf_value"] / len(forests), 5))
            return -len(leaf)
        at = len(split)
        split.append(node["split_feature"])
        cut.append(float("%.6g" % node["threshold"]))
        left.append(0)
        right.append(0)
        left[at], right[at] = visit(node["left_child"]), visit(node["right_child"])
        return at

    for forest in forests:
        dump = forest.dump_model()
        for tree in dump["tree_info"]:
            roots.append(visit(tree["tree_structure"]))
    packed = dict(features=dump["max_feature_idx"] + 1, classes=classes, roots=roots, split=split, cut=cut, left=left,
                  right=right, leaf=leaf)
    with open(file, "w") as opened:
        opened.write(json.dumps(packed, separators=(",", ":")) + "\n")
