import type { PdfItem } from './pdf-page.ts'

type Row = readonly PdfItem[]

/** Rows that stand side by side have this white stripe between them. */
interface Gutter {
  readonly x: number
  readonly from: number
  readonly to: number
}

/** Narrower white is a word's, in parts of the letters' size. */
const LEAST_WIDTH = 0.7
/** Fewer rows on a side are no column. */
const LEAST_ROWS = 3
/** A column is at least this wide, in parts of the letters' size; narrower stripes are a table's. */
const LEAST_COLUMN = 7
/** At least this part of a column's lines reach near its edge; cells of a table do not. */
const LEAST_FULL = 0.45
/** Columns within columns, and bands over each other: deeper is a drawing. */
const DEEPEST = 24
/** A wider page is measured in coarser steps. */
const MOST_STRIPES = 1500
/** More figures among the letters are a table's. */
const MOST_FIGURES = 0.3
/** So many runs of rows, the longest first, are looked at for a gutter. */
const MOST_BANDS = 60

/**
 * Parts the rows of a page where a white stripe runs down between columns, any number of them, in the order they are
 * read: what stands over the stripe, the left side, the right side, what stands below it (REQ 3.2).
 */
export function regionsOf(rows: readonly Row[], depth = 0): (readonly Row[])[] {
  if (rows.length === 0) return []
  const gutter = depth < DEEPEST && rows.length >= LEAST_ROWS ? findGutter(rows) : null
  if (gutter === null) return [rows]
  const band = rows.slice(gutter.from, gutter.to + 1)
  const side = (holds: (item: PdfItem) => boolean) =>
    band.map((row) => row.filter(holds)).filter((row) => row.length > 0)
  return [
    ...regionsOf(rows.slice(0, gutter.from), depth + 1),
    ...regionsOf(
      side((item) => middle(item) < gutter.x),
      depth + 1,
    ),
    ...regionsOf(
      side((item) => middle(item) >= gutter.x),
      depth + 1,
    ),
    ...regionsOf(rows.slice(gutter.to + 1), depth + 1),
  ]
}

function middle(item: PdfItem): number {
  return item.x + item.width / 2
}

function findGutter(rows: readonly Row[]): Gutter | null {
  const items = rows.flat()
  const size = middleSize(items)
  const left = items.reduce((least, item) => Math.min(least, item.x), Number.POSITIVE_INFINITY)
  const right = items.reduce((most, item) => Math.max(most, item.x + item.width), Number.NEGATIVE_INFINITY)
  if (!(right - left > 2 * LEAST_COLUMN * size)) return null
  const step = Math.max(1, (right - left) / MOST_STRIPES)
  const count = Math.ceil((right - left) / step)
  const open = openRuns(rows, left, step, count, size)
  const heights = [...new Set(open.flat().map(([from, to]) => from * rows.length + to))]
    .map((key): [number, number] => [Math.floor(key / rows.length), key % rows.length])
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
  for (const [from, to] of heights.slice(0, MOST_BANDS)) {
    const band = rows.slice(from, to + 1)
    const all = stripes(open, from, to, Math.ceil((LEAST_WIDTH * size) / step))
    const found = all.map(({ x, end }) => ({ x: left + x * step, end: left + end * step }))
    const aligned = found.filter((stripe) => beginsAt(band, stripe, size))
    const x = partingStripe(band, aligned, size) ?? (aligned.length === 0 ? partingStripe(band, found, size) : null)
    if (x !== null) return { x, from, to }
  }
  return null
}

/** The middle of a white stripe and its right edge. */
interface Stripe {
  readonly x: number
  readonly end: number
}

/**
 * Behind a gutter most lines begin at one place. Wide gaps between the words of a narrow column that stand over each
 * other by chance are followed by words at any place.
 */
function beginsAt(band: readonly Row[], stripe: Stripe, size: number): boolean {
  const starts = band.flatMap((row) => row.find((item) => middle(item) > stripe.x)?.x ?? [])
  const near = starts.filter((x) => x - stripe.end < Math.max(2, size * 0.3)).length
  return near >= starts.length * 0.5
}

function partingStripe(band: readonly Row[], found: readonly Stripe[], size: number): number | null {
  const edges = [Number.NEGATIVE_INFINITY, ...found.map(({ x }) => x), Number.POSITIVE_INFINITY]
  const at = found.findIndex((_, index) => partsColumns(band, edges.slice(index, index + 3), size))
  return found[at]?.x ?? null
}

