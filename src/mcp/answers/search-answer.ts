import type { FoundClaim, SearchAnswer } from '../../api/search.ts'
import { roundTo } from '../../domain/round-to.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import { estimateTokens } from '../../domain/token-estimate.ts'
import { firstLines, itemsThatFit } from './brief-lists.ts'
import { counted, listed, quote } from './quote.ts'

/** What an answer with twenty claims may be, less the notes of L5 that come on top. */
const ANSWER_TOKENS = 1690
const REFUTATION_TOKENS = 900
/** Of an answer without claims, less the notes and the line that counts what is left out. */
const EMPTY_TOKENS = 110
const LONGEST_CLAIM = 300
const LONGEST_URL = 160
/** Of the claims that agree with one, and of those that do not. */
const IDS_SHOWN = 2
const WARNINGS = 5
const LONGEST_WARNING = 140

/**
 * A search as an assistant reads it. Of a claim only what is so is said: no empty lists, no `false`. What is cut has
 * its length or number beside it; the whole of a claim is `get_claim`.
 */
export function briefSearch(answer: SearchAnswer): BriefSearch {
  const { claims_found, refutations, warnings, harvest_rate, satisfaction_score, novelty_score, targets, ...rest } =
    answer
  const named = briefTargets(answer)
  const figures = {
    ...rest,
    ...(named === null ? {} : { targets: named.fit }),
    ...(answer.pivots === undefined ? {} : { pivots: answer.pivots.map(briefStep) }),
    query: shortenText(answer.query, LONGEST_CLAIM),
    harvest_rate: roundTo(harvest_rate, 2),
    satisfaction_score: roundTo(satisfaction_score, 2),
    novelty_score: roundTo(novelty_score, 2),
  }
  const unlisted = named === null || named.left === 0 ? [] : [moreTargets(answer.search_id, named.left)]
  if (claims_found.length === 0 && refutations.length === 0)
    return emptySearch({ ...answer, warnings: [...unlisted, ...warnings] }, figures)
  const against = itemsThatFit(refutations.map(briefRefutation), REFUTATION_TOKENS)
  const told = firstLines(warnings.filter(isNoCount), WARNINGS, LONGEST_WARNING, WHERE)
  const room =
    ANSWER_TOKENS - estimateTokens(JSON.stringify({ ...figures, told, more: claimsOf(answer.search_id, 99) }))
  const whole = itemsThatFit(claims_found.map(briefClaim), room)
  const claims = whole.left === 0 ? whole : itemsThatFit(claims_found.map(shortClaim), room)
  const more = claims.left + (notListed(warnings) ?? 0)
  return {
    ...figures,
    claims_found: claims.fit,
    refutations: against.fit,
    warnings: [
      ...unlisted,
      ...(more === 0 ? [] : [claimsOf(answer.search_id, more)]),
      ...(against.left === 0 ? [] : [`${against.left} more refutations: query_graph SELECT * FROM v_contradictions`]),
      ...told,
    ],
  }
}

const WHERE = 'get_status with details'

/** What the targets of an answer may take of it. */
const TARGET_TOKENS = 600
const LONGEST_TARGET_TEXT = 160

/** Those that were not read first: they are what the caller has to act on. */
function briefTargets({ targets }: SearchAnswer) {
  if (targets === undefined) return null
  const isRead = ({ outcome }: ReadTarget) => outcome === 'read' || outcome === 'already_read'
  const ordered = [...targets.filter((one) => !isRead(one)), ...targets.filter(isRead)]
  return itemsThatFit(ordered.map(briefTarget), TARGET_TOKENS)
}

function briefTarget({ target, url, reason, ...rest }: ReadTarget): ReadTarget {
  return {
    target: shortenText(target, LONGEST_TARGET_TEXT),
    ...rest,
    ...(url === undefined || url === target ? {} : { url: shortenText(url, LONGEST_URL) }),
    ...(reason === undefined ? {} : { reason: shortenText(reason, LONGEST_TARGET_TEXT) }),
  }
}

function moreTargets(searchId: string, left: number): string {
  return `${left} more targets: query_graph SELECT * FROM search_targets WHERE query_id = '${searchId}'`
}

type ReadTarget = NonNullable<SearchAnswer['targets']>[number]
type AskedStep = NonNullable<SearchAnswer['pivots']>[number]
type Expansion = NonNullable<SearchAnswer['expansions']>[number]

/** Of a reason of a step. */
const LONGEST_REASON = 90

