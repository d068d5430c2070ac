import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { longestTurn } from '../../bench/hostile/longest-turn.ts'
import { HOSTILE_PAGES } from '../../bench/hostile/pages.ts'
import { searchOver } from '../../bench/hostile/world.ts'

const MEGABYTE = 1_000_000

/** Modules, patterns and dictionaries are loaded once in a process, not once a page. */
before(() => searchOver(HOSTILE_PAGES.japanese?.(3000) ?? ''))

for (const [kind, fragments] of [
  ['paragraphs', 3000],
  ['letters_apart', 156],
] as const)
  test(`SECURITY: no turn of a search over pages of a megabyte (${kind}) is longer than 250 ms`, async () => {
    const page = HOSTILE_PAGES[kind]?.(MEGABYTE) ?? ''
    let found = { fragments: 0, claims: 0 }

    const { turnMs } = await longestTurn(async () => {
      found = await searchOver(page)
    })

    assert.deepEqual(found, { fragments, claims: 2 })
    assert.ok(turnMs < 250, `${turnMs} ms`)
  })
