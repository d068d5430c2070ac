import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { addDocuments } from '../../api/add-documents.ts'
import { checkCitations } from '../../api/check-citations.ts'
import { createTask } from '../../api/create-task.ts'
import { getReport } from '../../api/get-report.ts'
import { getStatus, type StatusAnswer } from '../../api/get-status.ts'
import { queryGraph } from '../../api/query-graph.ts'
import { stopTask } from '../../api/stop-task.ts'
import { vectorSearch } from '../../api/vector-search.ts'
import type { Lyra } from '../../app/lyra.ts'
import { VERSION } from '../../app/version.ts'
import { LyraError } from '../../domain/errors.ts'
import { LONGEST_WAIT_SECONDS } from '../../domain/task.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command } from '../command.ts'
import { type DemoScript, readDemoScript } from '../demo-script.ts'
import { copyWords, installedCopy } from '../installed-copy.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withNewLyra } from '../session.ts'
import { plural, printable, shorten } from '../text.ts'
import { waitForCitations } from '../wait-for-citations.ts'
import { addText } from './add.ts'
import { queryText } from './query.ts'
import { writeOrExplain } from './report.ts'
import { searchText } from './search.ts'
import { vectorText } from './vector.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Run a whole research task on the bundled demo web, offline',
  usage: '',
  details: [
    'Everything is real except the internet: a browser, the models, the database and the archive work on a web of ' +
      'invented pages packed in demo/demo-web.warc.gz. No socket is opened. The result lies in .demo (removed ' +
      'first), or in --home when that folder is new or empty.',
  ],
  flags: {},
  examples: [
    { line: 'npm run demo', about: 'from a checkout' },
    { line: 'lyra demo --json', about: 'steps on stderr, one document on stdout' },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'demo')
    const { root } = call.world
    const script = await readDemoScript(join(root, 'demo', 'script.yaml'))
    const home = freshHome(call)
    copyFileSync(join(root, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
    const replay = call.open.replay ?? join(root, 'demo', 'demo-web.warc.gz')
    const outcome = await withNewLyra(call, (lyra) => playScript(lyra, script, call), { ...call.open, home, replay })
    const file = join(home, 'report.md')
    writeOrExplain(file, printable(outcome.report))
    const broken = outcome.citations.filter((citation) => citation.problem !== null)
    const summary = {
      ...summarise(outcome.status),
      citations: outcome.citations.length,
      broken_citations: broken.length,
    }
    const places = { report: file, database: join(home, 'lyra.db'), archive: join(home, 'archive', outcome.taskId) }
    return {
      document: {
        ok: true,
        task_id: outcome.taskId,
        question: script.question,
        ...summary,
        ...places,
        steps: outcome.steps,
      },
      text: summaryText(outcome.taskId, summary, places, call),
      exit: broken.length === 0 ? 0 : 1,
    }
  },
}

function freshHome(call: Call): string {
  const own = call.open.home
  if (own === undefined) {
    const home = join(call.world.root, '.demo')
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { mode: 0o700 })
    return home
  }
  const home = resolve(call.world.cwd, own)
  // A home may hold years of research: the demo never writes into one that is in use.
  if (existsSync(home) && !statSync(home).isDirectory())
    throw new LyraError('INVALID_PARAMS', `${home} is a file`, { hint: 'Give the demo a new or empty folder' })
  if (existsSync(home) && readdirSync(home).length > 0)
    throw new LyraError('INVALID_PARAMS', `${home} is not empty`, { hint: 'Give the demo a new or empty folder' })
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return home
}

async function playScript(lyra: Lyra, script: DemoScript, call: Call) {
  const { question: query, budget, language } = script
  const { task_id: taskId } = await lyra.call(createTask, { query, config: { budget, language } })
  const parts = [script.steps, script.documents, script.queries, script.vectors]
  const tell = stepPrinter(call, parts.flat().length)
  tell.title(
    `Question: ${script.question}${script.question_ja === undefined ? '' : ` (${script.question_ja})`}`,
    taskId,
  )
  const steps: unknown[] = []
  for (const step of script.steps) {
    tell.begin(step.say, `search ${taskId} "${step.search}"${step.options?.refute === true ? ' --refute' : ''}`)
    const answer = await runSearch(lyra, taskId, step, call)
    tell.end(searchText(answer, call.world.width))
    await waitForCitations(lyra, taskId, call.world)
    call.world.signal.throwIfAborted()
    const { claims_found: claims, ...counts } = answer
    steps.push({ say: step.say, ...counts, claims_found: claims.length })
  }
  for (const { say, path } of script.documents) {
    tell.begin(say, `add ${taskId} ${path}`)
    const answer = await addFiles(lyra, taskId, path, call)
    tell.end(addText(answer, call.world.width))
    steps.push({ say, files: answer.files, claims_found: answer.search?.claims_found.length ?? 0 })
  }
  for (const step of script.queries) {
    tell.begin(step.say, `query "${shorten(step.sql, 120)}"`)
    const answer = await lyra.call(queryGraph, { sql: step.sql })
    tell.end(queryText(answer, call.world.width))
    steps.push({ say: step.say, sql: step.sql, rows: answer.rows })
  }
  for (const { say, ...question } of script.vectors) {
    tell.begin(say, `vector "${question.query}" --target ${question.target ?? 'claims'}`)
    const answer = await lyra.call(vectorSearch, { ...question, task_id: taskId })
    tell.end(vectorText(answer, call.world.width))
    steps.push({ say, query: question.query, results: answer.results })
  }
  const stopped = await lyra.call(stopTask, { task_id: taskId, reason: 'completed' })
  tell.title(`Task stopped: ${stopped.final_status}`, '')
  const { markdown: report } = await lyra.call(getReport, { task_id: taskId })
  const status = await lyra.call(getStatus, { task_id: taskId })
  const { citations } = await lyra.call(checkCitations, { report })
  return { taskId, steps, status, report, citations }
}

