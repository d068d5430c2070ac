import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CitedPaper, Paper } from '../../src/domain/paper.ts'
import { rankCitations } from '../../src/sources/citation-filter.ts'
import { identifier, paperFrom } from '../../src/sources/paper-fields.ts'

function paper(title: string, abstract: string | null, doi: string | null = null): Paper {
  const work = paperFrom('openalex', title, [identifier('doi', doi)], { abstract })
  assert.ok(work)
  return work
}

const cites = (work: Paper, is_influential = false): CitedPaper => ({ work, is_influential, direction: 'reference' })

/** Similarity and relevance are written in the abstract: "0.8/0.5". */
const scorer = {
  similarity: async (_own: string, abstract: string) => Number(abstract.split('/')[0]),
  relevance: async (_query: string, abstract: string) => Number(abstract.split('/')[1]),
}

const source = paper('緑茶と血圧', '緑茶の降圧作用を調べた。')

test('TRUST 3.2: score is 0.5 influence + 0.3 similarity + 0.2 relevance, best first', async () => {
  const related = [
    cites(paper('near', '1/1')),
    cites(paper('influential', '0.2/0.1'), true),
    cites(paper('far', '0.1/0.5')),
    cites(paper('no abstract', null), true),
  ]
  const ranked = await rankCitations({ source, related, query: '緑茶 血圧' }, scorer)
  assert.deepEqual(
    ranked.map(({ work, score }) => [work.title, score.toFixed(4)]),
    [
      ['influential', '0.5800'],
      ['near', '0.5000'],
      ['far', '0.1300'],
    ],
  )
})

test('TRUST 3.2: the best ten of twelve come first, ties in the order they were listed', async () => {
  const related = Array.from({ length: 12 }, (_, n) => cites(paper(`paper ${n}`, n < 2 ? '0/0' : '0.5/0.5')))
  const ranked = await rankCitations({ source, related, query: 'q' }, scorer)
  assert.deepEqual(
    ranked.slice(0, 10).map(({ work }) => work.title),
    Array.from({ length: 10 }, (_, n) => `paper ${n + 2}`),
  )
})

test('TRUST 3.1: one DOI from two sources is one paper, influence and abstract taken from either', async () => {
  const related = [
    cites(paper('from OpenAlex', '1/1', '10.1000/a')),
    cites(paper('from Semantic Scholar', null, '10.1000/A'), true),
  ]
  const ranked = await rankCitations({ source, related, query: 'q' }, scorer)
  assert.deepEqual(
    ranked.map(({ work, is_influential, score }) => [work === related[0]?.work, is_influential, score]),
    [[true, true, 1]],
  )
})

test('TRUST 3.2: query and abstracts reach the scorer; a source without abstract is compared by its title', async () => {
  const seen: string[] = []
  const noting = {
    similarity: async (own: string, abstract: string) => seen.push(`${own}|${abstract}`) * 0,
    relevance: async (query: string, abstract: string) => seen.push(`${query}|${abstract}`) * 0,
  }
  await rankCitations({ source: paper('題名', null), related: [cites(paper('x', '抄録'))], query: '問い' }, noting)
  assert.deepEqual(seen, ['題名|抄録', '問い|抄録'])
})
