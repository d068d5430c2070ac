"""The second judgement: a small network over the pieces of a page, read by src/extract/network.ts.

Each piece is a row of WIDTH numbers made of its columns. Twice it hears what the pieces around it say: those under the
same elements, of the same template, of the same section, of the whole page, its heading, and the pieces before and
behind. It learns the F1 of the page beside the share of each piece, so that it is strict where that pays.
"""
import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, SAID, LAYERS, REACH, KEPT_COLUMNS = 24, 12, 2, 8, 160
EPOCHS, PAGES_A_STEP, RATE, DECAY = 16, 24, 3e-3, 0.05
LOST_COLUMNS, LOST_NUMBERS = 0.2, 0.15
F1_WEIGHT, KIND_LOSS = 4.0, 0.1
torch.set_num_threads(1)


class Scale:
    """Columns as the network takes them: logarithms where large, zero where they are most often, about 1 wide."""

    def __init__(self, rows):
        some = rows[np.random.default_rng(1).choice(len(rows), min(len(rows), 50000), replace=False)]
        self.logged = some.max(0) > 10
        moved = self.move(some)
        self.center, self.factor = np.zeros(rows.shape[1]), np.zeros(rows.shape[1])
        for c, column in enumerate(moved.T):
            values, counts = np.unique(column, return_counts=True)
            often = counts.max() > 0.4 * len(column)
            self.center[c] = values[counts.argmax()] if often else np.median(column)
            width = np.sqrt(((column - self.center[c]) ** 2).mean())
            self.factor[c] = 0 if width == 0 else 1 / max(width, 0.05)

    def move(self, rows):
        return np.where(self.logged, np.sign(rows) * np.log1p(np.abs(rows)), rows)

    def apply(self, rows):
        out = np.empty(rows.shape, np.float32)
        for a in range(0, len(rows), 20000):
            out[a:a + 20000] = np.clip((self.move(rows[a:a + 20000]) - self.center) * self.factor, -4, 4)
        return out


class Batch:
    """Pages one behind the other; the groups of each page have numbers of their own."""

    def __init__(self, data, pages):
        start, self.pages = data["start"], torch.tensor(pages)
        self.rows = torch.tensor(np.concatenate([np.arange(start[p], start[p + 1]) for p in pages]))
        sizes = torch.tensor([start[p + 1] - start[p] for p in pages])
        self.page = torch.repeat_interleave(torch.arange(len(pages)), sizes)
        first = (torch.cumsum(sizes, 0) - sizes)[self.page]
        end = torch.cumsum(sizes, 0)[self.page]
        self.at = torch.arange(len(self.rows))
        self.low, self.high = torch.maximum(self.at - REACH, first), torch.minimum(self.at + 1 + REACH, end)
        self.has_before, self.has_next = (self.at > first).float()[:, None], (self.at + 1 < end).float()[:, None]
        self.groups = []
        for groups in data["groups"]:
            counts = torch.tensor([int(groups[start[p]:start[p + 1]].max()) + 1 for p in pages])
            offset = (torch.cumsum(counts, 0) - counts)[self.page]
            self.groups.append((torch.tensor(groups)[self.rows] + offset, int(counts.sum())))
        self.groups.append((self.page, len(pages)))
        heading = torch.tensor(data["heading"])[self.rows]
        self.has_heading = (heading >= 0).float()[:, None]
        self.heading = torch.where(heading >= 0, heading + first, self.at)
        self.words = torch.tensor(data["words"], dtype=torch.float32)[self.rows]
        self.weight = self.words.sqrt()[:, None]

    def around(self, said):
        none = torch.zeros(1, said.shape[1])
        sums = torch.cat([none, torch.cumsum(said, 0)])
        mean = lambda low, high: (sums.index_select(0, high) - sums.index_select(0, low)) / REACH
        before, behind = torch.cat([none, said[:-1]]), torch.cat([said[1:], none])
        return [before * self.has_before, behind * self.has_next, mean(self.low, self.at), mean(self.at + 1, self.high)]

    def mean(self, ids, count, values, weights):
        sums = torch.zeros(count, values.shape[1]).index_add_(0, ids, values * weights)
        return sums / (torch.zeros(count, 1).index_add_(0, ids, weights) + 1e-3)


def lose(values, share, training):
    return values * ((torch.rand(1, values.shape[1]) > share).float() / (1 - share)) if training else values


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.say, self.gate, self.own = nn.Linear(WIDTH, SAID), nn.Linear(WIDTH, 7), nn.Linear(WIDTH, WIDTH)
        self.groups = nn.ModuleList([nn.Linear(SAID, WIDTH, bias=False) for _ in range(7)])
        self.heading = nn.Linear(SAID, WIDTH, bias=False)
        self.around = nn.Linear(4 * SAID, WIDTH, bias=False)
        for part in [self.own, self.around, self.heading, *self.groups]:
            part.weight.data *= 0.5

    def forward(self, batch, x):
        said, gates = F.relu(self.say(x)), torch.sigmoid(self.gate(x))
        out = self.own(x) + self.around(torch.cat(batch.around(said), 1))
        out = out + self.heading(said.index_select(0, batch.heading)) * batch.has_heading
        for k, (ids, count) in enumerate(batch.groups):
            heard = batch.mean(ids, count, said, batch.weight * gates[:, k:k + 1])
            out = out + self.groups[k](heard).index_select(0, ids)
        return x + F.relu(out)


