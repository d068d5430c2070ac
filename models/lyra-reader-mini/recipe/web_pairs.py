"""Every pair of sentences of the written cells and webs, as texts and labels, for web_tune.py.

A search lays each claim beside many sentences of which hardly one speaks of it. So the reader is taught all pairs of a
web, in the share in which they come, and not only the likeliest to be mistaken.
"""
import glob
import os
import re

import dense_rows
import web_rows

HERE = os.path.dirname(os.path.abspath(__file__))
SUPPORTS, REFUTES, NEUTRAL, UNSUPPORTED = 0, 1, 2, 3
# Of a line: bare, under its title, and with a quiet sentence of its web around it.
BARE, TITLED, BEFORE, AFTER = range(4)
FORMS = 4
TAG = re.compile(r"[A-Z](\d|\?)|-")


def japanese(text):
    return bool(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text))


def read_groups(path):
    """Each cell or web as its lines (tag, title, sentence)."""
    groups = []
    for line in open(path, encoding="utf8"):
        if line.startswith("@"):
            groups.append([])
        elif groups and not line.startswith(">") and line.count("|") >= 2:
            tag, title, text = (part.strip() for part in line.split("|", 2))
            if TAG.fullmatch(tag) and title and text:
                groups[-1].append((tag, title, text))
    return [group for group in groups if len(group) >= 5]


class Texts:
    """Texts by number; a line has one number for each of its forms, in a row."""

    def __init__(self):
        self.texts = []

    def add(self, text):
        self.texts.append(text)
        return len(self.texts) - 1

    def add_line(self, line, quiet):
        _, title, text = line
        gap = "" if japanese(text) else " "
        first = self.add(text)
        self.add(f"{title} : {text}")
        self.add(f"{title} : {quiet}{gap}{text}" if quiet else f"{title} : {text}")
        self.add(f"{title} : {text}{gap}{quiet}" if quiet else f"{title} : {text}")
        return first


class Pairs:
    """Rows (evidence, claim, label, kind): numbers of texts, of first forms where both sides are lines."""

    def __init__(self):
        self.rows = {}

    def put(self, kind, evidence, claim, label):
        self.rows.setdefault(kind, []).append((evidence, claim, label))


def label_of(first, second):
    if "-" in (first, second) or first[0] != second[0]:
        return NEUTRAL, "other"
    if "?" in first + second:
        return NEUTRAL, "near"
    return (SUPPORTS, "told") if first == second else (REFUTES, "told")


def put_group(texts, pairs, group, own_pages, set_name):
    quiet = [line[2] for line in group if line[0] == "-"]
    at = []
    for k, line in enumerate(group):
        fitting = [text for text in quiet if text != line[2] and japanese(text) == japanese(line[2])]
        at.append(texts.add_line(line, fitting[k % len(fitting)] if fitting else None))
    for i, a in enumerate(group):
        for j, b in enumerate(group):
            if i != j and (own_pages or a[1] != b[1]):
                label, kind = label_of(a[0], b[0])
                pairs.put(f"{set_name} {kind}", at[i], at[j], label)
    return at


def put_statements(texts, pairs, web, at):
    for tag, kind, text in web["statements"]:
        own = texts.add(text)
        told = SUPPORTS if kind == "faithful" else dense_rows.ALTERED.get(kind, UNSUPPORTED)
        for k, line in enumerate(web["lines"]):
            label, _ = label_of(line[0], tag)
            if line[0] == tag:
                pairs.put("statement told", at[k], own, told)
            elif label == NEUTRAL:
                pairs.put("statement other", at[k], own, NEUTRAL)
            elif kind == "faithful":
                pairs.put("statement told", at[k], own, REFUTES)


def read_all(is_held, folders=("cells", "dense")):
    """Texts, pairs to be taught, and the held-out pairs; `is_held(file, number of the group)` decides."""
    texts, pairs, held = Texts(), Pairs(), Pairs()
    for folder in folders:
        webs = {web["name"]: web for web in dense_rows.read_dense()} if folder == "dense" else {}
        for path in sorted(glob.glob(os.path.join(HERE, folder, "*.txt"))):
            name = os.path.basename(path)[:-4]
            groups = [web["lines"] for key, web in webs.items() if key.startswith(f"{name}:")] if webs else read_groups(path)
            for k, group in enumerate(groups):
                to = held if is_held(folder, name, k) else pairs
                at = put_group(texts, to, group, folder == "cells", folder)
                if webs:
                    put_statements(texts, to, webs[f"{name}:{k}"], at)
    for web in web_rows.read_webs():
        to = held if web["held"] else pairs
        at = [texts.add_line(("-", title, text), None) for _, title, text in web["sentences"]]
        for evidence, claim, label in web_rows.directed(web["marks"]):
            to.put("web told", at[evidence], at[claim], label)
        for evidence, claim in web_rows.unasked(web):
            to.put("web other", at[evidence], at[claim], NEUTRAL)
    return texts, pairs, held
