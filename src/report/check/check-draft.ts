import type { CheckedStatement, CheckedText, CheckTextInput, CheckVerdict } from '../../api/check-text.ts'
import { CHECK_VERDICTS } from '../../api/check-text.ts'
import { LyraError } from '../../domain/errors.ts'
import { inTurns, turnTaker } from '../../domain/in-turns.ts'
import { onlyVisible } from '../../domain/invisible.ts'
import type { Page } from '../../domain/page.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import type { StanceJudge } from '../../judge/types.ts'
import type { Embedder } from '../../models/types.ts'
import type { NetResponse } from '../../net/types.ts'
import { requireTask } from '../../store/require-task.ts'
import type { Store } from '../../store/types.ts'
import { type ComparedPages, compareWithPages, type StatementParts } from './check-statement.ts'
import type { CitationMark } from './citation-marks.ts'
import { decidingPlace } from './deciding-place.ts'
import { readingParts } from './draft-parts.ts'
import { type DraftStatement, readingStatements } from './draft-statements.ts'
import { type NearestParts, nearestPages, nearnessOfPages } from './nearest-pages.ts'
import { pageHeads } from './page-heads.ts'
import { type AskedMarks, findSources, type ResolvedSource, type SourceFinder } from './resolve-sources.ts'
import { retractedReasons, retractedVerdict } from './retracted-sources.ts'
import { sourceTexts } from './source-texts.ts'
import { toldReasons } from './told-reasons.ts'
import { retractionsOf, weighSources } from './weigh-sources.ts'

export interface DraftCheckParts {
  readonly store: Store
  readonly embedder: Embedder
  readonly stance: StanceJudge
  /** The bytes of a page that was read, from the archive. */
  readonly readBack?: (page: Page) => Promise<Pick<NetResponse, 'body'> | null>
  /** Sees what each statement is decided by; for whoever fits the weights. */
  readonly observe?: (compared: readonly ComparedPages[]) => void
}

/** More statements than this are a book; the rest is told as not checked. */
const MOST_STATEMENTS = 2000
/** Of the statements that are not checked, so many are named. */
const MOST_NAMED = 200
const LONGEST_SHOWN = 900
const LEAST_LETTERS = 8
/** So few pages are read as a whole. */
const ALL_HEADS = 100

/**
 * Every statement of a draft against what the task has gathered: the pages it cites, or the nearest ones. The draft is
 * compared and never obeyed: no model is asked to do what it says.
 */
export async function checkDraft(
  parts: DraftCheckParts,
  { text, task_id: given, strict }: CheckTextInput,
  signal: AbortSignal,
): Promise<CheckedText> {
  const taskId = given ?? newestTask(parts.store)
  requireTask(parts.store, taskId)
  const gathered = parts.store.pages.ofTask(taskId)
  const { blocks, references } = await inTurns(readingParts(visible(text)))
  const all = await inTurns(readingStatements(blocks))
  const stating = all.filter(({ text: sentence, marks }) => isChecked(sentence, marks.length))
  const checked = stating.slice(0, MOST_STATEMENTS)
  const beyond = stating.slice(MOST_STATEMENTS)
  const asked = { gathered, references, marks: checked.flatMap(({ marks }) => marks) }
  const heads = parts.readBack === undefined ? null : await pageHeads(await headed(parts, asked), parts.readBack)
  const texts = sourceTexts(parts, gathered, (page) => {
    const head = heads?.get(page.id)
    return head === undefined ? '' : `${head.names}\n${head.bylines}`
  })
  const finding = findSources(parts.store, asked, {
    textOf: (page) => `${texts.prepared([page]).folded}\n${heads?.get(page.id)?.letters ?? ''}`,
    headOf: (page) => heads?.get(page.id)?.names ?? '',
    datesOf: (page) => heads?.get(page.id)?.bylines ?? '',
  })
  const finder = await inTurns(finding)
  const unknown = unknownSources(asked.marks, finder)
  if (strict && unknown.length > 0) refuse(unknown)
  if (checked.length > 0) await inTurns(texts.readAll())
  const isRetracted = retractionsOf(parts.store)
  const work: Work = {
    ...{ ...parts, taskId, gathered, finder, isRetracted },
    compare: { stance: parts.stance, texts, signal },
  }
  const turn = turnTaker()
  const statements: CheckedStatement[] = []
  for (const statement of checked) {
    signal.throwIfAborted()
    await turn()
    statements.push(await checkOne(work, statement))
  }
  return {
    ok: true,
    task_id: taskId,
    statements,
    counts: countsOf(statements),
    not_checked: {
      ...{ no_statement: all.length - stating.length, too_many: beyond.length },
      beyond: beyond
        .slice(0, MOST_NAMED)
        .map(({ line, text: sentence }) => ({ line, text: shortenText(sentence, LONGEST_SHOWN) })),
    },
    unknown_sources: unknown,
  }
}

/** Whose heads are read: of all pages where a mark is to be found by a name, else of those that a mark leads to. */
async function headed({ store }: DraftCheckParts, asked: AskedMarks): Promise<readonly Page[]> {
  const { gathered, marks } = asked
  if (gathered.length <= ALL_HEADS || marks.some(({ kind }) => kind === 'author-year')) return gathered
  const finder = await inTurns(findSources(store, asked, NO_TEXTS))
  return [...new Set(marks.flatMap((mark) => finder.resolve(mark).pages))]
}

