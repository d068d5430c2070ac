import type { Page } from '../../domain/page.ts'
import type { Side, Voice } from '../data/voices.ts'
import { nameOf } from '../exports/csl.ts'
import { BRIEF, type ReportedFinding } from '../reported-finding.ts'
import type { Words } from '../words/words.ts'
import { cut, type Entry, type Inline, type Line, type Text } from './document.ts'
import { confidenceText, scopeLines, sumLines, whyLines } from './finding-grounds.ts'

export const findingAnchor = (number: number) => `finding-${number}`
export const sourceAnchor = (number: number) => `source-${number}`

const CLAIM_LENGTH = 400
const QUOTE_LENGTH = 280
/** The other sides of one dispute that are quoted. */
const OPPOSING_SHOWN = 3

export interface FindingContext {
  readonly words: Words
  readonly byNumber: ReadonlyMap<number, ReportedFinding>
}

/** A finding with both sides in their own words, the primary sources first. */
export function findingEntry(reported: ReportedFinding, context: FindingContext): Entry {
  const { words } = context
  const { part, supports, refutes } = reported
  const isBrief = BRIEF.includes(part)
  const told = [claimText(reported)]
  const sides = isBrief
    ? [
        ...briefSide(words.forBriefly, supports, words, 'for'),
        ...briefSide(words.againstBriefly, refutes, words, 'against'),
      ]
    : [
        ...sideLines(words.for(supports.origins, supports.voices.length), supports, words, told, 'for'),
        ...sideLines(words.against(refutes.origins, refutes.voices.length), refutes, words, told, 'against'),
      ]
  return {
    anchor: findingAnchor(reported.number),
    status: reported.finding.verification_status,
    head: [{ strong: `${reported.number}.` }, ' ', cut(claimText(reported), CLAIM_LENGTH), ' ', cite(reported.source)],
    lines: [
      ...primaryLines(reported, words),
      { text: measures(reported, words), role: 'measures' },
      ...sides,
      ...uncountedLines(reported, words),
      ...disputeLines(reported, context),
      ...(isBrief ? [] : [...whyLines(reported, words), ...sumLines(reported, words)]),
      ...scopeLines(reported, words),
      ...alsoLines(reported, words),
      ...reported.notes.map((note): Line => ({ text: [words.note, ' ', cut(note, 500)] })),
      ...asideLines(reported, words),
    ],
  }
}

/** What a page tells is shown behind what it tells of, and an abstract beside its paper. */
function primaryLines({ primary, ownText }: ReportedFinding, words: Words): readonly Line[] {
  const sources = primary.map(({ page, toldBy, says }): Line => {
    const named = words.primaryOf(toldBy, cut(page.title ?? page.url, 120), page.domain)
    return says === null
      ? { text: [named, words.primarySays.nothing] }
      : { text: [named, words.primarySays[says.relation], ' ', cite(says.source)] }
  })
  if (ownText === null) return sources
  const own: Text = [words.ownText(ownText.page.domain), words.ownTextSays[ownText.relation], ' ', cite(ownText.source)]
  return [...sources, { text: own }]
}

export function claimText({ finding }: ReportedFinding): string {
  return finding.shown.claim.claim_text
}

function cite(...numbers: readonly number[]): Inline {
  return { cite: numbers }
}

function measures({ finding, trust, corrected }: ReportedFinding, words: Words): Text {
  const { claim } = finding.shown
  const marks = [
    words.status[finding.verification_status],
    words.confidence(confidenceText(finding.confidence)),
    words.origins(finding.supporting_sources, finding.refuting_sources),
    words.trust[trust],
    ...(corrected === 0 ? [] : [words.corrected(corrected)]),
    ...(claim.no_refutation_found ? [words.unrefuted] : []),
  ]
  return [`${marks.join(' · ')} · `, { code: claim.id }]
}

function sideLines(title: string, side: Side, words: Words, told: string[], role: 'for' | 'against'): readonly Line[] {
  if (side.voices.length === 0) return []
  return [{ text: [title], role, lines: side.voices.map((voice) => voiceLine(voice, words, told)) }]
}

/** Words that stand above already are not quoted again. */
function voiceLine({ domains, page, trust, quote, cited, stance }: Voice, words: Words, told: string[]): Line {
  const isTold = told.some((known) => same(known, quote))
  told.push(quote)
  const facts = [
    words.trust[trust],
    ...(page.published_at === null && page.year === null ? [] : [page.published_at?.slice(0, 10) ?? String(page.year)]),
    ...(page.is_retracted ? [words.retractedMark] : []),
    ...(stance === null ? [] : [words.judged(confidenceText(stance))]),
  ]
  const said: Inline = isTold ? words.asAbove : { quote: cut(quote, QUOTE_LENGTH) }
  return {
    text: [`${authorOf(page, words)}${words.oneOrigin(domains)}${words.ofSource(facts)}: `, said, ' ', cite(...cited)],
  }
}

/** Papers are known by their authors, pages by their site. */
function authorOf({ work_id: work, authors }: Page, words: Words): string {
  const [first] = authors
  if (work === null || first === undefined) return ''
  const { family, literal } = nameOf(first)
  return `${words.authors(family ?? literal ?? first, authors.length)}, `
}

function same(first: string, second: string): boolean {
  const flat = (text: string) => text.replace(/\s+/gu, ' ').trim()
  return flat(first).endsWith(flat(second))
}

function briefSide(title: string, side: Side, words: Words, role: 'for' | 'against'): readonly Line[] {
  const cited = side.voices.flatMap((voice) => voice.cited)
  if (cited.length === 0) return []
  const more = side.passages - cited.length
  return [{ text: [title, ' ', cite(...cited), ...(more > 0 ? [` ${words.morePassages(more)}`] : [])], role }]
}

function uncountedLines({ uncounted: { cited, total, reasons } }: ReportedFinding, words: Words): readonly Line[] {
  if (total === 0) return []
  const more = total - cited.length
  const rest = more > 0 ? [` ${words.morePassages(more)}`] : []
  return [{ text: [words.uncounted(reasons), ' ', cite(...cited), ...rest] }]
}

/** Both sides in their own words: the findings that say otherwise, each with where it is told. */
function disputeLines({ opposing }: ReportedFinding, { words, byNumber }: FindingContext): readonly Line[] {
  const others = opposing.flatMap((number) => byNumber.get(number) ?? [])
  const quoted = others.slice(0, OPPOSING_SHOWN).map((other): Line => {
    const see = { see: findingAnchor(other.number), words: words.finding(other.number) }
    const [before = '', after = ''] = words.saysOtherwise('\n').split('\n')
    return {
      text: [before, see, `${after} `, { quote: cut(claimText(other), 240) }, ' ', cite(other.source)],
      role: 'against',
    }
  })
  const more = others.length - quoted.length
  return more > 0 ? [...quoted, { text: [words.moreOpposing(more)], role: 'against' }] : quoted
}

function alsoLines({ finding }: ReportedFinding, words: Words): readonly Line[] {
  const others = finding.members.filter((node) => node !== finding.shown)
  if (others.length === 0) return []
  return [{ text: [`${words.alsoClaims} `, ...others.flatMap(({ claim }): Inline[] => [{ code: claim.id }, ' '])] }]
}

function asideLines({ part, finding }: ReportedFinding, words: Words): readonly Line[] {
  if (part !== 'aside') return []
  const { not_adopted_reason: why, status_reason: status } = finding.shown.claim
  return [{ text: [`${words.setAside} `, words.reason(cut(why ?? status ?? '', CLAIM_LENGTH))] }]
}
