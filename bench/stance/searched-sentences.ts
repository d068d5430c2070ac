import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownWords, type StanceRelation } from '../../src/domain/claim.ts'
import type { TextInContext } from '../../src/judge/same-quantity.ts'
import { goesOnWith, type PlacedText, sentenceBefore } from '../../src/judge/sentence-before.ts'
import { planCases, type StanceCase, secondPairs } from '../../src/judge/stance-cases.ts'
import { measureCheaply } from '../../src/judge/stance-features.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import type { StancePair } from '../../src/models/types.ts'
import { loadWorld } from '../worlds/load-world.ts'
import type { Played } from '../worlds/play-world.ts'
import { type MadeEdge, readGraph } from '../worlds/read-graph.ts'
import { pairTeller } from '../worlds/score-read-edges.ts'
import { matchClaims } from '../worlds/score-world.ts'

/** A sentence of a passage that a search showed for a claim, with what it should be. */
export interface SearchedSentence {
  readonly world: string
  /** The candidate that it is a sentence of. */
  readonly edge: string
  readonly claim: TextInContext
  readonly passage: TextInContext
  readonly text: string
  /** The claim's words as they stand on its page, and the two pages: what a hand that reads the pair names it by. */
  readonly places: { readonly claim: string; readonly claimPage: string; readonly evidencePage: string }
  readonly right: StanceRelation
  /** Whether the truth or a second hand tells what it is; what nobody tells is neutral. */
  readonly told: boolean
  readonly cheap: ReturnType<typeof measureCheaply>
  readonly quantity: StanceCase['measured']['quantity']
  /** What the judge asks: in its place, the other way round, without context. */
  readonly questions: readonly [StancePair, StancePair, StancePair]
}

/**
 * Opens the models once; stances are not read here, only what is measured before them. The reader is asked whether two
 * figures are of the same quantity.
 */
export function openSearched({ home = tmpdir(), model = 'lyra-reader-mini' } = {}) {
  const places = { home, threads: 2 }
  const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 60_000 })
  const reader = createReader({ ...places, model })
  const isSpeech = async (texts: readonly string[]) => texts.map(() => false)

  /** Every sentence that the judge would think of reading, of every candidate of a played world. */
  return async function* searchedSentences({ folder, ...played }: Played & { readonly folder: string }) {
    const world = loadWorld(folder)
    const graph = readGraph(played)
    const made = new Map(graph.claims.map((one) => [one.id, one]))
    const tell = pairTeller(world, matchClaims(world.truth.statements, graph.claims), graph)
    for (const { edge, id, claim, passage } of candidates(played)) {
      const [planned] = await planCases({ embedder, reader, isSpeech }, claim, [{ id, ...passage }], undefined, true)
      for (const one of planned?.cases ?? []) {
        const told = tell({ ...edge, rationale: one.text })
        const questions = [one.pair, ...secondPairs(one, claim.text)] as const
        const { source = claim.text, url = '' } = made.get(edge.claimId) ?? {}
        const places = { claim: source, claimPage: url, evidencePage: edge.url }
        const sentence: SearchedSentence = {
          ...{ world: world.plan.name, edge: id, claim, passage, text: one.text, places, questions },
          ...{ right: told ?? 'neutral', told: told !== null, cheap: measureCheaply(one.measured) },
          quantity: one.measured.quantity,
        }
        yield sentence
      }
    }
  }
}

function candidates({ home, taskId }: Played) {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    const before = goesOnWith(db.prepare('SELECT * FROM fragments').all() as unknown as PlacedText[])
    return db
      .prepare(
        `SELECT e.id, e.target_id AS claimId, e.relation, p.url, f.text_content AS passage, p.title,
           f.heading_context AS heading, c.claim_text AS claimText, c.context AS claimContext, f.id AS fragmentId,
           own.title AS claimTitle, source.heading_context AS claimHeading, source.id AS sourceId,
           source.text_content AS sourceText, c.span_start AS spanStart
         FROM edges e JOIN claims c ON c.id = e.target_id JOIN fragments f ON f.id = e.source_id
         JOIN pages p ON p.id = f.page_id JOIN fragments source ON source.id = c.source_fragment_id
         JOIN pages own ON own.id = source.page_id
         WHERE e.target_type = 'claim' AND e.source_type = 'fragment' AND c.task_id = ?
           AND (e.implied_by IS NULL OR e.read_as IS NOT NULL) ORDER BY e.id`,
      )
      .all(taskId)
      .map(({ id, title, heading, claimText, claimContext, claimTitle, claimHeading, ...edge }) => {
        const { fragmentId, sourceId, sourceText, spanStart, ...found } = edge
        const beforeClaim = sentenceBefore(String(sourceText), Number(spanStart)) ?? before.get(String(sourceId))
        const said = { claim_text: String(claimText), context: claimContext === null ? null : String(claimContext) }
        return {
          id: String(id),
          edge: { ...found, rationale: '' } as unknown as MadeEdge,
          claim: { text: ownWords(said), context: contextOf(claimTitle, claimHeading, beforeClaim) },
          passage: { text: String(edge.passage), context: contextOf(title, heading, before.get(String(fragmentId))) },
        }
      })
  } finally {
    db.close()
  }
}

function contextOf(title: unknown, heading: unknown, before: string | null = null) {
  return { title: title === null ? null : String(title), heading: heading === null ? null : String(heading), before }
}
