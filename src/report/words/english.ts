import type { Outcome } from '../../domain/outcome.ts'
import type { SearchStatus } from '../../domain/satisfaction.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import type { VerificationStatus } from '../../domain/verification.ts'

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

const status: Readonly<Record<VerificationStatus, string>> = {
  verified: 'verified',
  pending: 'not verified',
  contested: 'in dispute',
  rejected: 'rejected',
  superseded: 'superseded',
}

const trust: Readonly<Record<TrustLevel, string>> = {
  PRIMARY: 'official or standards body',
  GOVERNMENT: 'government',
  ACADEMIC: 'academic',
  TRUSTED: 'trusted site',
  LOW: 'low trust',
  UNVERIFIED: 'unverified site',
  BLOCKED: 'blocked',
}

const search: Readonly<Record<SearchStatus, string>> = {
  running: 'still running',
  satisfied: 'satisfied',
  partial: 'partly satisfied',
  exhausted: 'exhausted',
}

const outcome: Readonly<Record<Outcome, string>> = {
  ok: 'read',
  not_modified: 'unchanged',
  blocked: 'the site refused',
  captcha: 'a challenge that only a person can pass',
  login_wall: 'behind a login',
  rate_limited: 'the site asked for a pause',
  excluded: 'left out, as the search was asked to',
  robots_denied: 'its robots.txt does not allow it',
  refused_private: 'a private address',
  too_large: 'too large',
  empty: 'no text on it',
  timeout: 'no answer in time',
  dns: 'its name leads nowhere',
  tls: 'no safe connection',
  connection: 'no connection',
  offline: 'this machine was offline',
  gone: 'removed',
  not_found: 'not found',
  server_error: 'the site had an error',
  unsupported_type: 'a kind of file that is not read',
  password_protected: 'protected by a password',
  broken_document: 'a broken file',
  unreadable_scan: 'a scan that could not be read',
  redirect_loop: 'it points to itself',
  replay_miss: 'not in the archive',
  cooling_down: 'the site was left in peace for a while',
  domain_blocked: 'its domain is blocked',
  budget_spent: 'the budget was spent',
  cancelled: 'cancelled',
}

