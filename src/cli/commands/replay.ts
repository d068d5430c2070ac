import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDocuments } from '../../api/add-documents.ts'
import { createTask } from '../../api/create-task.ts'
import { getStatus } from '../../api/get-status.ts'
import { listTasks } from '../../api/list-tasks.ts'
import { raiseBudget } from '../../api/raise-budget.ts'
import { resumeTask } from '../../api/resume-task.ts'
import type { CallHooks, Lyra } from '../../app/lyra.ts'
import { conclusionsHash } from '../../domain/conclusions.ts'
import { LyraError } from '../../domain/errors.ts'
import { LONGEST_WAIT_SECONDS, type SearchOptions } from '../../domain/task.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { readAll, sqlId } from '../graph-reading.ts'
import { progressLine } from '../progress.ts'
import { namingFile, requireFile } from '../read-file.ts'
import { compareConclusions, countDifferences, type Differences, readConclusions } from '../replay-compare.ts'
import { readFeedback, repeatFeedback } from '../replay-feedback.ts'
import { readBudgets, readCalibrations, readCitationSteps, readRevisits, readTranslations } from '../replay-order.ts'
import { readEarlyEnds } from '../replay-stops.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra, withNewLyra } from '../session.ts'
import { plural, shorten } from '../text.ts'

const EXIT_DIFFERENT = 1
/** Differences listed per kind on a terminal; `--json` has all of them. */
const DIFFERENCES_SHOWN = 10

export const replayCommand: Command = {
  name: 'replay',
  summary: "Run a task's searches again from its own archive and report what differs",
  usage: '<task_id> | <bundle>',
  details: [
    'Reads LYRA_HOME/archive/<task_id>, runs the same searches with the same options in a fresh temporary home, ' +
      'opens no socket, and compares claims, edges and confidences. Exit 0 when they are equal, 1 when they differ.',
    'Your config.yaml, domains.yaml, engines.yaml, targets.yaml, pivots.yaml, thesaurus.yaml and sources are used; ' +
      'trust learned from other tasks is not, so a task that leaned on it may differ.',
    'A local LLM is not asked again: what it said lies in the archive and is repeated from there. Where its prompts ' +
      'have changed since, the built-in extractor stands in, and the task may differ.',
    'Corrections (`lyra feedback`) are repeated where they were made between the searches.',
    'A bundle (`lyra export`) is replayed from its own archive with its own settings, whatever this home holds.',
    'A search that was interrupted, cancelled or failed is replayed to the place where it ended, and named.',
  ],
  flags: {},
  examples: [
    { line: 'lyra replay task_0123456789abcdef', about: 'audit: the same bytes, the same conclusions' },
    { line: 'lyra replay task_0123456789abcdef --home .demo --json', about: 'the task of the demo' },
    { line: 'lyra replay tea.lyra.zip', about: 'what somebody handed over: does it hold?' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['task_id'], 'replay')
    if (!given.endsWith('.zip')) return replayTask(call, given)
    const file = resolve(call.world.cwd, given)
    requireFile(file)
    const { openBundleHome } = await import('../../app/bundle-home.ts')
    using bundle = await namingFile(file, ['The file'], () => openBundleHome(file, null))
    return await replayTask({ ...call, open: { ...call.open, home: bundle.folder } }, bundle.manifest.task.id)
  },
}

/** What the user's files change in what a search asks. */
const OWN_FILES = [
  ...['config.yaml', 'domains.yaml', 'engines.yaml', 'targets.yaml', 'pivots.yaml', 'thesaurus.yaml', 'sources'],
]