/** A step that asked nothing and could not says so in a word; values of steps are short. */
function briefStep({ value, reason, ...rest }: AskedStep): AskedStep {
  return {
    ...rest,
    ...(value === undefined ? {} : { value: shortenText(value, LONGEST_TARGET_TEXT) }),
    ...(reason === undefined ? {} : { reason: shortenText(reason, LONGEST_REASON) }),
  }
}

type EmptyFigures = Omit<SearchAnswer, 'claims_found' | 'refutations' | 'warnings'>

/** Where nothing was found, the reasons are what there is to read; zeros go. */
function emptySearch({ warnings }: SearchAnswer, figures: EmptyFigures): BriefSearch {
  const { ok, useful_fragments, harvest_rate, satisfaction_score, novelty_score, ...rest } = figures
  const shares = { useful_fragments, harvest_rate, satisfaction_score, novelty_score }
  const known = { ok, ...rest, ...Object.fromEntries(Object.entries(shares).filter(([, value]) => value !== 0)) }
  const empty = { ...known, claims_found: [], refutations: [] }
  const lines = warnings.map((warning) => shortenText(warning, LONGEST_WARNING))
  const { fit, left } = itemsThatFit(lines, EMPTY_TOKENS - estimateTokens(JSON.stringify(empty)))
  return { ...empty, warnings: left === 0 ? fit : [...fit, `… and ${left} more (${WHERE})`] }
}

/** `29 more claims: use query_graph`, as research says it, is counted together with what this answer leaves out. */
const COUNT = /^(\d+) more claims\b/u

function isNoCount(warning: string): boolean {
  return !COUNT.test(warning)
}

function notListed(warnings: readonly string[]): number | undefined {
  const count = warnings.map((warning) => COUNT.exec(warning)?.[1]).find((found) => found !== undefined)
  return count === undefined ? undefined : Number(count)
}

function claimsOf(searchId: string, more: number): string {
  const sql = `SELECT id, claim_text, confidence FROM claims WHERE search_id = '${searchId}'`
  return `${more} more claims: query_graph ${sql}`
}

function briefClaim(claim: FoundClaim): BriefClaim {
  const {
    text,
    confidence,
    source_url,
    is_primary_source,
    no_refutation_found,
    verification_details,
    finding,
    ...rest
  } = claim
  const { corroborating_claims: agree, contradicting_claims: disagree, ...details } = verification_details
  return {
    ...rest,
    text: shortenText(text, LONGEST_CLAIM),
    confidence: roundTo(confidence, 2),
    source_url: shortenText(source_url, LONGEST_URL),
    ...(is_primary_source ? { is_primary_source } : {}),
    ...(no_refutation_found ? { no_refutation_found } : {}),
    ...(finding === undefined ? {} : { finding: briefFinding(finding) }),
    verification_details: {
      ...details,
      ...(agree.length > 0 ? { corroborating_claims: agree.slice(0, IDS_SHOWN) } : {}),
      ...(agree.length > IDS_SHOWN ? { corroborating_count: agree.length } : {}),
      ...(disagree.length > 0 ? { contradicting_claims: disagree.slice(0, IDS_SHOWN) } : {}),
      ...(disagree.length > IDS_SHOWN ? { contradicting_count: disagree.length } : {}),
    },
  }
}

function briefFinding({ confidence, claims, in_dispute_with: disputes, ...rest }: NonNullable<FoundClaim['finding']>) {
  return {
    ...rest,
    confidence: roundTo(confidence, 2),
    ...(claims.length > 0 ? { claims: claims.slice(0, IDS_SHOWN) } : {}),
    ...(disputes.length > 0 ? { in_dispute_with: disputes.slice(0, IDS_SHOWN) } : {}),
  }
}

/** Where many claims must fit: their standing without the ids of others, which `get_claim` and `v_findings` name. */
function shortClaim(claim: FoundClaim): BriefClaim {
  const { is_primary_source: _, verification_details: __, finding: ___, ...rest } = briefClaim(claim)
  const { independent_sources: own, contradicting_claims: disagree } = claim.verification_details
  const sources = claim.finding?.sources ?? own
  if (sources <= 1 && disagree.length === 0) return rest
  const contradicted = disagree.length > 0 ? { contradicting_count: disagree.length } : {}
  return { ...rest, verification_details: { independent_sources: sources, ...contradicted } }
}

