import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { StanceJudge } from '../../src/judge/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { type StopPoint, stopPointSchema } from '../../src/research/jobs/stop-point.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
const QUESTION = 'Does silverleaf tea lower blood pressure?'

interface World {
  readonly parts: ConductorParts
  readonly conductor: Conductor
  readonly taskId: string
}

/** No two claims count as the same: three pages give three claims. */
const SETTINGS = {
  ...defaultSettings,
  judgement: { ...defaultSettings.judgement, duplicate_similarity: 1.1 },
}

/** `onWork` hears of every page asked for and every claim judged, before it is done. */
function world(t: TestContext, onWork: (what: string, world: World) => Promise<void> = async () => {}): World {
  const web = openSmallWeb({ settings: SETTINGS, onAsk: (what) => onWork(what, opened) })
  const { judgeFragments } = web.parts.stance
  let judged = 0
  const stance: StanceJudge = {
    ...web.parts.stance,
    judgeFragments: async (claim, fragments, signal) => {
      judged += 1
      await onWork(`judge ${judged}`, opened)
      signal?.throwIfAborted()
      return judgeFragments(claim, fragments, signal)
    },
  }
  const parts = { ...web.parts, stance }
  const conductor = new Conductor(parts)
  const { task_id: taskId } = createTask(parts, { query: QUESTION })
  const opened = { parts, conductor, taskId }
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  return opened
}

function remains({ parts: { store }, taskId }: World) {
  const claims = store.claims.ofTask(taskId)
  const textOf = (fragmentId: string) => store.fragments.get(fragmentId)?.text_content
  return {
    pages: store.pages
      .ofTask(taskId)
      .map((page) => page.url)
      .sort(),
    claims: claims.map((claim) => [claim.claim_text, claim.confidence]).sort(),
    edges: claims
      .flatMap((claim) => store.edges.evidenceFor(claim.id).map((edge) => [textOf(edge.source_id), claim.claim_text]))
      .sort(),
  }
}

function reached({ parts: { store }, taskId }: World): StopPoint {
  const event = store.events.ofTask(taskId, 1000).findLast(({ kind }) => kind === 'search_failed')
  return stopPointSchema.parse(event?.data.reached)
}

const CUTS: readonly { readonly at: string; readonly left: readonly [pages: number, claims: number, edges: number] }[] =
  [
    { at: `engine ${QUERY}`, left: [0, 0, 0] },
    { at: 'page https://journal.example/silverleaf-tea-blood-pressure', left: [2, 0, 0] },
    { at: 'judge 1', left: [3, 3, 0] },
    { at: 'judge 3', left: [3, 3, 4] },
  ]

for (const { at, left } of CUTS) {
  test(`REQ 4.6 replay: a search cancelled at "${at}" is replayed to the same place`, async (t) => {
    const first = world(t, async (what, { conductor, taskId }) => {
      if (what !== at) return
      // What was asked for before has been saved by now.
      await setTimeout(300)
      void conductor.cancel(taskId, 'the person changed their mind')
    })
    await assert.rejects(first.conductor.search(first.taskId, QUERY, {}, {}), { code: 'CANCELLED' })
    const again = world(t)

    const replayed = again.conductor.search(again.taskId, QUERY, {}, { stopAt: reached(first) })

    await assert.rejects(replayed, { code: 'CANCELLED', message: 'The search is replayed to where it ended early' })
    const { pages, claims, edges } = remains(first)
    assert.deepEqual([pages.length, claims.length, edges.length], left)
    assert.deepEqual(remains(again), { pages, claims, edges })
    assert.deepEqual(reached(again), reached(first))
  })
}

test('REQ 4.6 replay: a search that ended after it found no claims is replayed to there, one of before up to them', async (t) => {
  const whole = world(t)
  await whole.conductor.search(whole.taskId, QUERY, {}, {})
  const stages = ['web', 'papers', 'pages', 'explored', 'papers of pages']
  const extractionsUntil = async (stopAt: StopPoint) => {
    const again = world(t)
    const { extract } = again.parts.claims
    let extractions = 0
    const claims = {
      ...again.parts.claims,
      extract: async (...input: Parameters<typeof extract>) => {
        extractions += 1
        return (await extract(...input)).map((one) => ({ ...one, claims: [] }))
      },
    }
    const conductor = new Conductor({ ...again.parts, claims })
    await assert.rejects(conductor.search(again.taskId, QUERY, {}, { stopAt }), { code: 'CANCELLED' })
    await conductor.close()
    return extractions
  }

  assert.equal(await extractionsUntil({ stages: [...stages, 'claims'], claims: 0, judged: 0 }), 1)
  assert.equal(await extractionsUntil({ stages: [...stages, 'a stage of another version'], claims: 0, judged: 0 }), 0)
})

test('REQ 4.6 replay: a search that ended early before its figures were written never writes them', async (t) => {
  const whole = world(t)
  await whole.conductor.search(whole.taskId, QUERY, {}, {})
  const [row] = whole.parts.store.searches.ofTask(whole.taskId)
  const again = world(t)

  const stopAt = { stages: [], claims: 3, judged: 3 }
  await assert.rejects(again.conductor.search(again.taskId, QUERY, {}, { stopAt }), { code: 'CANCELLED' })

  assert.equal(row?.status, 'satisfied')
  const [cut] = again.parts.store.searches.ofTask(again.taskId)
  assert.deepEqual([cut?.status, cut?.error, cut?.satisfaction_score], ['exhausted', 'CANCELLED', 0])
  assert.deepEqual(
    again.parts.store.claims.ofTask(again.taskId).map(({ confidence }) => confidence),
    [0.5, 0.5, 0.5],
  )
})
