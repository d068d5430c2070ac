import { readFileSync } from 'node:fs'
import type { Rows } from './cut-index.ts'
import { probability } from './forest.ts'
import { type Layer, type Network, readLayers, readMatrix, readNumbers } from './network-weights.ts'
import type { UnitPlace } from './unit-features.ts'

/** As where it was learned (scripts/learn-extraction/network.py): no column says more than this many widths. */
const MOST = 4
const NEARLY_NOTHING = 1e-3
/** Before, behind, and the means of several before and behind. */
const SIDES = 4
/** Of a row that meets a matrix at once. */
const MOST_NUMBERS = 256

export function readNetwork(file: string | URL): Network {
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const numbers = (name: string) => readNumbers(stored, name, file)
  const size = (name: string) => numbers(name)[0] as number
  return {
    features: size('features'),
    width: size('width'),
    said: size('said'),
    reach: size('reach'),
    columns: Int32Array.from(numbers('columns')),
    logged: Uint8Array.from(numbers('logged')),
    center: numbers('center'),
    factor: numbers('factor'),
    enter: readMatrix(stored, 'enter', file),
    enterBias: readMatrix(stored, 'enterBias', file),
    layers: readLayers(stored, file),
    judge: readMatrix(stored, 'judge', file),
    judgeBias: readMatrix(stored, 'judgeBias', file),
  }
}

/** How a unit is counted with those around it. */
interface Surroundings {
  /** For each way to group units: the group of each, and how many there are. */
  readonly groups: readonly { readonly of: Int32Array; readonly count: number }[]
  readonly headings: readonly number[]
  readonly weights: Float64Array
}

/** The share of each unit that belongs to the main content, judged among all units of the page. */
export function judgeAmong(
  network: Network,
  rows: Rows,
  places: readonly UnitPlace[],
  words: readonly number[],
): Float64Array {
  const { width, judge, judgeBias } = network
  const around: Surroundings = {
    groups: [
      ...[0, 1, 2, 3].map((step) => numbered(places, (place) => place.above[step] ?? -1)),
      numbered(places, (place) => place.signature),
      numbered(places, (place) => place.heading),
      { of: new Int32Array(rows.count), count: 1 },
    ],
    headings: places.map((place) => place.heading),
    weights: new Float64Array(words).map(Math.sqrt),
  }
  let units = enter(network, rows)
  for (const layer of network.layers) units = listen(network, layer, units, around)
  const judged = new Float64Array(rows.count)
  for (let unit = 0; unit < rows.count; unit += 1) {
    let level = judgeBias[0] as number
    for (let at = 0; at < width; at += 1) level += (units[unit * width + at] as number) * (judge[at] as number)
    judged[unit] = probability(level)
  }
  return judged
}

/** Groups from nought on; their numbers are -1 or more. */
function numbered(places: readonly UnitPlace[], groupOf: (place: UnitPlace) => number) {
  const of = new Int32Array(places.length)
  let count = 1
  for (let unit = 0; unit < places.length; unit += 1) {
    const group = groupOf(places[unit] as UnitPlace) + 1
    of[unit] = group
    if (group >= count) count = group + 1
  }
  return { of, count }
}

/** Each unit by itself; columns of the page count once for all. */
function enter(network: Network, { values, stride, count, shared }: Rows): Float64Array {
  const { width, columns } = network
  const units = new Float64Array(count * width)
  if (count === 0) return units
  const all = [...columns.keys()]
  const isShared = (at: number) => (columns[at] as number) >= shared[0] && (columns[at] as number) < shared[1]
  const ofPage = Int32Array.from(all.filter(isShared))
  const ofUnit = Int32Array.from(all.filter((at) => !isShared(at)))
  const page = Float64Array.from(network.enterBias)
  addColumns(network, ofPage, values, 0, page, 0)
  for (let unit = 0; unit < count; unit += 1) {
    const at = unit * width
    units.set(page, at)
    addColumns(network, ofUnit, values, unit * stride, units, at)
  }
  keepPositive(units)
  return units
}

function addColumns(
  { columns, logged, center, factor, enter, width }: Network,
  chosen: Int32Array,
  values: Float32Array,
  offset: number,
  sums: Float64Array,
  at: number,
): void {
  let found = 0
  for (let index = 0; index < chosen.length; index += 1) {
    const which = chosen[index] as number
    const value = values[offset + (columns[which] as number)] as number
    const moved = logged[which] === 1 ? logarithm(value) : value
    const scaled = (moved - (center[which] as number)) * (factor[which] as number)
    if (Math.abs(scaled) < NEARLY_NOTHING) continue
    FOUND[found] = Math.min(MOST, Math.max(-MOST, scaled))
    PLACES[found] = which * width
    found += 1
  }
  addFound(sums, at, found, enter, width)
}

/** Most of what is asked for is a small count. */
const LOGARITHMS = Float64Array.from({ length: 512 }, (_, count) => Math.log1p(count))

function logarithm(value: number): number {
  const whole = value | 0
  if (whole === value && whole >= 0 && whole < LOGARITHMS.length) return LOGARITHMS[whole] as number
  return Math.sign(value) * Math.log1p(Math.abs(value))
}

