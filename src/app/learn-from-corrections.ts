import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InputOf } from '../api/define-use-case.ts'
import type { LearningAnswer, learning } from '../api/learning.ts'
import type { AdapterKind } from '../domain/adapter.ts'
import { claimCorrections, toldSentences } from '../human/learning/claim-examples.ts'
import { isDue, LEAST_CORRECTIONS, type Lesson, learn, rollBackAdapter } from '../human/learning/learn.ts'
import { type BaseExamples, readBaseExamples, withoutHidden } from '../human/learning/replayed-examples.ts'
import { correctedPairs, type ReadPair, readCorrected } from '../human/learning/stance-examples.ts'
import type { Application } from './application.ts'
import { PACKAGE_ROOT } from './package-root.ts'

type Learner = Pick<Application, 'human' | 'models' | 'settings' | 'signal'>

/**
 * Before a search: what was corrected since is learned from, if it is enough. In a replay the recorded versions hold.
 */
export async function learnIfDue(app: Learner): Promise<void> {
  if (app.settings.replay !== '') return
  for (const kind of ['stance', 'claims'] as const) {
    if (!isDue(app.human, kind, counted(app, kind), layerOf(app, kind))) continue
    const lesson = await lessonOf(app, kind)
    if (lesson !== null) await learn(app.human, lesson)
  }
}

export async function learningOf(app: Learner, input: InputOf<typeof learning>): Promise<LearningAnswer> {
  const { action, kind, version, reason } = input
  if (action === 'rollback') rollBackAdapter(app.human, kind, { version, reason, layer: layerOf(app, kind) })
  if (action === 'learn') {
    const lesson = await lessonOf(app, kind)
    if (lesson !== null) await learn(app.human, lesson)
  }
  const { adapters } = app.human.store.people
  const versions = (['stance', 'claims'] as const).flatMap((one) => adapters.versions(one))
  const inForce = (one: AdapterKind) => adapters.current(one)?.version ?? 0
  return {
    ok: true,
    corrections: { stance: counted(app, 'stance'), claims: counted(app, 'claims'), needed: LEAST_CORRECTIONS },
    versions: versions.map(({ weights: _weights, ...rest }) => rest),
    current: { stance: inForce('stance'), claims: inForce('claims') },
  }
}

function counted({ human }: Learner, kind: AdapterKind): number {
  return kind === 'claims' ? toldSentences(human).length : correctedPairs(human).length
}

function layerOf({ models }: Learner, kind: AdapterKind): string | null {
  return kind === 'stance' ? (baseExamplesOf(models.nli.modelId)?.layer ?? null) : null
}

/** Null where the model in use came without base examples: nothing would hold it to what it knows. */
async function lessonOf(app: Learner, kind: AdapterKind): Promise<Lesson | null> {
  const { human, models, signal } = app
  const model = kind === 'stance' ? models.nli.modelId : models.reader.modelId
  const base = baseExamplesOf(model)
  if (base === null) return null
  if (kind === 'claims') {
    const corrections = await claimCorrections(human, models.reader, signal)
    return { kind, model, corrections, base: base.claims, told: corrections.length, layer: null }
  }
  const pairs = correctedPairs(human)
  const known = readings.get(human.store) ?? new Map<string, ReadPair>()
  readings.set(human.store, known)
  const { corrections, layer } = await readCorrected(pairs, models.stance, known, signal)
  const told = pairs.length
  if (layer !== null && layer === base.layer) return { kind, model, corrections, base: base.stance, told, layer }
  // The reader in use gives no hidden layer out, or it is not the one that came with the base examples.
  const signalsAlone = { corrections: withoutHidden(corrections), base: withoutHidden(base.stance) }
  return { kind, model, ...signalsAlone, told, layer: null }
}

/** Corrected pairs that this process has read: learning again after ten more reads those ten. */
const readings = new WeakMap<object, Map<string, ReadPair>>()

const read = new Map<string, BaseExamples>()

function baseExamplesOf(model: string): BaseExamples | null {
  const file = join(PACKAGE_ROOT, 'models', model, 'base-examples.json')
  if (!/^[\w-]+$/u.test(model) || !existsSync(file)) return null
  const known = read.get(model) ?? readBaseExamples(readFileSync(file, 'utf8'))
  read.set(model, known)
  return known
}