function middleSize(items: readonly PdfItem[]): number {
  const sizes = items.map((item) => item.size).sort((a, b) => a - b)
  return Math.max(1, sizes[Math.floor(sizes.length / 2)] ?? 10)
}

/** For each stripe of the page's width the runs of rows that leave it white. */
function openRuns(rows: readonly Row[], left: number, step: number, count: number, size: number): [number, number][][] {
  const open: [number, number][][] = Array.from({ length: count }, () => [])
  const since = new Int32Array(count)
  const close = (stripe: number, before: number) => {
    const from = since[stripe] ?? 0
    if (before - from >= LEAST_ROWS) open[stripe]?.push([from, before - 1])
  }
  for (const [index, row] of rows.entries()) {
    for (const [start, end] of coveredParts(row, size)) {
      const last = Math.min(count - 1, Math.ceil((end - left) / step) - 1)
      for (let stripe = Math.max(0, Math.floor((start - left) / step)); stripe <= last; stripe += 1) {
        if ((since[stripe] ?? 0) <= index) close(stripe, index)
        since[stripe] = index + 1
      }
    }
  }
  for (let stripe = 0; stripe < count; stripe += 1) close(stripe, rows.length)
  return open
}

/** What a row covers; the space between two words is covered too, which is wide in a title. */
function coveredParts(row: Row, size: number): [number, number][] {
  const parts: [number, number][] = []
  let before = 0
  for (const item of row) {
    const last = parts.at(-1)
    const space = Math.max(size, Math.min(before, item.size)) * LEAST_WIDTH * 0.7
    if (last !== undefined && item.x - last[1] < space) last[1] = Math.max(last[1], item.x + item.width)
    else parts.push([item.x, item.x + item.width])
    before = item.size
  }
  return parts
}

/** The middles of the stripes, wide enough, that are white over these rows. */
function stripes(open: readonly (readonly [number, number][])[], from: number, to: number, least: number): Stripe[] {
  const found: Stripe[] = []
  let start = -1
  for (let stripe = 0; stripe <= open.length; stripe += 1) {
    const isOpen = open[stripe]?.some(([first, last]) => first <= from && last >= to) ?? false
    if (isOpen && start < 0) start = stripe
    if (!isOpen && start >= 0) {
      const isBetween = start > 0 && stripe < open.length
      if (stripe - start >= least && isBetween) found.push({ x: (start + stripe) / 2, end: stripe })
      start = -1
    }
  }
  return found
}

/** Prose on both sides, at least in part at one height: lines wide enough, most of them as wide as their column. */
function partsColumns(band: readonly Row[], edges: readonly number[], size: number): boolean {
  const [start = 0, x = 0, end = 0] = edges
  const left = sideOf(band, (item) => middle(item) < x && middle(item) >= start)
  const right = sideOf(band, (item) => middle(item) >= x && middle(item) < end)
  const top = Math.min(left.top, right.top)
  const bottom = Math.max(left.bottom, right.bottom)
  return [left, right].every((side) => {
    const beside = side.lines.filter(({ y }) => y <= top + size && y >= bottom - size)
    return beside.length >= LEAST_ROWS && isProse(side.lines, size) && side.figures <= MOST_FIGURES
  })
}

interface SideLine {
  readonly y: number
  readonly width: number
  readonly isTable: boolean
}

function sideOf(band: readonly Row[], holds: (item: PdfItem) => boolean) {
  const lines: SideLine[] = []
  let letters = 0
  let digits = 0
  for (const row of band) {
    const items = row.filter(holds)
    for (const { text } of items) {
      letters += text.length
      digits += text.match(/\d/g)?.length ?? 0
    }
    const [first] = items
    if (first === undefined) continue
    const end = items.reduce((most, item) => Math.max(most, item.x + item.width), first.x)
    lines.push({ y: first.y, width: end - first.x, isTable: first.isTable === true })
  }
  const figures = digits / Math.max(1, letters)
  return { lines, figures, top: lines[0]?.y ?? 0, bottom: lines.at(-1)?.y ?? 0 }
}

function isProse(lines: readonly SideLine[], size: number): boolean {
  const widths = lines
    .filter((line) => !line.isTable)
    .map((line) => line.width)
    .sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length * 0.9)] ?? 0
  const half = widths[Math.floor(widths.length / 2)] ?? 0
  const full = widths.filter((width) => width >= usual * 0.7).length
  return half >= LEAST_COLUMN * size && full >= widths.length * LEAST_FULL
}
