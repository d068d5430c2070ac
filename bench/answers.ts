import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demoAnswers, type Figures } from './answers/demo-answers.ts'
import { offlineAnswer } from './answers/offline-answer.ts'
import { timeToStop } from './answers/time-to-stop.ts'
import type { Bench, BenchResult } from './bench.ts'

type Row = BenchResult['rows'][number]

/** Of the demo: a search of many pages. */
const STOPPED_QUERY = 'silverleaf tea blood pressure trial'

/** What an assistant is sent for the demo question, in tokens (o200k), here and in an older checkout. */
export const answers: Bench = {
  about: 'tokens of the tool list and of typical answers, searches answered completely, time to stop and to "offline"',
  run: async ({ root, before, say }) => {
    const now = await measured(root, say)
    const old = before === null || before === undefined ? null : await measured(resolve(before), say)
    const earlier = Object.fromEntries(Object.entries(old ?? {}).map(([name, value]) => [`before_${name}`, value]))
    return { numbers: { bench: 'answers', ...now, ...earlier }, rows: rowsOf(now, old) }
  },
}

async function measured(root: string, say: (line: string) => void): Promise<Record<string, number | string | null>> {
  const home = () => mkdtempSync(join(tmpdir(), 'lyra-bench-answers-'))
  const homes = { demo: home(), stop: home(), offline: home() }
  try {
    say(root)
    const figures: Figures = await demoAnswers(root, homes.demo, say)
    const stop = await timeToStop(root, homes.stop, STOPPED_QUERY)
    const { ms, answer } = await offlineAnswer(root, homes.offline)
    say(`offline: ${answer} after ${ms} ms; stopped after ${stop} ms`)
    return { ...figures, stop_ms: stop, offline_ms: ms, offline_answer: answer }
  } finally {
    for (const folder of Object.values(homes)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Name, unit and limit of what the page of benchmarks shows; text and data of an answer stand in one row. */
const ANSWERS: readonly (readonly [string, string, string])[] = [
  ['search_empty', 'a search that found nothing', 'at most 150 each'],
  ['search_most_claims', 'the search with the most claims', 'at most 1,800 each'],
  ['status', 'get_status', 'at most 700 each'],
  ['query_all_claims', 'query_graph SELECT * FROM claims', 'about 8,000'],
  ['query_view', 'query_graph SELECT * FROM v_contradictions', ''],
  ['vector_search', 'vector_search, ten results', ''],
  ['claim', 'get_claim', ''],
  ['stop', 'stop_task', ''],
  ['error', 'an error', ''],
]

const OTHERS: readonly (readonly [string, string, string])[] = [
  ['tool_list', 'tools/list, tokens', '20,000 bytes'],
  ['search_answered_share', 'searches answered completely when asked for again', '1.0'],
  ['report_largest_tokens', 'largest page of the report resource, tokens', 'about 8,000'],
  ['report_claims_share', 'claims that the report resource leads to', '1.0'],
  ['report_citations_share', 'its citations whose source it leads to', '1.0'],
  ['graph_claims_share', 'claims that the graph resource leads to', '1.0'],
  ['stop_ms', 'stop_task while a search runs, ms', 'about 1,000'],
  ['offline_ms', 'a search without internet, ms', ''],
  ['offline_answer', 'what it answers', 'OFFLINE'],
]

function rowsOf(now: Readonly<Record<string, unknown>>, old: Readonly<Record<string, unknown>> | null): readonly Row[] {
  const both = (from: Readonly<Record<string, unknown>> | null, name: string) =>
    from === null || from[`${name}_text`] === undefined
      ? ''
      : `${from[`${name}_text`]} as text, ${from[`${name}_data`]} as data`
  const one = (from: Readonly<Record<string, unknown>> | null, name: string) => {
    const value = from?.[name]
    return typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value ?? '')
  }
  return [
    ...ANSWERS.map(([name, what, target]) => ({
      what: `${what}, tokens`,
      measured: both(now, name),
      baseline: both(old, name),
      target,
    })),
    ...OTHERS.map(([name, what, target]) => ({ what, measured: one(now, name), baseline: one(old, name), target })),
  ]
}