/** The fields of a claim that are left out where they say nothing: see the contract for what they mean. */
interface BriefClaim
  extends Omit<FoundClaim, 'is_primary_source' | 'no_refutation_found' | 'verification_details' | 'finding'>,
    Partial<Pick<FoundClaim, 'is_primary_source' | 'no_refutation_found'>> {
  readonly finding?: Partial<NonNullable<FoundClaim['finding']>>
  readonly verification_details?: Partial<FoundClaim['verification_details']> & {
    readonly corroborating_count?: number
    readonly contradicting_count?: number
  }
}

function briefRefutation(refutation: SearchAnswer['refutations'][number]) {
  const { claim_text, rationale, source_url, ...rest } = refutation
  return {
    ...rest,
    ...(claim_text === undefined ? {} : { claim_text: shortenText(claim_text, LONGEST_CLAIM) }),
    rationale: shortenText(rationale, LONGEST_CLAIM),
    source_url: shortenText(source_url, LONGEST_URL),
  }
}

type Figures = Pick<SearchAnswer, 'useful_fragments' | 'harvest_rate' | 'satisfaction_score' | 'novelty_score'>

/** The answer of the contract without what says nothing. */
type BriefSearch = Omit<SearchAnswer, 'claims_found' | keyof Figures> &
  Partial<Figures> & { readonly claims_found: readonly BriefClaim[] }

export function searchText(answer: BriefSearch): string {
  const { status, claims_found: claims, refutations, budget_remaining: budget } = answer
  return [
    `Search ${answer.search_id} ${status}: ${listed([
      counted(answer.pages_fetched, 'page'),
      counted(answer.useful_fragments ?? 0, 'useful fragment'),
      `satisfaction ${answer.satisfaction_score ?? 0}`,
      `novelty ${answer.novelty_score ?? 0}`,
      `${budget.pages} pages (${budget.percent} %) of the budget left`,
    ])}.`,
    ...(answer.targets ?? []).map(targetLine),
    ...(answer.pivots ?? []).map(pivotLine),
    ...(answer.expansions ?? []).map(expansionLine),
    ...(status === 'running' || status === 'queued' ? ['Not finished: make the same call again for the answer.'] : []),
    ...(claims.length === 0 ? ['No claims found.'] : [`${counted(claims.length, 'claim')}:`, ...claims.map(claimLine)]),
    ...(refutations.length === 0
      ? []
      : [`${counted(answer.refutations_total, 'refutation')}, ${refutations.length} here:`]),
    ...refutations.map(
      (one) =>
        `- ${one.claim_text === undefined ? '' : `${one.claim_id} (${one.verification_status}) ${quote(one.claim_text)}: `}` +
        `against it ${quote(one.rationale)} ${one.source_trust_level} ${one.source_url}`,
    ),
    ...answer.warnings.map((warning) => `Warning: ${quote(warning)}`),
  ].join('\n')
}

function targetLine({ target, kind, outcome, url, reason }: ReadTarget): string {
  const where = url === undefined ? '' : ` ${url}`
  const why = reason === undefined ? '' : `, ${quote(reason)}`
  return `Target ${quote(target)} (${kind}): ${outcome}${where}${why}`
}

function pivotLine({ ask, source, value, outcome, found, same_name: same, reason }: AskedStep): string {
  const by = value === undefined ? '' : ` for ${quote(value)}`
  const why = reason === undefined ? '' : `, ${quote(reason)}`
  const names = found === same ? '' : ` (${same} of this name)`
  return `Pivot ${ask}: ${source}${by}: ${outcome === 'ok' ? `${found} found${names}` : outcome}${why}`
}

function expansionLine({ query, by, term, synonym }: Expansion): string {
  const how = term === undefined || synonym === undefined ? '' : `, ${quote(term)} as ${quote(synonym)}`
  return `Also asked ${quote(query)} (${by}${how})`
}

function claimLine(claim: BriefSearch['claims_found'][number]): string {
  const { independent_sources: sources = 1, contradicting_claims: disagree = [] } = claim.verification_details ?? {}
  const count = claim.verification_details?.contradicting_count ?? disagree.length
  const standing = listed([
    `${claim.confidence} ${claim.verification_status}`,
    claim.provisional === true && 'provisional',
    counted(claim.finding?.sources ?? sources, 'source'),
    claim.source_trust_level,
    claim.no_refutation_found === true && 'no refutation found',
    claim.verification_status !== 'pending' && claim.status_reason !== undefined && claim.status_reason,
    ...(claim.notes ?? []).map((note) => `note ${quote(note)}`),
    count > 0 && `contradicted by ${disagree.length === 0 ? counted(count, 'claim') : disagree.join(' ')}`,
  ])
  return `- ${claim.id} ${standing}: ${quote(claim.text)} ${claim.source_url}`
}
