import type { Exchange } from '../../src/archive/types.ts'
import type { Claim } from '../../src/domain/claim.ts'
import { type GraphWorld, graphWorld } from '../research/graph/graph-world.ts'
import { claim, fragment, lookAt, page, stance } from '../store/graph-fixture.ts'

/** An archive in which the records r1 to r9 of task_1 can be read. */
export async function readRecord(file: string, recordId: string): Promise<Exchange | null> {
  if (file !== 'task_1/pages.warc.gz' || !/^r[1-9]$/u.test(recordId)) return null
  return {
    url: 'https://nejm.org/p1',
    method: 'GET',
    requestHeaders: {},
    status: 200,
    statusText: 'OK',
    responseHeaders: {},
    body: new Uint8Array(),
    time: '2025-11-15T09:00:00.000Z',
  }
}

/** A page with one archived fragment `frag_<n>`. */
export function archivedSource(world: GraphWorld, n: number, domain: string, text: string): void {
  const saved = page(`page_${n}`, {
    url: `https://${domain}/p${n}`,
    domain,
    authors: [],
    warc_file: 'task_1/pages.warc.gz',
    warc_record_id: `r${n}`,
  })
  world.store.pages.save(saved)
  lookAt(world.store, 's_1', [saved])
  world.store.fragments.saveAll([fragment(`frag_${n}`, saved.id, { text_content: text, quality_score: 1 })])
}

export function claimFrom(world: GraphWorld, id: string, n: number, over: Partial<Claim>): void {
  world.store.claims.saveAll([
    claim(id, 'task_1', `frag_${n}`, { claim_text: `Statement ${id}.`, span_start: 0, span_end: 200, ...over }),
  ])
}

/** One claim for each part of a report, saved in an order that is not the report's. */
export function fourParts(): GraphWorld {
  const world = graphWorld()
  archivedSource(world, 1, 'nejm.org', 'Sitagliptin lowered HbA1c by 0.7 points in the trial.')
  archivedSource(world, 2, 'thelancet.com', 'Sitagliptin did not lower HbA1c in the second trial.')
  archivedSource(world, 3, 'pmda.go.jp', 'シタグリプチンの投与によりHbA1cは0.7ポイント低下した。')
  archivedSource(world, 4, 'bmj.com', 'A *bold* claim with [a link](https://evil.example) and <b>tags</b>.')
  claimFrom(world, 'aside', 4, {
    confidence: 0.99,
    adopted: false,
    not_adopted_reason: 'contradicted by a trusted source',
  })
  claimFrom(world, 'weak', 3, { confidence: 0.4 })
  claimFrom(world, 'disputed', 2, { confidence: 0.95, verification_status: 'contested' })
  claimFrom(world, 'strong', 1, { confidence: 0.8, verification_status: 'verified' })
  world.store.edges.saveStance(stance('frag_3', 'strong', 'supports', 0.9, { rationale: 'HbA1cは0.7ポイント低下した' }))
  world.store.edges.saveStance(
    stance('frag_1', 'disputed', 'refutes', 0.9, { rationale: 'lowered HbA1c by 0.7 points' }),
  )
  return world
}