class Network(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.enter = nn.Linear(columns, WIDTH)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.judge, self.kind = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 7)

    def forward(self, batch, rows):
        x = F.relu(self.enter(lose(rows, LOST_COLUMNS, self.training)))
        for layer in self.layers:
            x = layer(batch, lose(x, LOST_NUMBERS, self.training))
        of_page = batch.mean(batch.page, len(batch.pages), x, batch.weight)
        return self.judge(x)[:, 0], self.kind(of_page)


def learn(data, pages, seed=1, epochs=EPOCHS):
    """data: rows (scaled), y, weight, words, start, groups, heading, truth_words, kinds, page_weight."""
    torch.manual_seed(seed)
    order = np.random.default_rng(seed)
    given = lambda name: torch.tensor(data[name], dtype=torch.float32)
    rows, y, weight = given("rows"), given("y"), given("weight")
    truth_words, page_weight = given("truth_words"), given("page_weight")
    kinds = torch.tensor(data["kinds"])
    network = Network(rows.shape[1])
    matrices = [p for name, p in network.named_parameters() if name.endswith("weight")]
    others = [p for name, p in network.named_parameters() if not name.endswith("weight")]
    groups = [dict(params=matrices, weight_decay=DECAY), dict(params=others, weight_decay=0)]
    optimizer = torch.optim.AdamW(groups, lr=RATE)
    steps = epochs * -(-len(pages) // PAGES_A_STEP)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.1)
    for _ in range(epochs):
        mixed = order.permutation(pages)
        for at in range(0, len(mixed), PAGES_A_STEP):
            batch = Batch(data, mixed[at:at + PAGES_A_STEP])
            level, kind = network(batch, rows.index_select(0, batch.rows))
            share, w = y[batch.rows], weight[batch.rows]
            by_piece = (F.binary_cross_entropy_with_logits(level, share, reduction="none") * w).sum() / w.sum()
            judged = torch.sigmoid(level) * batch.words
            total = lambda values: torch.zeros(len(batch.pages)).index_add_(0, batch.page, values)
            f1 = 2 * total(judged * share) / (total(judged) + truth_words[batch.pages] + 1)
            page = page_weight[batch.pages]
            loss = by_piece + F1_WEIGHT * ((1 - f1) * page).sum() / page.sum()
            loss = loss + KIND_LOSS * F.cross_entropy(kind, kinds[batch.pages])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return network.eval()


@torch.no_grad()
def judge(network, data, pages):
    """Levels (log-odds) of the pieces of these pages, in the order of the pages."""
    found = []
    for at in range(0, len(pages), 32):
        batch = Batch(data, pages[at:at + 32])
        found.append(network(batch, torch.tensor(data["rows"][batch.rows.numpy()]))[0].numpy())
    return np.concatenate(found)


def strongest(network, rows):
    """The columns that move the pieces most."""
    wide = np.sqrt((rows[::40].astype(np.float64) ** 2).mean(0))
    moved = network.enter.weight.detach().norm(dim=0).numpy() * wide
    return np.sort(np.argsort(-moved)[:KEPT_COLUMNS])


def write(network, columns, scale, file):
    """Every matrix as whole numbers and their unit, one row for each number that enters."""

    def packed(weight):
        weight = weight.detach().numpy().astype(np.float64)
        unit = max(float(np.abs(weight).max()), 1e-9) / 999
        return dict(unit=float("%.6g" % unit), values=[int(v) for v in np.round(weight / unit).ravel()])

    linear = lambda part: packed(part.weight.T)
    bias = lambda part: packed(part.bias)
    layers = [dict(say=linear(l.say), sayBias=bias(l.say), gate=linear(l.gate), gateBias=bias(l.gate),
                   own=linear(l.own), ownBias=bias(l.own), groups=[linear(g) for g in l.groups], heading=linear(l.heading),
                   around=linear(l.around)) for l in network.layers]
    number = lambda v: float("%.6g" % v)
    out = dict(features=len(scale.center), width=WIDTH, said=SAID, reach=REACH, columns=[int(c) for c in columns],
               logged=[int(scale.logged[c]) for c in columns], center=[number(scale.center[c]) for c in columns],
               factor=[number(scale.factor[c]) for c in columns], enter=linear(network.enter),
               enterBias=bias(network.enter), layers=layers, judge=linear(network.judge), judgeBias=bias(network.judge))
    with open(file, "w") as opened:
        opened.write(json.dumps(out, separators=(",", ":")) + "\n")
