import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import type { StanceRelation } from '../../src/domain/claim.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { recomputeClaims } from '../../src/research/graph/recompute.ts'
import { type ClaimNode, loadTaskGraph } from '../../src/research/graph/task-graph.ts'
import { rankReview } from '../../src/research/review/rank-review.ts'
import { verdictOdds } from '../../src/research/review/verdict-odds.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { EvidenceEdge } from '../../src/store/types.ts'
import type { World } from '../worlds/load-world.ts'
import type { Played } from '../worlds/play-world.ts'
import { readGraph } from '../worlds/read-graph.ts'
import { scoreWorld } from '../worlds/score-world.ts'
import type { WorldScore } from '../worlds/world-score.ts'
import { oracleOf } from './oracle.ts'

const AT = Date.parse('2026-01-15T10:00:00.000Z')

/** A verdict on a pair that the truth tells, as it stands now. */
export interface OpenPair {
  readonly edgeId: string
  readonly truth: StanceRelation
  /** How probable the other verdicts are, all together. */
  readonly doubt: number
}

/** A copy of a researched world that is corrected pair by pair, by the functions of the product. */
export interface ReviewedWorld extends Disposable {
  /** Pairs that the truth tells and nobody has corrected, in the order of their edges. */
  open(): readonly OpenPair[]
  /** The same in the order of the review queue. */
  queued(): readonly OpenPair[]
  correct(pairs: readonly OpenPair[]): Promise<void>
  score(): WorldScore
}

export function reviewWorld(world: World, { home, taskId }: Played, root: string): ReviewedWorld {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-learning-'))
  for (const name of ['lyra.db', 'lyra.db-wal'])
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(folder, name))
  const clock = replayClock(AT)
  const ids = seededIds('learning')
  const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders: [], terms: null })
  const trust = new DomainTrust([join(root, 'config', 'domains.yaml'), join(home, 'domains.yaml')], store.domains)
  const parts = { store, trust, settings: defaultSettings, clock }
  const oracle = oracleOf(world)
  const effects = {
    recompute: (claimIds: readonly string[]) => recomputeClaims(parts, claimIds, ids.next('cause')),
    archivedText: async () => null,
    judgePassage: async () => () => [],
  }
  const asked = ({ claim, fragment, page }: ClaimNode, edge: EvidenceEdge) =>
    oracle({
      claimUrl: page.url,
      claimSource: fragment.text_content.slice(claim.span_start, claim.span_end),
      url: edge.page.url,
      sentence: edge.rationale ?? '',
    })
  const open = (): readonly OpenPair[] =>
    loadTaskGraph(parts, taskId).flatMap((node) =>
      node.evidence.flatMap((edge) => {
        const truth = edge.human_corrected ? null : asked(node, edge)
        return truth === null ? [] : [{ edgeId: edge.id, truth, doubt: 1 - verdictOdds(edge)[edge.relation] }]
      }),
    )
  return {
    open,
    queued: () => {
      const pairs = new Map(open().map((pair) => [pair.edgeId, pair]))
      return rankReview(parts, taskId).items.flatMap(({ target_id: id }) => pairs.get(id) ?? [])
    },
    correct: async (pairs) => {
      const items = pairs.map(({ edgeId, truth }) => ({
        ...{ action: 'correct_nli', target_id: edgeId, payload: { correct_relation: truth } },
      }))
      const input = checkInput(feedback, { task_id: taskId, action: 'list', payload: { items } })
      await submitFeedback({ ...parts, ids, log: silentLogger }, input, effects, 'assistant')
    },
    score: () => scoreWorld(world, readGraph({ home: folder, taskId })),
    [Symbol.dispose]: () => {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