function runSearch(lyra: Lyra, taskId: string, step: DemoScript['steps'][number], call: Call) {
  const progress = progressLine(call.world)
  const hooks = { signal: call.world.signal, onProgress: progress.update }
  const input = { task_id: taskId, query: step.search, options: step.options }
  return searchToEnd(lyra, input, hooks).finally(progress.end)
}

function addFiles(lyra: Lyra, taskId: string, path: string, call: Call) {
  const progress = progressLine(call.world)
  const hooks = { signal: call.world.signal, onProgress: progress.update }
  const input = { task_id: taskId, paths: [join(call.world.root, path)], wait_seconds: LONGEST_WAIT_SECONDS }
  return lyra.call(addDocuments, input, hooks).finally(progress.end)
}

/** Steps are printed as they happen; with --json only the final document goes to stdout. */
function stepPrinter(call: Call, total: number) {
  const out = call.json ? call.world.stderr : call.world.stdout
  let step = 0
  return {
    title: (title: string, text: string) => out(`== ${title}\n${text}\n`),
    begin: (say: string, command: string) => {
      step++
      out(`\n== ${step}/${total} ${say}\n$ lyra ${command}\n`)
    },
    end: (text: string) => out(`${text}\n`),
  }
}

function summarise(status: StatusAnswer) {
  const evidence = status.evidence_summary
  return {
    claims: status.metrics.total_claims,
    supports: evidence?.supporting_edges ?? null,
    refutes: evidence?.refuting_edges ?? null,
    contested: status.metrics.contested_claims,
    rejected: status.metrics.rejected_claims,
    retracted_sources: status.metrics.retracted_sources,
    pages: status.metrics.total_pages,
    blocked_domains: status.blocked_domains.map((blocked) => ({ domain: blocked.domain, reason: blocked.reason })),
    waiting_for_a_person: status.auth_queue.pending_count,
  }
}

type Summary = ReturnType<typeof summarise> & { readonly citations: number; readonly broken_citations: number }
type Places = { readonly report: string; readonly database: string; readonly archive: string }

function summaryText(taskId: string, summary: Summary, places: Places, call: Call): string {
  const short = (path: string) => {
    const near = relative(call.world.cwd, path)
    return near.startsWith('..') ? path : near
  }
  const blocked = summary.blocked_domains.map((one) => `${one.domain}: ${shorten(one.reason, 90)}`)
  const home = short(resolve(places.report, '..'))
  const { lyra } = copyWords(installedCopy(call.world.root, VERSION))
  return [
    '== Summary',
    `Claims     ${summary.claims} from ${plural(summary.pages, 'page')}`,
    `Supports   ${summary.supports ?? 'unknown number of'} edges`,
    `Refutes    ${summary.refutes ?? 'unknown number of'} edges`,
    `Contested  ${plural(summary.contested, 'claim')}; rejected ${summary.rejected}; ` +
      `retracted sources ${summary.retracted_sources}`,
    `Blocked    ${blocked.length === 0 ? 'none' : blocked.join(`\n${' '.repeat(11)}`)}`,
    `Waiting    ${plural(summary.waiting_for_a_person, 'page')} behind a challenge or a login`,
    `Citations  ${summary.citations} walked back to fragment and archive record, ${summary.broken_citations} broken`,
    `Report     ${short(places.report)}`,
    `Archive    ${short(places.archive)}`,
    '',
    'Look next:',
    `  ${lyra} serve --home ${home} --open    # in your browser: both sides, and the page behind each`,
    `  less ${short(places.report)}`,
    `  ${lyra} query "SELECT * FROM v_contradictions" --home ${home}`,
    `  ${lyra} replay ${taskId} --home ${home}`,
    `  ${lyra} doctor                # is this machine ready for the real web?`,
  ].join('\n')
}
