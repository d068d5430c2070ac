import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { replayClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import {
  FIRST_FEATURES,
  type FirstFeatures,
  STANCE_FEATURES,
  type StanceFeatures,
  signalsOf,
} from '../../src/judge/stance-features.ts'
import { fuseFragment, SAME_QUANTITY, weigh } from '../../src/judge/stance-score.ts'
import { FIRST_WEIGHTS } from '../../src/judge/stance-weights.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { type ClaimNode, loadTaskGraph } from '../../src/research/graph/task-graph.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { EvidenceEdge } from '../../src/store/types.ts'
import { loadWorld, type World } from '../worlds/load-world.ts'
import { drawOf, statementsOf } from './oracle.ts'

/**
 * Homes of the open worlds as a reader that has not seen them would have left them:
 * `node bench/learning/unseen-homes.ts --homes homes.jsonl --reads reads.jsonl --out FOLDER`.
 * The reader that ships was taught these worlds. --reads are the readings of their pairs by readers that were taught
 * the others only (`reads.jsonl.gz` of models/lyra-reader-mini/recipe/world_tune.py, with the pairs of
 * bench/stance/read-webs.ts): they take the place of what was read, the verdict follows from them as in the judge, and
 * the graph is weighed anew. A pair that they lack, always one that the truth does not list, is read as another such
 * pair of the same closeness.
 */
const { values } = parseArgs({
  options: { homes: { type: 'string' }, reads: { type: 'string' }, out: { type: 'string' } },
})
const { homes, reads, out } = values
if (homes === undefined || reads === undefined || out === undefined) throw new Error('--homes, --reads and --out')
const root = join(import.meta.dirname, '..', '..')
const AT = Date.parse('2026-01-15T10:00:00.000Z')
/** As src/judge/stance-judge.ts has them. */
const PLAINLY_NEUTRAL = 0.97
/** Of the neighbours in closeness one of so many to either side is drawn. */
const NEAR = 10

interface Read {
  readonly web: string
  readonly kind: string
  readonly claim: { readonly text: string }
  readonly passage: { readonly text: string }
  readonly features: StanceFeatures
}
type Readings = Pick<
  StanceFeatures,
  'supports' | 'refutes' | 'reverseSupports' | 'reverseRefutes' | 'aloneSupports' | 'aloneRefutes'
>

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n')
const all = lines(reads).map((line) => JSON.parse(line) as Read)

/** What was read of an edge by a reader that did not know its world; null where the truth knows one side not at all. */
function unseenReadings(world: World): (node: ClaimNode, edge: EvidenceEdge) => Readings | null {
  const own = all.filter(({ web }) => web === world.plan.name)
  const known = new Map(own.map(({ claim, passage, features }) => [`${claim.text}|${passage.text}`, features]))
  const unlisted = own
    .filter(({ kind }) => kind === 'unlisted')
    .map(({ features }) => features)
    .sort((a, b) => a.similarity - b.similarity)
  const statement = statementsOf(world)
  return ({ claim: { span_start, span_end }, fragment, page }, edge) => {
    const claim = statement(page.url, fragment.text_content.slice(span_start, span_end))
    const evidence = statement(edge.page.url, edge.rationale ?? '')
    if (claim === null || evidence === null || claim.id === evidence.id) return null
    const read = known.get(`${claim.quote}|${evidence.quote}`)
    if (read !== undefined) return read
    const turned = known.get(`${evidence.quote}|${claim.quote}`)
    if (turned !== undefined) return theOtherWay(turned)
    const closeness = edge.nli_signals?.[STANCE_FEATURES.indexOf('similarity')] ?? 0
    const after = unlisted.findIndex(({ similarity }) => similarity >= closeness)
    const at = (after < 0 ? unlisted.length - 1 : after) - NEAR + (drawOf(edge.id, 0) % (2 * NEAR + 1))
    return unlisted[Math.max(0, Math.min(unlisted.length - 1, at))] ?? null
  }
}

function theOtherWay(read: StanceFeatures): Readings {
  const { reverseSupports, reverseRefutes, supports, refutes } = read
  const turned = { supports: reverseSupports, refutes: reverseRefutes }
  return { ...read, ...turned, reverseSupports: supports, reverseRefutes: refutes }
}

/** The edge with the verdict that the judge would have given on these readings. */
function judgedAnew(edge: EvidenceEdge, readings: Readings): EvidenceEdge {
  const signals = edge.nli_signals ?? []
  const before = Object.fromEntries(STANCE_FEATURES.map((name, at) => [name, signals[at] ?? 0])) as StanceFeatures
  const { supports, refutes, reverseSupports, reverseRefutes, aloneSupports, aloneRefutes } = readings
  const features = {
    ...before,
    ...{ supports, refutes, reverseSupports, reverseRefutes, aloneSupports, aloneRefutes },
  }
  const first = Object.fromEntries(FIRST_FEATURES.map((name) => [name, features[name]])) as FirstFeatures
  const once = weigh(first, FIRST_WEIGHTS)
  const inDoubt = once.neutral < PLAINLY_NEUTRAL || features.figureDiffers >= SAME_QUANTITY
  const { support_threshold: support, refute_threshold: refute } = defaultSettings.judgement
  const opposed = edge.nli_notes?.includes('other_direction') === true
  const fused = inDoubt
    ? fuseFragment(features, { support, refute }, { opposed })
    : { scores: once, relation: 'neutral' as const }
  const { scores, relation } = fused
  const confidence = scores[relation]
  return {
    ...edge,
    ...{ relation, nli_label: relation, nli_confidence: confidence, nli_raw_confidence: confidence },
    nli_supports: scores.supports,
    nli_refutes: scores.refutes,
    nli_signals: signalsOf(inDoubt ? features : first),
  }
}

const BY_WORDS = ['same_words', 'denied_plainly']

function unseen(line: string, folder: string): string {
  const { name, home, taskId } = JSON.parse(line) as Readonly<Record<'name' | 'home' | 'taskId', string>>
  const target = join(folder, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const file of ['lyra.db', 'lyra.db-wal', 'domains.yaml'])
    if (existsSync(join(home, file))) copyFileSync(join(home, file), join(target, file))
  const clock = replayClock(AT)
  const store = openStore({
    ...{ path: join(target, 'lyra.db'), clock, ids: seededIds('unseen'), viewFolders: [], terms: null },
  })
  const trust = new DomainTrust([join(root, 'config', 'domains.yaml'), join(target, 'domains.yaml')], store.domains)
  const parts = { store, trust, settings: defaultSettings, clock }
  const readingsOf = unseenReadings(loadWorld(join(root, 'bench', 'worlds', 'open', name)))
  store.write(() => {
    for (const node of loadTaskGraph(parts, taskId))
      for (const edge of node.evidence) {
        if (edge.nli_signals == null || edge.nli_notes?.some((note) => BY_WORDS.includes(note)) === true) continue
        const readings = readingsOf(node, edge)
        if (readings === null) continue
        const { fragment: _, page: __, ...judged } = judgedAnew(edge, readings)
        store.edges.saveStance(judged)
      }
  })
  recomputeTask(parts, taskId, 'unseen')
  store.close()
  return JSON.stringify({ name, home: target, taskId })
}

const written = lines(homes).map((line) => unseen(line, out))
writeFileSync(join(out, 'homes.jsonl'), `${written.join('\n')}\n`)
