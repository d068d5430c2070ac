import type { PdfItem } from './pdf-page.ts'

interface Row {
  readonly y: number
  readonly size: number
  readonly items: PdfItem[]
}

/** Rows are looked up by slices of the page this high, in points. */
const SLICE = 8
/** A script hangs on letters at most this many times its size. */
const MOST_TIMES = 3

/**
 * Runs with one baseline, from top to bottom, each row from left to right. Large letters found the rows; what is
 * smaller and set a little higher or lower right beside them belongs to theirs: exponents, indices, reference marks.
 */
export function rowsOf(items: readonly PdfItem[]): PdfItem[][] {
  const slices = new Map<number, Row[]>()
  const rows: Row[] = []
  for (const item of [...items].sort((a, b) => half(b.size) - half(a.size) || a.x - b.x || b.y - a.y)) {
    const row = item.isTable === true ? null : rowFor(item, slices)
    if (row !== null) {
      row.items.push(item)
      continue
    }
    const founded = { y: item.y, size: item.size, items: [item] }
    rows.push(founded)
    const slice = slices.get(sliceOf(item.y))
    if (slice === undefined) slices.set(sliceOf(item.y), [founded])
    else slice.push(founded)
  }
  for (const row of rows) row.items.sort((a, b) => a.x - b.x)
  return rows.sort((a, b) => b.y - a.y || (a.items[0]?.x ?? 0) - (b.items[0]?.x ?? 0)).map((row) => row.items)
}

function half(size: number): number {
  return Math.round(size * 2)
}

function sliceOf(y: number): number {
  return Math.floor(y / SLICE)
}

function rowFor(item: PdfItem, slices: ReadonlyMap<number, readonly Row[]>): Row | null {
  const reach = Math.min(400, Math.max(item.size, MOST_TIMES * item.size * 0.85))
  let best: { row: Row; distance: number } | null = null
  for (let slice = sliceOf(item.y - reach); slice <= sliceOf(item.y + reach); slice += 1)
    for (const row of slices.get(slice) ?? []) {
      const distance = distanceTo(row, item)
      if (distance !== null && (best === null || distance < best.distance)) best = { row, distance }
    }
  return best?.row ?? null
}

/** How far the item stands from the row's baseline, in parts of the row's size; null where it is none of the row's. */
function distanceTo(row: Row, item: PdfItem): number | null {
  if (row.items[0]?.isTable === true) return null
  const shift = item.y - row.y
  const distance = Math.abs(shift) / row.size
  const near = Math.abs(shift) <= 0.45 * item.size
  if (distance <= 0.12 || (near && item.size >= row.size * 0.9)) return distance
  // Exponents stand higher over their line than indices hang under theirs.
  if (isScriptOf(row, item, shift)) return shift > 0 ? distance : distance * 1.6
  return near ? distance + 1 : null
}

function isScriptOf(row: Row, item: PdfItem, shift: number): boolean {
  const small = item.size <= row.size * 0.9 && item.size * MOST_TIMES >= row.size
  const raised = small ? shift <= row.size * 0.85 : shift <= row.size * 0.6 && shift >= row.size * 0.25
  if (!raised || shift < -row.size * 0.55 || (!small && item.text.length > 5)) return false
  return row.items.some((base) => {
    const after = item.x - (base.x + base.width)
    const before = base.x - (item.x + item.width)
    const isFellow = Math.abs(base.y - item.y) <= item.size * 0.35 || Math.abs(base.y - row.y) > row.size * 0.06
    const isBase = base.size * 0.9 >= item.size || (!small && Math.abs(base.y - row.y) < row.size * 0.12)
    const isNear = after >= -0.3 * row.size && after <= 0.35 * row.size
    return (isNear && (isBase || isFellow)) || (isBase && before >= -0.1 * row.size && before <= 0.25 * row.size)
  })
}

/** Cuts a row where the white space is too wide to be a word's. */
export function splitRow(row: readonly PdfItem[]): PdfItem[][] {
  const segments: PdfItem[][] = []
  let end = 0
  for (const item of row) {
    const segment = segments.at(-1)
    const last = segment?.at(-1)
    const joins = last !== undefined && !item.isTable && !last.isTable
    if (segment !== undefined && joins && item.x - end < Math.max(last.size, item.size) * 1.1) segment.push(item)
    else segments.push([item])
    end = segments.at(-1)?.length === 1 ? item.x + item.width : Math.max(end, item.x + item.width)
  }
  return segments
}
