import { tmpdir } from 'node:os'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createReader } from '../../src/models/reader.ts'
import type { Scifact } from './scifact.ts'

/** Read by other rules than the extractor's own, so that what those miss shows. */
const BOILERPLATE = /\b(?:all rights reserved|subscribe to|doi:|issn|trial registration|clinicaltrials\.gov)\b|©/i
const HEADING = /^[A-Z][A-Z /&-]{3,40}[:.]?$/
/** The name of a section left before the claim: "RESULTS Women had", "Results: Women had". */
const SECTION =
  /^(?:(?:main |primary |secondary |principal |recent |key )?(?:objectives?|aims?|purpose|backgrounds?|introduction|contexts?|importance|rationale|motivation|hypothesis|methods?|methodology|results?|findings?|conclusions?|interpretation|discussion|designs?|settings?|participants?|patients|subjects|interventions?|exposures?|outcomes?|measurements?|data sources|study selection|limitations?|funding|significance|keywords?|summary)\b)(?:,? (?:and|&) [\w ]{3,30}?)?/i
/** What a study set out to do, or how. */
const AIM =
  /^(?:To (?!be\b|date\b|this\b|these\b|our\b|the\b)[a-z]+ [^,]*$|(?:The|Our) (?:aim|purpose|objective|goal)s? (?:of|was|were|is)\b|We (?:aimed|sought|hypothesi[sz]ed)\b|In this (?:study|paper|review), we (?:examine|investigate|discuss|review)d?\b)/

/**
 * A step of the procedure told in the passive: something study-like, was or were, a participle of handling, and neither
 * a figure nor an outcome.
 */
const HANDLED =
  /\b(?:was|were) (?:\w+ly |also |then )?(?:measured|performed|conducted|carried out|undertaken|evaluated|assessed|determined|compared|genotyped|examined|calculated|computed|quantified|collected|recorded|administered|fed|given|injected|randomi[sz]ed|screened|interviewed|used to (?:assess|calculate|compare|determine|estimate|evaluate|examine|identify|investigate|measure|test))\b|^(?:participants|patients|subjects|volunteers|respondents) (?:completed|filled|answered)\b/i
const CAME_OF_IT =
  /found|show|reveal|suggest|indicat|demonstrat|detect|observ|result(?:ed|ing)|(?:in|de)creas|reduc|improv|higher|lower|greater|fewer|less|more|better|worse|differ|similar|signific|associat|correlat|predict|confirm|effective|\bno\b|\bnot\b|[<>=]|\d ?%|\d\.\d/i
/** Most words of a title are written large, and it has no full stop. */
const MOST_CAPITALS = 0.6
const LEAST_TITLE_WORDS = 4
/** Who paid, who agreed, where the figures lie. */
const PAPER_MATTER =
  /\b(?:data|code|software|materials?)\b.{0,60}\bavailable (?:at|from|on|upon|in)\b.{0,60}(?:http|author|request|repository|github)|\b(?:ethics committee|review board|authors?)\b.{0,40}\bapproved\b|\b(?:supported|funded) by (?:the |an? )?.{0,60}(?:grant|foundation|institutes?|council|ministry)/i

function isTitle(claim: string): boolean {
  if (/[.!?。]["'”’)]*$/.test(claim)) return false
  const words = claim.match(/\p{L}{4,}/gu) ?? []
  return (
    words.length >= LEAST_TITLE_WORDS &&
    words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length > MOST_CAPITALS
  )
}

function isHandling(claim: string): boolean {
  return HANDLED.test(claim) && !CAME_OF_IT.test(claim)
}

function hasSectionName(claim: string): boolean {
  const name = SECTION.exec(claim)?.[0]
  if (name === undefined) return false
  return claim.charAt(name.length) === ':' || (name === name.toUpperCase() && name.length > 3)
}

/**
 * One spelling for both sides: wrapped lines, and the second "that" of a reporting frame which the extractor takes off.
 */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\band that\b/g, 'and')
    .trim()
}

function opensWith(text: string, part: string): boolean {
  return text.includes(part) || text.includes(part.charAt(0).toLowerCase() + part.slice(1))
}

/** The claim stands in its span word for word; a subject put in for a pronoun stands in the text before it. */
export function isVerbatim(claim: string, span: string, before: string): boolean {
  const [said, read] = [plain(claim), plain(span)]
  if (read === '' || opensWith(read, said)) return read !== ''
  const pronoun = /^(?:(?:\S+ ){0,3}?)(?:it|they|he|she|this|these) (?=\S)/i.exec(read)?.[0]
  if (pronoun === undefined) return false
  const told = read.slice(pronoun.length)
  if (!said.endsWith(told)) return false
  return opensWith(plain(before), said.slice(0, said.length - told.length).trim())
}

export function isBadClaim(claim: string): boolean {
  const words = claim.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (words < 3 || HEADING.test(claim) || hasSectionName(claim) || AIM.test(claim)) return true
  if (isHandling(claim) || isTitle(claim) || PAPER_MATTER.test(claim)) return true
  return /\?\s*$/.test(claim) || BOILERPLATE.test(claim)
}

/** A hundred abstracts from all over the corpus: its first hundred hardly have labels. */
const ABSTRACTS = 100

/** Abstracts through the built-in extractor. */
export async function claimQuality(scifact: Scifact) {
  const reader = createReader({ home: tmpdir(), threads: 2, model: 'lyra-reader-mini' })
  const extractor = createClaimExtractor({ embedder: null, reader, settings: defaultSettings.judgement })
  const every = Math.max(1, Math.floor(scifact.abstracts.size / ABSTRACTS))
  const chosen = [...scifact.abstracts.entries()].filter((_, index) => index % every === 0).slice(0, ABSTRACTS)
  const sources = chosen.map(([id, text]) => ({
    fragmentId: String(id),
    text: text.join(' '),
    title: null,
    headingContext: null,
    fragmentType: 'abstract',
  }))
  const results = await extractor.extract(sources, 'What did the study find?')
  let found = 0
  let bad = 0
  let abstractsWithClaims = 0
  for (const [index, { claims }] of results.entries()) {
    const text = sources[index]?.text ?? ''
    abstractsWithClaims += Number(claims.length > 0)
    for (const claim of claims) {
      found += 1
      const span = text.slice(claim.spanStart, claim.spanEnd)
      const verbatim = isVerbatim(claim.text, span, text.slice(0, claim.spanStart))
      bad += Number(!verbatim || isBadClaim(claim.text))
    }
  }
  return { claims_found: found, claims_bad: bad, abstracts_with_claims: abstractsWithClaims }
}