/** What each unit says is heard by those beside it, under the same elements and in the same template and section. */
function listen(network: Network, layer: Layer, units: Float64Array, around: Surroundings): Float64Array {
  const { width, said: size, reach } = network
  const count = units.length / width
  const said = repeated(layer.sayBias, count)
  const gates = repeated(layer.gateBias, count)
  const heard = repeated(layer.ownBias, count)
  const ways = around.groups.length
  for (let unit = 0; unit < count; unit += 1) {
    addProduct(said, unit * size, units, unit * width, width, layer.say, size)
    addProduct(gates, unit * ways, units, unit * width, width, layer.gate, ways)
    addProduct(heard, unit * width, units, unit * width, width, layer.own, width)
  }
  keepPositive(said)
  hearGroups(network, layer, said, gates, around, heard)
  const sums = new Float64Array((count + 1) * size)
  for (let at = 0; at < said.length; at += 1) sums[at + size] = (sums[at] as number) + (said[at] as number)
  const sides = new Float64Array(SIDES * size)
  let heading = -1
  const ofHeading = new Float64Array(width)
  for (let unit = 0; unit < count; unit += 1) {
    const at = unit * width
    const low = Math.max(0, unit - reach) * size
    const high = Math.min(count, unit + 1 + reach) * size
    for (let part = 0; part < size; part += 1) {
      const here = unit * size + part
      sides[part] = unit > 0 ? (said[here - size] as number) : 0
      sides[size + part] = unit + 1 < count ? (said[here + size] as number) : 0
      sides[2 * size + part] = ((sums[here] as number) - (sums[low + part] as number)) / reach
      sides[3 * size + part] = ((sums[high + part] as number) - (sums[here + size] as number)) / reach
    }
    addProduct(heard, at, sides, 0, sides.length, layer.around, width)
    const own = around.headings[unit] as number
    if (own < 0) continue
    if (own !== heading) addProduct(ofHeading.fill(0), 0, said, own * size, size, layer.heading, width)
    heading = own
    addScaled(heard, at, ofHeading, 0, width, 1)
  }
  keepPositive(heard)
  for (let at = 0; at < heard.length; at += 1) heard[at] = (heard[at] as number) + (units[at] as number)
  return heard
}

function hearGroups(
  { width, said: size }: Network,
  layer: Layer,
  said: Float64Array,
  gates: Float64Array,
  { groups, weights }: Surroundings,
  heard: Float64Array,
): void {
  const ways = groups.length
  /** What each group tells, the groups of one way behind those of the other. */
  const told = new Float64Array(groups.reduce((all, { count }) => all + count, 0) * width)
  const starts = new Int32Array(ways)
  let start = 0
  for (let way = 0; way < ways; way += 1) {
    const { of, count } = groups[way] as Surroundings['groups'][number]
    const sums = new Float64Array(count * size)
    const masses = new Float64Array(count).fill(NEARLY_NOTHING)
    for (let unit = 0; unit < of.length; unit += 1) {
      const group = of[unit] as number
      const weight = (weights[unit] as number) * probability(gates[unit * ways + way] as number)
      masses[group] = (masses[group] as number) + weight
      addScaled(sums, group * size, said, unit * size, size, weight)
    }
    const matrix = layer.groups[way] as Float64Array
    for (let group = 0; group < count; group += 1) {
      const mass = masses[group] as number
      for (let at = group * size; at < (group + 1) * size; at += 1) sums[at] = (sums[at] as number) / mass
      addProduct(told, (start + group) * width, sums, group * size, size, matrix, width)
    }
    starts[way] = start
    start += count
  }
  FOUND.fill(1, 0, ways)
  for (let unit = 0; unit < weights.length; unit += 1) {
    for (let way = 0; way < ways; way += 1)
      PLACES[way] = ((starts[way] as number) + (groups[way]?.of[unit] as number)) * width
    addFound(heard, unit * width, ways, told, width)
  }
}

function repeated(row: Float64Array, count: number): Float64Array {
  const all = new Float64Array(row.length * count)
  for (let at = 0; at < count; at += 1) all.set(row, at * row.length)
  return all
}

function keepPositive(values: Float64Array): void {
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) < 0) values[at] = 0
}

/** The numbers of a row that are not nought, and where each stands in it: many are. */
const FOUND = new Float64Array(MOST_NUMBERS)
const PLACES = new Int32Array(MOST_NUMBERS)

/** Adds a row times a matrix. */
function addProduct(
  sums: Float64Array,
  at: number,
  row: Float64Array,
  from: number,
  length: number,
  matrix: Float64Array,
  width: number,
): void {
  let found = 0
  for (let index = 0; index < length; index += 1) {
    const value = row[from + index] as number
    if (value === 0) continue
    FOUND[found] = value
    PLACES[found] = index * width
    found += 1
  }
  addFound(sums, at, found, matrix, width)
}

/** The rows of the matrix at PLACES, each FOUND times; four sums at a time stay out of memory meanwhile. */
function addFound(sums: Float64Array, at: number, found: number, matrix: Float64Array, width: number): void {
  const inFours = width - (width % 4)
  for (let column = 0; column < inFours; column += 4) {
    const to = at + column
    let first = sums[to] as number
    let second = sums[to + 1] as number
    let third = sums[to + 2] as number
    let fourth = sums[to + 3] as number
    for (let index = 0; index < found; index += 1) {
      const value = FOUND[index] as number
      const place = (PLACES[index] as number) + column
      first += value * (matrix[place] as number)
      second += value * (matrix[place + 1] as number)
      third += value * (matrix[place + 2] as number)
      fourth += value * (matrix[place + 3] as number)
    }
    sums[to] = first
    sums[to + 1] = second
    sums[to + 2] = third
    sums[to + 3] = fourth
  }
  for (let column = inFours; column < width; column += 1) {
    let sum = sums[at + column] as number
    for (let index = 0; index < found; index += 1)
      sum += (FOUND[index] as number) * (matrix[(PLACES[index] as number) + column] as number)
    sums[at + column] = sum
  }
}

function addScaled(
  sums: Float64Array,
  at: number,
  row: Float64Array,
  from: number,
  length: number,
  factor: number,
): void {
  for (let index = 0; index < length; index += 1)
    sums[at + index] = (sums[at + index] as number) + factor * (row[from + index] as number)
}