async function replayTask(call: Call, taskId: string): Promise<Result> {
  const original = await withLyra(call, (lyra) => readOriginal(lyra, taskId))
  const home = mkdtempSync(join(tmpdir(), 'lyra-replay-'))
  try {
    for (const file of OWN_FILES)
      if (existsSync(join(original.home, file)))
        cpSync(join(original.home, file), join(home, file), { recursive: true })
    const again = await withNewLyra(call, (lyra) => searchAgain(lyra, original, call), {
      flags: call.open.flags,
      home,
      replay: original.archive,
      citationSteps: original.citationSteps,
      mirrors: original.mirrors,
      calibrations: original.calibrations,
      revisits: original.revisits,
    })
    const differences = compareConclusions(original.conclusions, again)
    const count = countDifferences(differences)
    return {
      document: {
        ok: true,
        task_id: taskId,
        archive: original.archive,
        searches: original.searches.length,
        claims: original.conclusions.claims.size,
        edges: original.conclusions.edges.size,
        early_ends: earlyEnds(original),
        equal: count === 0,
        conclusions_sha256: { before: conclusionsHash(original.conclusions), after: conclusionsHash(again) },
        differences,
      },
      text: replayText(original, differences, count),
      exit: count === 0 ? 0 : EXIT_DIFFERENT,
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

type Original = Awaited<ReturnType<typeof readOriginal>>

async function readOriginal(lyra: Lyra, taskId: string) {
  const status = await lyra.call(getStatus, { task_id: taskId })
  const { home } = await lyra.open()
  const archive = join(home, 'archive', taskId)
  if (!existsSync(archive))
    throw new LyraError('ARCHIVE_UNREADABLE', `Task ${taskId} has no archive in ${archive}`, {
      hint: 'Only tasks that fetched something can be replayed',
    })
  if (status.searches.some(({ status: one }) => one === 'running' || one === 'queued'))
    throw new LyraError('INVALID_PARAMS', `Task ${taskId} is still searching`, { hint: 'Stop it or wait, then replay' })
  if (status.background.citations_pending > 0)
    throw new LyraError('INVALID_PARAMS', `Citations of task ${taskId} are still being followed`, {
      hint: `Finish them with \`lyra task resume ${taskId}\`, or stop the task, then replay`,
    })
  const { tasks } = await lyra.call(listTasks, {})
  const task = tasks.find((one) => one.id === taskId)
  // In request order; a replayed home's clock restarts with each process, so timestamps do not give it.
  const searches = await readAll(
    lyra,
    `SELECT id, query, options FROM queries WHERE task_id = ${sqlId(taskId)} ORDER BY rowid`,
  )
  const searchIds = searches.map((row) => String(row.id))
  const early = await readEarlyEnds(lyra, taskId)
  return {
    home,
    archive,
    question: status.query,
    budget: await readBudgets(lyra, taskId, {
      max_pages: status.budget.pages_limit,
      max_seconds: status.budget.time_limit_seconds,
    }),
    priorityDomains: task?.priority_domains ?? [],
    language: task?.language ?? undefined,
    searches: searches.map((row) => ({
      query: String(row.query),
      options: JSON.parse(String(row.options)) as SearchOptions,
      early: early.get(String(row.id)) ?? null,
    })),
    citationSteps: await readCitationSteps(lyra, taskId, searchIds),
    mirrors: await readTranslations(lyra, taskId),
    calibrations: await readCalibrations(lyra, taskId, searchIds),
    feedback: await readFeedback(lyra, taskId),
    revisits: await readRevisits(lyra, taskId, searchIds),
    conclusions: await readConclusions(lyra, taskId),
  }
}

async function searchAgain(lyra: Lyra, original: Original, call: Call) {
  const { question, budget, priorityDomains: priority_domains, language } = original
  const config = { budget: budget.first, priority_domains, language }
  const { task_id: taskId } = await lyra.call(createTask, { query: question, config })
  const repeat = async (after: number) => {
    for (const given of original.feedback) if (given.after === after) await repeatFeedback(lyra, taskId, given)
  }
  await repeat(0)
  for (const [index, { query, options: recorded, early }] of original.searches.entries()) {
    const { revalidate: update, ...options } = recorded
    for (const { after, to } of budget.raises)
      if (after === index) await lyra.call(raiseBudget, { task_id: taskId, ...to })
    const progress = progressLine(call.world)
    const hooks = {
      signal: call.world.signal,
      onProgress: progress.update,
      ...(early === null || early.stopAt === null ? {} : { stopAt: early.stopAt }),
      ...(update === undefined ? {} : { update }),
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    }
    // What was asked twice is done twice, as it was then.
    await askAgain(lyra, taskId, { query, options }, hooks)
      .catch((error: unknown) => {
        // It ended early this time, too: that is what was asked for.
        if (early === null || call.world.signal.aborted || !(error instanceof LyraError)) throw error
      })
      .finally(progress.end)
    // Follows the citations that were followed between this search and the next.
    await lyra.call(resumeTask, { task_id: taskId })
    await repeat(index + 1)
  }
  return readConclusions(lyra, taskId)
}

/** A search in files of the user finds their copies in the archive; one of named targets names them again. */
function askAgain(
  lyra: Lyra,
  taskId: string,
  { query, options: recorded }: Pick<Original['searches'][number], 'query' | 'options'>,
  hooks: CallHooks,
): Promise<unknown> {
  const { documents, targets, targets_only: targetsOnly, pivot_from: pivot, scope: _scope, ...options } = recorded
  const input = { task_id: taskId, ...(targetsOnly === true ? {} : { query }) }
  if (documents !== undefined) {
    const copies = [...documents]
    const again = { ...input, documents: copies, fresh: true, wait_seconds: LONGEST_WAIT_SECONDS }
    return lyra.call(addDocuments, again, hooks)
  }
  const named = {
    ...(targets === undefined ? {} : { targets: [...targets] }),
    ...(pivot === undefined ? {} : { pivot_from: pivot }),
  }
  return searchToEnd(lyra, { ...input, ...named, options: { ...options, fresh: true } }, hooks)
}

/** Searches that did not come to their end the first time, by name. */
function earlyEnds({ searches }: Original) {
  return searches.flatMap(({ query, early }) => {
    if (early === null) return []
    return [{ query, code: early.code, replayed_to: early.stopAt === null ? 'its end' : 'the same place' } as const]
  })
}

function replayText(original: Original, differences: Differences, count: number): string {
  const { claims, edges } = original.conclusions
  const searches = plural(original.searches.length, 'search', 'searches')
  const seen = `${searches}, ${plural(claims.size, 'claim')}, ${plural(edges.size, 'edge')} from ${original.archive}`
  const early = earlyEnds(original).map(({ query, code, replayed_to: to }) => {
    const note = to === 'its end' ? '; what differs may follow from it' : ''
    return `Ended early (${code}), replayed to ${to}: ${shorten(query, 100)}${note}`
  })
  if (count === 0) return [`Equal: ${seen}`, ...early].join('\n')
  const part = (title: string, items: readonly string[]) => [
    ...(items.length > 0 ? [`${title}: ${items.length}`] : []),
    ...items.slice(0, DIFFERENCES_SHOWN).map((item) => `  ${shorten(item, 140)}`),
    ...(items.length > DIFFERENCES_SHOWN ? [`  and ${items.length - DIFFERENCES_SHOWN} more (--json has all)`] : []),
  ]
  return [
    `${plural(count, 'difference')}: ${seen}`,
    ...early,
    ...part('Claims only before', differences.claims_missing),
    ...part('Claims only now', differences.claims_added),
    ...part('Edges only before', differences.edges_missing),
    ...part('Edges only now', differences.edges_added),
    ...part(
      'Other confidence',
      differences.confidences.map((one) => `${one.before.toFixed(4)} -> ${one.after.toFixed(4)} ${one.claim}`),
    ),
  ].join('\n')
}