/** Every word of a report that is not a source's. The other languages have the same keys. */
export const ENGLISH = {
  quotes: ['“', '”'],
  joint: '; ',
  status,
  trust,
  search,
  outcome,
  reason: (reason: string) => reason,
  title: (question: string) => `Evidence report: ${question}`,
  outline: 'Outline',
  nature:
    'This is evidence, not a conclusion: Lyra collects, judges stance and counts; whoever reads it concludes. ' +
    'Quoted text comes from the web and is data.',
  readAs: (least: string) =>
    'How to read it: confidence runs from 0 to 1 and says how far the passages that were found speak for a sentence, ' +
    'not whether it is true; one origin counts once, however many sites repeat it. Findings below ' +
    `${least} stand apart. "judged" tells how sure it is that a passage speaks for or against. The numbers in ` +
    'brackets lead to the passage and to its archived page.',
  taskLine: (state: string, days: string) => ({ before: 'Task ', after: `, ${state}${days}. ` }),
  taskState: (state: string, end: string | null) => (end === null || end === state ? state : `${state} (${end})`),
  gathered: (days: string) => `, gathered ${days}`,
  counted: (pages: number, claims: number, findings: number, disputed: number, passages: number) =>
    `${many(pages, 'page')}, ${many(claims, 'claim')} that make ${many(findings, 'finding')}, ${disputed} of them in ` +
    `dispute (${many(passages, 'contradicting passage')}).`,
  unfinished: (searches: number) =>
    `the citations of ${searches === 1 ? 'one search are' : `${searches} searches are`} still being followed; ` +
    'claims and confidences may change.',
  unfinishedHead: 'Not complete yet:',
  section: {
    glance: 'At a glance',
    answer: 'Nearest to the question',
    // Those nearest to the question stand above: a count of these alone would say that none of them is.
    disputed: (others: boolean): string => (others ? 'Others in dispute' : 'In dispute'),
    supported: (others: boolean): string => (others ? 'Other supported findings' : 'Supported findings'),
    weaker: (least: string, others: boolean) =>
      `${others ? 'Other weaker' : 'Weaker'} findings (confidence below ${least}: read with caution)`,
    aside: 'Set aside',
    changed: 'What changed',
    blocked: 'Blocked domains',
    timeline: 'Timeline',
    recordDates: 'Dates in public records',
    languages: 'By language',
    gaps: 'Gaps',
    methods: 'Methods',
    searches: 'Searches',
    citations: 'Citations',
  },
  none: 'None.',
  noAnswer: 'No finding is near enough to the question.',
  noSupported: (least: string, others: boolean) =>
    `No ${others ? 'other ' : ''}finding reached a confidence of ${least}.`,
  noDispute: (others: boolean) => `Nothing ${others ? 'else ' : ''}is in dispute between sources of comparable trust.`,
  noAside: 'Nothing was set aside.',
  noChange: 'Nothing was withdrawn, corrected or rewritten.',
  noDates: 'No source carries a date.',
  noGaps: 'Every search found enough sources, and every page was read.',
  noSearch: 'No search was made.',

  finding: (number: number) => `Finding ${number}`,
  origins: (supporting: number, refuting: number) =>
    `${many(supporting, 'independent origin')} for, ${refuting} against`,
  confidence: (value: string) => `confidence ${value}`,
  unrefuted: 'no refutation found among sources that count',
  primaryOf: (tellers: readonly string[], title: string, domain: string) =>
    `Primary source of ${tellers.join(', ')}: ${title} (${domain}), which `,
  primarySays: { supports: 'supports it', refutes: 'says otherwise', nothing: 'does not say it' },
  ownText: (domain: string) => `From an abstract; the full text of the paper (${domain}) `,
  ownTextSays: { supports: 'says so, too', refutes: 'says otherwise' },
  for: (origins: number, shown: number) => `For: ${sideCount(origins, shown)}`,
  against: (origins: number, shown: number) => `Against: ${sideCount(origins, shown)}`,
  forBriefly: 'For:',
  againstBriefly: 'Against:',
  morePassages: (count: number) => `and ${many(count, 'more passage')}`,
  oneOrigin: (domains: readonly string[]) =>
    domains.length < 2 ? domains.join('') : `${domains.join(' + ')} (one origin)`,
  ofSource: (facts: readonly string[]) => (facts.length === 0 ? '' : ` (${facts.join(', ')})`),
  asAbove: 'in the words above',
  judged: (stance: string) => `judged ${stance}`,
  authors: (family: string, count: number) => (count > 1 ? `${family} et al.` : family),
  retractedMark: 'retracted',
  uncounted: (reasons: readonly string[]) => `Not counted (${reasons.join('; ')}):`,
  saysOtherwise: (number: string) => `${number} says otherwise:`,
  moreOpposing: (count: number) => `and ${many(count, 'more finding')} that say otherwise`,
  why: (reason: string) => `Why: ${reason}`,
  surest: (supporting: string | null, refuting: string | null) =>
    [
      ...(supporting === null ? [] : [`surest passage for it ${supporting}`]),
      ...(refuting === null ? [] : [`surest against it ${refuting}`]),
    ].join(', '),
  /** The confidence as a sum: `reading x stance = weight` of each passage that counts. */
  sum: {
    joint: ', ',
    stop: '. ',
    nothing: 'nothing',
    sides: (supporting: string, refuting: string) => `Sum: for it ${supporting}; against it ${refuting}`,
    part: (domain: string, reading: string, stance: string, weight: string) =>
      `${domain} ${reading} × ${stance} = ${weight}`,
    more: (count: number, weight: string) => `${count} more with ${weight} in all`,
    made: (total: string, confidence: string) => `Together ${total}, a confidence of ${confidence} (0 would be 0.50)`,
    kept: (confidence: string) => `Weighed anew here; the finding keeps ${confidence}`,
    repeated: (count: number) =>
      `${many(count, 'passage')} of an origin in the sum ${count === 1 ? 'adds' : 'add'} nothing`,
  },
  scope: 'Speaks of:',
  scopeOf: {
    when: (times: readonly string[]) => `when: ${times.map(spanOfTime).join(', ')}`,
    where: (places: readonly string[]) => `where: ${places.join(', ')}`,
    who: (names: readonly string[]) => `who: ${names.join(', ')}`,
    what: (products: readonly string[]) => `what: ${products.join(', ')}`,
  },
  scopeVersions: (versions: readonly string[]) => versions.map((version) => `version ${version}`).join(', '),
  under: 'under',
  alsoClaims: 'The same is said in',
  corrected: (count: number) => `${many(count, 'stance')} set by hand`,
  note: 'Note:',
  setAside: 'set aside:',

  retracted: 'Withdrawn:',
  notice: (notice: string) => `notice ${notice}`,
  superseded: 'No longer said by its source:',
  rewritten: (domain: string, day: string) => `${domain} changed its page (it last said so on ${day}):`,
  rewrittenElsewhere: (passages: number) => `${many(passages, 'passage')} changed, none that a finding rests on`,
  saidUntil: (domain: string, from: string, until: string) =>
    from === until
      ? `${domain}, which still has its page, said in ${until} (archived version):`
      : `${domain}, which still has its page, said from ${from} until ${until} (archived versions):`,
  recordDate: (event: string) => event.replaceAll('_', ' '),
  moreDates: (count: number) => `and ${many(count, 'more date')} (v_timeline)`,
  language: { en: 'English', ja: 'Japanese' } as Record<string, string>,
  onlyIn: (language: string, sources: number) => `Only in ${language} (${many(sources, 'independent origin')}):`,
  lookedIn: (language: string, queries: number, pages: number) =>
    queries === 0
      ? `nothing was asked in ${language}; ${many(pages, 'page')} in ${language} read`
      : `${queries === 1 ? '1 query' : `${queries} queries`} asked in ${language}, ${many(pages, 'page')} read`,
  otherwiseIn: (language: string, other: string) => `${language} sources say, and ${other} ones deny:`,
  otherwise: (language: string) => `in ${language}:`,
  moreGaps: (count: number) => `and ${many(count, 'more finding')} (v_language_gaps)`,
  was: 'It said',
  now: 'now it says',
  nowNothing: 'now it says nothing of the kind',
  gone: (domain: string, what: string, day: string) => `${domain}: the page is ${what}; last seen ${day}`,
  correctedBy: {
    assistant: 'An assistant corrected',
    person: 'A person corrected',
    rule: 'As its copy, corrected',
  },
  action: (action: string) => `(${action.replaceAll('_', ' ')})`,
  takenBack: (day: string) => `taken back on ${day}`,

  blocked: (reason: string, level: string, restore: string) => `${reason}. Was ${level}. Restore: ${restore}`,
  unsatisfied: (sources: number, primary: boolean) =>
    `found ${many(sources, 'independent source')}${primary ? '' : ', no primary one'}`,
  unsatisfiedHead: (state: string) => `Not enough found (${state}):`,
  unreadHead: (count: number, why: string) => `Not read, ${many(count, 'page')}: ${why}`,
  singleOrigin: (count: number, all: number) => `${count} of ${many(all, 'standing finding')} rest on a single origin`,
  refuting: 'refuting',
  updating: 'repeated by an update',
  searched: (pages: number, fragments: number, score: string) =>
    `${many(pages, 'page')}, ${many(fragments, 'useful fragment')}, satisfaction ${score}`,

  method: {
    program: (version: string) => `Written by Lyra ${version} from the graph of this task; nothing was added by hand.`,
    weighed:
      'Confidence: logistic of the sum of what speaks for a sentence minus what speaks against it, each passage by ' +
      'its reliability times the surety of its stance, the strongest one of each independent origin. The sum under a ' +
      'finding has these figures in this order. Trust in a domain does not enter it; it decides disputes between ' +
      'sources.',
    models: 'Models:',
    claims: 'claims by',
    stance: 'stance by',
    embedding: 'nearness by',
    /** How claims were drawn, by the names of the graph. */
    called: { builtin: 'the built-in extractor', llm: 'a local language model', user: 'a person' } as Record<
      string,
      string
    >,
    calibrated: (name: string, passages: number) => `${many(passages, 'judged passage')} calibrated by ${name}`,
    uncalibrated: (passages: number) => `${many(passages, 'judged passage')} as the model judged, not calibrated`,
    judgedBy: (version: string, searches: number, all: number) =>
      `Found and judged by Lyra ${version}: ${ofSearches(searches, all)}, with all settings that ` +
      'decide what is found at their defaults.',
    judgedWith: (version: string, searches: number, all: number) =>
      `Found and judged by Lyra ${version}: ${ofSearches(searches, all)}, with these settings ` +
      'other than the defaults:',
    judgedUnknown: (searches: number, all: number) =>
      `By which version and with which settings ${ofSearches(searches, all)} ` +
      `${searches === 1 ? 'was' : 'were'} made was not kept.`,
    settings: 'Settings of the report itself that differ from the defaults:',
    budget: (used: number, limit: number, seconds: number) =>
      `Budget: ${used} of ${many(limit, 'page')} read, ${Math.round(seconds)} seconds of work.`,
    corrections: (assistant: number, person: number, rule: number, undone: number) =>
      `Corrections of what Lyra judged: ${assistant} by an assistant, ${person} by a person` +
      `${rule === 0 ? '' : `, and ${rule} that followed from these for the same sentence`}` +
      `${undone === 0 ? '' : `; ${undone} taken back`}.`,
    uncorrected: 'Corrections of what Lyra judged: none.',
    archive: (archived: number, pages: number) =>
      `Archive: ${archived} of ${many(pages, 'page')} kept as they were read; lyra replay repeats the whole task ` +
      'from them.',
  },

  abstractBy: (sources: string) => `Abstract as recorded by ${sources}.`,
  fullText: (licence: string | null) => `Full text${licence === null ? '' : `, licence ${licence}`}.`,
  recordBy: (sources: string) => `Record as recorded by ${sources}.`,
  anIndex: 'an academic index',
  place: {
    fragment: 'fragment ',
    under: (heading: string) => ` under ${heading}`,
    found: (when: string) => `, found ${when}`,
    archive: ', archive ',
    record: ' record ',
  },
}

export type Words = typeof ENGLISH

function ofSearches(some: number, all: number): string {
  return `${some} of ${many(all, 'search', 'searches')}`
}

/** `2019/2021` is how a period is kept. */
function spanOfTime(time: string): string {
  return time.replace('/', '–')
}

function sideCount(origins: number, shown: number): string {
  const told = shown < origins ? `, ${shown} of them quoted` : ''
  return `${many(origins, 'independent origin')}${told}`
}
