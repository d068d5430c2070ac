import type { CheckedStatement, CheckedText, CheckTextInput, CheckVerdict } from '../../api/check-text.ts'
import { CHECK_VERDICTS } from '../../api/check-text.ts'
import { LyraError } from '../../domain/errors.ts'
import { onlyVisible } from '../../domain/invisible.ts'
import type { Page } from '../../domain/page.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import type { StanceJudge } from '../../judge/types.ts'
import type { Embedder } from '../../models/types.ts'
import type { NetResponse } from '../../net/types.ts'
import { requireTask } from '../../store/require-task.ts'
import type { Store } from '../../store/types.ts'
import { bestOf, type ComparedPages, compareWithPages, type StatementParts } from './check-statement.ts'
import { draftParts } from './draft-parts.ts'
import { type DraftStatement, draftStatements } from './draft-statements.ts'
import { pageHeads } from './page-heads.ts'
import { type ResolvedSource, type SourceFinder, sourceFinder } from './resolve-sources.ts'
import { sourceTexts } from './source-texts.ts'

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
/** Pages that a statement without a mark is compared with. */
const NEAREST_PAGES = 3
const NEAREST_FRAGMENTS = 12
/** Pages that one mark may mean: an author has written several in a year. */
const MOST_MEANT = 12
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
  const { blocks, references } = draftParts(visible(text))
  const all = draftStatements(blocks)
  const stating = all.filter(({ text: sentence, marks }) => isChecked(sentence, marks.length))
  const checked = stating.slice(0, MOST_STATEMENTS)
  const heads = parts.readBack === undefined ? null : await pageHeads(headed(parts, gathered, checked), parts.readBack)
  const texts = sourceTexts(parts, gathered, (page) => {
    const head = heads?.get(page.id)
    return head === undefined ? '' : `${head.names}\n${head.bylines}`
  })
  const finder = sourceFinder(
    parts.store,
    gathered,
    references,
    (page) => `${texts.prepared([page]).folded}\n${heads?.get(page.id)?.letters ?? ''}`,
    (page) => heads?.get(page.id)?.names ?? '',
    (page) => heads?.get(page.id)?.bylines ?? '',
  )
  const unknown = unknownSources(checked, finder)
  if (strict && unknown.length > 0) refuse(unknown)
  const work: Work = { parts, taskId, gathered, finder, compare: { stance: parts.stance, texts, signal } }
  const statements: CheckedStatement[] = []
  for (const statement of checked) {
    signal.throwIfAborted()
    statements.push(await checkOne(work, statement))
  }
  return {
    ok: true,
    task_id: taskId,
    statements,
    counts: countsOf(statements),
    not_checked: { no_statement: all.length - stating.length, too_many: stating.length - checked.length },
    unknown_sources: unknown,
  }
}

/** Whose heads are read: of all pages where a mark is to be found by a name, else of those that a mark leads to. */
function headed({ store }: DraftCheckParts, gathered: readonly Page[], checked: readonly DraftStatement[]) {
  const marks = checked.flatMap((statement) => statement.marks)
  if (gathered.length <= ALL_HEADS || marks.some(({ kind }) => kind === 'author-year')) return gathered
  const finder = sourceFinder(store, gathered, [], () => '')
  return [...new Set(marks.flatMap((mark) => finder.resolve(mark).pages))]
}

