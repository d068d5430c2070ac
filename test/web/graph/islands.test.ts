import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildIslands } from '../../../scripts/islands/build-islands.ts'
import { affineOf, covers, inverted } from '../../../src/web/islands/affine.ts'
import { firstPlaces } from '../../../src/web/islands/first-places.ts'
import { figuresOf, shownNodes } from '../../../src/web/islands/graph-filter.ts'
import { unpackNetwork } from '../../../src/web/islands/network.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('what is checked in is what the sources give, byte for byte: else run `npm run islands`', async () => {
  const islands = await buildIslands(ROOT)
  assert.equal(islands.length, 5)
  for (const { path, bytes } of islands) assert.ok(Buffer.from(bytes).equals(readFileSync(join(ROOT, path))), path)
})

const NETWORK = unpackNetwork(
  {
    pages: ['page_1'],
    nodes: [
      [0, 'find_1', 'A finding', -1],
      [1, 'frag_1', 'A passage', 0],
      [2, 'page_1', 'A page', 0],
      [4, 'law:1', 'A law', -1],
    ],
    edges: [1, 0, 1, 1, 2, 3],
    next: null,
  },
  'task_1',
)

test('a packed graph becomes nodes with deep links, and its figures', () => {
  assert.deepEqual(
    NETWORK.nodes.map(({ href }) => href),
    [
      '/tasks/task_1/findings/find_1',
      '/archive/page/page_1?fragment=frag_1&task=task_1',
      '/archive/page/page_1?task=task_1',
      null,
    ],
  )
  assert.deepEqual(figuresOf(NETWORK)[0], { connections: 1, supports: 0, refutes: 1 })
})

test('a node is hidden with its kind or with all its connections; one that has none stays', () => {
  const kinds = new Set(['finding', 'passage', 'page', 'entity'])
  const shown = (off: string[]) =>
    shownNodes(NETWORK, { kinds, relations: new Set(['refutes', 'on'].filter((one) => !off.includes(one))), words: '' })
  assert.deepEqual(shown([]), [true, true, true, true])
  assert.deepEqual(shown(['refutes']), [false, true, true, true])
})

test('the first places are always the same, and no two nodes share one', () => {
  const first = firstPlaces(NETWORK)
  assert.deepEqual(firstPlaces(NETWORK), first)
  const places = NETWORK.nodes.map((_, index) => `${first[index * 2]} ${first[index * 2 + 1]}`)
  assert.equal(new Set(places).size, places.length)
})

const SIZE = { width: 1000, height: 800 }
const zoom = (by: number) => affineOf(SIZE, ({ x, y }) => ({ x: 500 + by * (x - 500), y: 400 + by * (y - 400) }))
const shift = (x: number, y: number) => affineOf(SIZE, (at) => ({ x: at.x + x, y: at.y + y }))

test('a picture drawn with a margin covers its window until it is shifted past the margin or shrunk inside of it', () => {
  assert.ok(covers(shift(200, -200), SIZE, 200))
  assert.ok(!covers(shift(201, 0), SIZE, 200))
  assert.ok(!covers(shift(0, -201), SIZE, 200))
  assert.ok(covers(zoom(3), SIZE, 200))
  assert.ok(covers(zoom(0.6), SIZE, 200))
  assert.ok(!covers(zoom(0.4), SIZE, 200))
})

test('a mere shift goes by whole pixels; a place of a turned picture is found where it was drawn', () => {
  assert.deepEqual(shift(12.4, -7.6), { a: 1, b: 0, c: 0, d: 1, e: 12, f: -8 })
  const turned = affineOf(SIZE, ({ x, y }) => ({ x: 30 - 2 * y, y: 5 + 2 * x }))
  assert.deepEqual(inverted(turned, { x: 30 - 2 * 70, y: 5 + 2 * 40 }), { x: 40, y: 70 })
})
