import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedSources } from '../../src/extract/named-sources.ts'
import { readSourceCues } from '../../src/extract/source-cues.ts'

const cues = readSourceCues()

async function named(body: string, head = '') {
  const found = await namedSources(
    `<html><head>${head}</head><body>${body}</body></html>`,
    'https://daily.example/1',
    cues,
  )
  return found.map(({ url, cue }) => `${cue} ${url}`)
}

test('a link inside a phrase of attribution, or right after it, names a source', async () => {
  assert.deepEqual(
    await named(`<p>Fares fall by 12 %, according to <a href="https://ministry.example/plan.pdf">the plan</a>.</p>
      <p>The cut was announced in a statement published by the city.
      <a href="https://city.example/s.pdf">Full statement</a></p>
      <p>運賃は下がると、<a href="https://shi.example/happyou">市</a>が発表した。</p>`),
    [
      'attribution https://ministry.example/plan.pdf',
      'attribution https://city.example/s.pdf',
      'attribution https://shi.example/happyou',
    ],
  )
})

test('a line "Source:" counts wherever it stands, any other link of a margin does not', async () => {
  assert.deepEqual(
    await named(`<footer><p>Source: <a href="https://agency.example/x">Agency</a></p>
      <p>出典：<a href="https://stat.example/y">統計</a></p>
      <p>According to <a href="https://partner.example/">our partners</a> it rains.</p></footer>`),
    ['source_line https://agency.example/x', 'source_line https://stat.example/y'],
  )
})

test('a copy points at its original by markup', async () => {
  assert.deepEqual(
    await named(
      '<blockquote cite="https://speech.example/7">Words.</blockquote>',
      '<link rel="canonical" href="https://wire.example/story"><link rel="canonical" href="https://daily.example/1">',
    ),
    ['markup https://wire.example/story', 'markup https://speech.example/7'],
  )
})

test('a paper is cited by its identifier; plain links are told apart, paid and own ones are none', async () => {
  assert.deepEqual(
    await named(`<p>No effect was seen (<a href="https://doi.org/10.5555/rail.1">here</a>).</p>
      <p>We like <a href="https://cafe.example/">this place</a>.</p>
      <p>According to <a rel="sponsored" href="https://shop.example/">a shop</a> it is cheap.</p>
      <p>As reported in <a href="/2">our last issue</a>. According to <a href="javascript:alert(1)">nobody</a>.</p>`),
    ['citation https://doi.org/10.5555/rail.1', 'null https://cafe.example/'],
  )
})

test('a page of ten thousand links names a few dozen at most, in little time', async () => {
  const farm = Array.from({ length: 10_000 }, (_, n) => `<p>Source: <a href="https://s${n}.example/">s</a></p>`).join(
    '',
  )
  assert.equal((await named(farm)).length, 40)
})