const NO_TEXTS = { textOf: () => '', headOf: () => '', datesOf: () => '' }

interface Work extends NearestParts {
  readonly observe?: DraftCheckParts['observe']
  readonly finder: SourceFinder
  readonly compare: StatementParts
}

/** Control and invisible characters are no part of what a draft says. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  return onlyVisible(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu, ''))
}

function newestTask(store: Store): string {
  const [task] = store.tasks.list(1)
  if (task === undefined)
    throw new LyraError('TASK_NOT_FOUND', 'There is no task yet, and so no evidence to check against')
  return task.id
}

/** What asks states nothing; a heading of three letters does not either, unless it cites. */
function isChecked(sentence: string, marks: number): boolean {
  if (/[?？]$/u.test(sentence.trim())) return false
  const letters = sentence.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const wide = sentence.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0
  return letters + wide >= LEAST_LETTERS || (marks > 0 && letters > 2)
}

function unknownSources(marks: readonly CitationMark[], finder: SourceFinder): readonly string[] {
  const resolved = marks.map((mark) => finder.resolve(mark))
  return [...new Set(resolved.filter(({ pages }) => pages.length === 0).map(({ cited }) => cited))]
}

/** Sources named in the message; all of them stand in its details. */
const NAMED_SOURCES = 5

function refuse(unknown: readonly string[]): never {
  const named = unknown.slice(0, NAMED_SOURCES).map((cited) => shortenText(cited, LONGEST_SHOWN))
  const more = unknown.length > NAMED_SOURCES ? ` and ${unknown.length - NAMED_SOURCES} more` : ''
  throw new LyraError('DRAFT_REFUSED', `The draft cites what was never gathered: ${named.join(', ')}${more}`, {
    details: { unknown_sources: unknown.slice(0, 50) },
  })
}

async function checkOne(work: Work, { text, line, marks }: DraftStatement): Promise<CheckedStatement> {
  const { compare, finder, isRetracted } = work
  const sources = [...new Set(marks.map((mark) => finder.resolve(mark)))]
  const told = { line, text: shortenText(text, LONGEST_SHOWN), cited: [...new Set(sources.map(({ cited }) => cited))] }
  const nothing = { reasons: [], place: null, findings: [], elsewhere: null }
  const [vector] = await work.embedder.embed([text], compare.signal)
  if (vector === undefined) return { ...told, ...nothing, verdict: 'not in the evidence' }
  const asked = {
    text,
    language: /[\u3040-\u30ff]/u.test(text) ? 'ja' : 'en',
    vector,
    nearness: nearnessOfPages(work, vector),
  }
  const cites = sources.length > 0
  const pages = cites ? citedPages(sources) : nearestPages(work, vector)
  const weighed = await weighSources(compare, asked, { pages, together: sources.length > 1, cited: cites, isRetracted })
  work.observe?.(weighed.compared)
  const { best } = weighed
  const decided = best === undefined ? null : decidingPlace(work.store, work.taskId, best)
  const shown = { ...nothing, ...(decided === null ? {} : { place: decided.place, findings: [...decided.findings] }) }
  const lost = sources.filter((source) => source.pages.length === 0)
  if (lost.length > 0)
    return { ...told, ...shown, verdict: 'source unknown', reasons: lost.map(({ cited }) => unknownReason(cited)) }
  if (best === undefined) return { ...told, ...nothing, verdict: 'not in the evidence' }
  const verdict = retractedVerdict(weighed, cites) ?? best.verdict
  const elsewhere = cites && verdict !== 'supported' ? await elsewhereOf(work, asked, pages) : null
  const retracted = retractedReasons(weighed, sources, isRetracted)
  const doubts = verdict === 'supported' ? (decided?.doubts ?? []) : []
  const reasons = [...retracted, ...toldReasons(text, best.reasons), ...doubts]
  return { ...told, ...shown, verdict, reasons, elsewhere }
}

function unknownReason(cited: string) {
  return { ground: 'unknown_source' as const, said: cited, problem: 'no gathered page is meant by this' }
}

function citedPages(sources: readonly ResolvedSource[]): readonly Page[] {
  return [...new Map(sources.flatMap(({ pages }) => pages).map((page) => [page.id, page])).values()]
}

/** A gathered page that bears out what the cited one does not. */
async function elsewhereOf(
  work: Work,
  asked: Parameters<typeof compareWithPages>[1],
  cited: readonly Page[],
): Promise<string | null> {
  const near = nearestPages(work, asked.vector, new Set(cited.map(({ id }) => id)))
  for (const page of near.filter((one) => !work.isRetracted(one))) {
    const { verdict } = await compareWithPages(work.compare, asked, [page])
    if (verdict === 'supported') return page.url
  }
  return null
}

function countsOf(statements: readonly CheckedStatement[]): Record<CheckVerdict, number> {
  const counts = Object.fromEntries(CHECK_VERDICTS.map((verdict) => [verdict, 0])) as Record<CheckVerdict, number>
  for (const { verdict } of statements) counts[verdict] += 1
  return counts
}
