import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InputOf } from '../api/define-use-case.ts'
import type { LearningAnswer, learning } from '../api/learning.ts'
import type { AdapterKind } from '../domain/adapter.ts'
import { claimCorrections, toldSentences } from '../human/learning/claim-examples.ts'
import { isDue, LEAST_CORRECTIONS, type Lesson, learn, rollBackAdapter } from '../human/learning/learn.ts'
import { type BaseExamples, readBaseExamples } from '../human/learning/replayed-examples.ts'
import { stanceCorrections } from '../human/learning/stance-examples.ts'
import type { Application } from './application.ts'
import { PACKAGE_ROOT } from './package-root.ts'

type Learner = Pick<Application, 'human' | 'models' | 'settings' | 'signal'>

/**
 * Before a search: what was corrected since is learned from, if it is enough. In a replay the recorded versions hold.
 */
export async function learnIfDue(app: Learner): Promise<void> {
  if (app.settings.replay !== '') return
  for (const kind of ['stance', 'claims'] as const) {
    if (!isDue(app.human, kind, counted(app, kind))) continue
    const lesson = await lessonOf(app, kind)
    if (lesson !== null && isDue(app.human, kind, lesson.corrections.length)) await learn(app.human, lesson)
  }
}

export async function learningOf(app: Learner, input: InputOf<typeof learning>): Promise<LearningAnswer> {
  const { action, kind, version, reason } = input
  if (action === 'rollback') rollBackAdapter(app.human, kind, version, reason)
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

function counted({ human, models }: Learner, kind: AdapterKind): number {
  return kind === 'claims' ? toldSentences(human).length : stanceCorrections(human, models.nli.modelId).length
}

/** Null where the model in use came without base examples: nothing would hold it to what it knows. */
async function lessonOf({ human, models, signal }: Learner, kind: AdapterKind): Promise<Lesson | null> {
  const model = kind === 'stance' ? models.nli.modelId : models.reader.modelId
  const base = baseExamplesOf(model)
  if (base === null) return null
  const corrections =
    kind === 'stance' ? stanceCorrections(human, model) : await claimCorrections(human, models.reader, signal)
  return { kind, model, corrections, base: base[kind] }
}

const read = new Map<string, BaseExamples>()

function baseExamplesOf(model: string): BaseExamples | null {
  const file = join(PACKAGE_ROOT, 'models', model, 'base-examples.json')
  if (!/^[\w-]+$/u.test(model) || !existsSync(file)) return null
  const known = read.get(model) ?? readBaseExamples(readFileSync(file, 'utf8'))
  read.set(model, known)
  return known
}
