import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownWords, type StanceRelation } from '../../src/domain/claim.ts'
import type { TextInContext } from '../../src/judge/same-quantity.ts'
import { STANCE_FEATURES, type StanceFeature } from '../../src/judge/stance-features.ts'
import { loadWorld } from '../worlds/load-world.ts'
import { bestMatch } from '../worlds/match-text.ts'
import type { Played } from '../worlds/play-world.ts'
import { type MadeEdge, readGraph } from '../worlds/read-graph.ts'
import { pairTeller } from '../worlds/score-read-edges.ts'
import { matchClaims } from '../worlds/score-world.ts'

/** A pair as a search showed it to the judge, with what it should be. */
export interface SearchedPair {
  readonly world: string
  readonly features: Readonly<Record<StanceFeature, number>>
  readonly said: StanceRelation
  readonly right: StanceRelation
  readonly pair: {
    readonly claimId: string
    readonly claim: TextInContext
    readonly passage: TextInContext
    /** Whether the truth or a second hand tells what it is. */
    readonly told: boolean
  }
}

/**
 * Every pair of a played world that was read in full. What neither the truth nor a second hand tells is neutral: a
 * second hand has read whatever a fit took for likely.
 */
export function searchedPairs({ folder, ...played }: Played & { readonly folder: string }): readonly SearchedPair[] {
  const world = loadWorld(folder)
  const graph = readGraph(played)
  const matched = matchClaims(world.truth.statements, graph.claims)
  const tell = pairTeller(world, matched, graph)
  const listed = new Map(world.truth.pairs.map(({ evidence, claim, label }) => [`${evidence} ${claim}`, label]))
  /** A passage that says it in another sentence than the one shown, where nothing was decided. */
  const toldOfPassage = (edge: MadeEdge) => {
    const claim = matched.statementOf.get(edge.claimId)
    const said = world.truth.statements.filter(
      ({ page, quote }) => page === edge.url && bestMatch(quote, [edge.passage]) !== null,
    )
    return said.map(({ id }) => listed.get(`${id} ${claim?.id}`)).find((label) => label !== undefined)
  }
  return readInFull(played).map(({ edge, signals, claim, passage }): SearchedPair => {
    const told = tell(edge) ?? (edge.relation === 'neutral' ? toldOfPassage(edge) : undefined)
    const features = Object.fromEntries(STANCE_FEATURES.map((name, at) => [name, signals[at] ?? 0]))
    const pair = { claimId: edge.claimId, claim, passage, told: told !== undefined }
    const right = told ?? 'neutral'
    return { world: world.plan.name, features: features as SearchedPair['features'], said: edge.relation, right, pair }
  })
}

/** Edges as they were read, before anything followed from them. */
function readInFull({ home, taskId }: Played) {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return db
      .prepare(
        `SELECT e.target_id AS claimId, coalesce(e.nli_label, e.relation) AS relation, p.url, f.text_content AS passage,
           coalesce(json_extract(e.read_as, '$.rationale'), e.rationale, '') AS rationale, e.nli_signals AS signals,
           p.title, f.heading_context AS heading, c.claim_text AS claimText, c.context AS claimContext,
           own.title AS claimTitle, source.heading_context AS claimHeading
         FROM edges e JOIN claims c ON c.id = e.target_id JOIN fragments f ON f.id = e.source_id
         JOIN pages p ON p.id = f.page_id JOIN fragments source ON source.id = c.source_fragment_id
         JOIN pages own ON own.id = source.page_id
         WHERE e.target_type = 'claim' AND e.source_type = 'fragment' AND c.task_id = ? AND e.nli_signals IS NOT NULL
           AND (e.implied_by IS NULL OR e.read_as IS NOT NULL) ORDER BY e.id`,
      )
      .all(taskId)
      .map((row) => {
        const { signals, title, heading, claimText, claimContext, claimTitle, claimHeading, ...edge } = row
        const said = { claim_text: String(claimText), context: claimContext === null ? null : String(claimContext) }
        return {
          edge: edge as unknown as MadeEdge,
          signals: JSON.parse(String(signals)) as readonly number[],
          claim: { text: ownWords(said), context: contextOf(claimTitle, claimHeading) },
          passage: { text: String(edge.passage), context: contextOf(title, heading) },
        }
      })
      .filter(({ signals }) => signals.length === STANCE_FEATURES.length)
  } finally {
    db.close()
  }
}

function contextOf(title: unknown, heading: unknown) {
  return { title: title === null ? null : String(title), heading: heading === null ? null : String(heading) }
}