interface Work {
  readonly parts: DraftCheckParts
  readonly taskId: string
  readonly gathered: readonly Page[]
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

function unknownSources(statements: readonly DraftStatement[], finder: SourceFinder): readonly string[] {
  const resolved = statements.flatMap(({ marks }) => marks.map((mark) => finder.resolve(mark)))
  return [...new Set(resolved.filter(({ pages }) => pages.length === 0).map(({ cited }) => cited))]
}

function refuse(unknown: readonly string[]): never {
  throw new LyraError('DRAFT_REFUSED', `The draft cites ${unknown.length} sources that were never gathered`, {
    details: { unknown_sources: unknown.slice(0, 50) },
  })
}

async function checkOne(work: Work, { text, line, marks }: DraftStatement): Promise<CheckedStatement> {
  const { parts, compare, finder } = work
  const sources = marks.map((mark) => finder.resolve(mark))
  const told = { line, text: shortenText(text, LONGEST_SHOWN), cited: [...new Set(sources.map(({ cited }) => cited))] }
  const nothing = { reasons: [], place: null, findings: [], elsewhere: null }
  const [vector] = await parts.embedder.embed([text], compare.signal)
  if (vector === undefined) return { ...told, ...nothing, verdict: 'not in the evidence' }
  const asked = { text, language: /[\u3040-\u30ff]/u.test(text) ? 'ja' : 'en', vector }
  const cites = sources.length > 0
  const pages = cites ? citedPages(sources) : nearestPages(work, vector, new Set())
  // What a statement has from several sources is looked for in all of them together; one mark means one page.
  const together = sources.length > 1 && pages.length > 0
  const groups = together ? [pages] : pages.slice(0, MOST_MEANT).map((page) => [page])
  const compared: ComparedPages[] = []
  for (const group of groups) compared.push(await compareWithPages(compare, asked, group))
  parts.observe?.(compared)
  const best = bestOf(compared)
  const shown = best === undefined ? nothing : { ...nothing, ...placeOf(work, best) }
  const lost = sources.filter((source) => source.pages.length === 0)
  if (lost.length > 0)
    return { ...told, ...shown, verdict: 'source unknown', reasons: lost.map(({ cited }) => unknownReason(cited)) }
  if (best === undefined) return { ...told, ...nothing, verdict: 'not in the evidence' }
  if (cites && pages.every(({ is_retracted: retracted }) => retracted))
    return {
      ...told,
      ...shown,
      verdict: 'source retracted',
      reasons: [{ ground: 'retracted_source', said: '', problem: 'the source was retracted' }],
    }
  const elsewhere = cites && best.verdict !== 'supported' ? await elsewhereOf(work, asked, pages) : null
  return { ...told, ...shown, verdict: best.verdict, reasons: [...best.reasons], elsewhere }
}

function unknownReason(cited: string) {
  return { ground: 'unknown_source' as const, said: cited, problem: 'no gathered page is meant by this' }
}

function citedPages(sources: readonly ResolvedSource[]): readonly Page[] {
  return [...new Map(sources.flatMap(({ pages }) => pages).map((page) => [page.id, page])).values()]
}

/** The pages of the nearest passages. */
function nearestPages(
  { parts: { store, embedder }, taskId, gathered }: Work,
  vector: Float32Array,
  without: ReadonlySet<string>,
): readonly Page[] {
  const { hits } = store.vectors.search({
    ...{ target: 'fragment', modelId: embedder.modelId, vector, taskId, topK: NEAREST_FRAGMENTS, minSimilarity: 0 },
  })
  const fragments = new Map(store.fragments.many(hits.map(({ id }) => id)).map((fragment) => [fragment.id, fragment]))
  const near = [...new Set(hits.flatMap(({ id }) => fragments.get(id)?.page_id ?? []))]
  const byId = new Map(gathered.map((page) => [page.id, page]))
  return near.flatMap((id) => (without.has(id) ? [] : (byId.get(id) ?? []))).slice(0, NEAREST_PAGES)
}

/** A gathered page that bears out what the cited one does not. */
async function elsewhereOf(
  work: Work,
  asked: Parameters<typeof compareWithPages>[1],
  cited: readonly Page[],
): Promise<string | null> {
  for (const page of nearestPages(work, asked.vector, new Set(cited.map(({ id }) => id)))) {
    const { verdict } = await compareWithPages(work.compare, asked, [page])
    if (verdict === 'supported') return page.url
  }
  return null
}

/** The deciding sentence and where its bytes lie. */
function placeOf({ parts: { store }, taskId }: Work, { pages, alignment }: ComparedPages) {
  const [sentence] = alignment.near
  const fragment = sentence === undefined ? null : store.fragments.get(sentence.passage.id)
  const page = pages.find(({ id }) => id === fragment?.page_id)
  if (sentence === undefined || fragment === null || page === undefined) return {}
  const [file, record] = [fragment.warc_file ?? page.warc_file, fragment.warc_record_id ?? page.warc_record_id]
  const claims = store.claims.fromFragment(taskId, fragment.id)
  const findings = store.findings.many([...new Set(store.findings.ofClaims(claims.map(({ id }) => id)).values())])
  return {
    findings: findings.map(({ id, verification_status: status }) => ({ id, status })),
    place: {
      ...{
        page_id: page.id,
        url: page.url,
        fragment_id: fragment.id,
        passage: shortenText(sentence.text, LONGEST_SHOWN),
      },
      heading: fragment.heading_context,
      archive: file === null || record === null ? null : { file, record_id: record },
    },
  }
}

function countsOf(statements: readonly CheckedStatement[]): Record<CheckVerdict, number> {
  const counts = Object.fromEntries(CHECK_VERDICTS.map((verdict) => [verdict, 0])) as Record<CheckVerdict, number>
  for (const { verdict } of statements) counts[verdict] += 1
  return counts
}
