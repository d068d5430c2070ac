import { longPattern } from '../../domain/long-pattern.ts'
import { isNegated } from './negation.ts'
import { clauses, coverage, isJapanese } from './words.ts'

/** Two scales that must not be mixed: a lower mortality is an improvement. */
type Axis = 'amount' | 'benefit'
type Heading = 'up' | 'down' | 'not-up' | 'not-down' | 'flat'
export type Agreement = 'agree' | 'oppose' | 'unknown'

interface Lexicon {
  readonly up: RegExp
  readonly down: RegExp
}

const LEXICON: Readonly<Record<Axis, Lexicon>> = {
  amount: {
    up: longPattern('gi')`
      \b(?:increas\w*|rais(?:e[sd]?|ing)|ris(?:e[sn]?|ing)|rose|elevat\w*|higher|greater|grew|grow(?:s|n|ing)
        |gain(?:s|ed)?|enhanc\w*|promot\w*|stimulat\w*|induc(?:e[sd]?|ing|tion)|activat\w*|upregulat\w*
        |up-regulat\w*|augment\w*|amplif\w*|accelerat\w*|positively|doubled|tripled|boost\w*|facilitat\w*
        |more likely|heavier|longer|prolong\w*)\b|増加|増大|増え|上昇|上が|高く|高い|高か|亢進|促進|拡大|延長|伸び|多く|多い|多か`,
    down: longPattern('gi')`
      \b(?:decreas\w*|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ed|ing)?|declin\w*
        |(?<!\b(?:reduc\w+|increas\w+|prevent\w*|lower\w*|fewer|more|of|in) )falls? (?:by|to|from|below)|fallen
        |falling|fell|drop(?:s|ped|ping)?|diminish\w*|lessen\w*|smaller|fewer|inhibit\w*|suppress\w*
        |block(?:s|ed|ing|ade)?|attenuat\w*|imped\w*|prevent\w*|downregulat\w*|down-regulat\w*|negatively
        |inversely|less likely|shorten\w*|shorter|slow(?:s|ed|er)|halv(?:e[sd]?|ing)|loss of|deplet\w*|abolish\w*
        |abrogat\w*|impair\w*|disrupt\w*)\b|減少|低下|減ら|減っ|減る|下が|下げ|低く|低い|低か|抑制|抑え|短縮|縮小|阻害|予防|少なく|少ない|少なか`,
  },
  benefit: {
    up: longPattern('gi')`
      \b(?:improv\w*|benefi\w*|effective(?:ly|ness)?|efficacious|superior|better|protect\w*|ameliorat\w*|alleviat\w*
        |reliev\w*|safe|succe(?:ss|ssful|eds)|accura(?:te|cy|tely)|rescu\w*|favou?rabl\w*)\b|改善|有効|有益|効果的|優れ|向上|安全
      |軽減|成功|回復`,
    down: longPattern('gi')`
      \b(?:wors(?:e|en|ens|ened|ening)|harm\w*|ineffective\w*|inferior|detriment\w*|unsafe|fail(?:s|ed|ure)?
        |inaccura\w*|adverse(?:ly)?|deteriorat\w*|exacerbat\w*|aggravat\w*|dangerous|toxic\w*|unfavou?rabl\w*)\b
      |悪化|無効|有害|劣る|劣っ|危険|失敗|増悪|害する`,
  },
}

const FLAT = longPattern('i')`
  \bno (?:statistically )?(?:significant(?:ly)? )?(?:\w+ )?(?:differen\w+|effects?|associations?|changes?|impact
    |influence|relationship|correlation|link|benefits?|evidence|improvements?|reductions?|increases?)\b
  |\b(?:not|n['’]t) (?:\w+ ){0,2}(?:differ|differ(?:ent|s)|associated|affect\w*|change|chang\w*|influence\w*
    |correlat\w*|alter\w*)\b|\bunchanged\b|\bunaffected\b|\blittle effect\b|\bnot (?:statistically )?significant\b
  |\bsimilar between\b|有意差[はがも]?(?:な|認め(?:られ)?な|みられな|見られな)|差[はがも](?:な|認め(?:られ)?な|みられな|見られな)
  |効果[はがも]?(?:な|認め(?:られ)?な|みられな|見られな)|関連[はがも]?(?:な|認め(?:られ)?な|みられな|見られな)|変化[はがも]?(?:な|認め(?:られ)?な|みられな)
  |影響[はがも]?(?:な|及ぼさな|与えな)|同等|変わらな`

/** "In none of these studies did X raise Y": such a subject denies the whole clause, however far its verb is. */
const NOBODY = /^(?:\w+ )?(?:none of|neither of|no (?:stud|trial|patient|participant|evidence|report))/i

const DISCREDITED_BEFORE = longPattern('i')`
  \bnot (?:true|correct|the case|so) that\b|\b(?:withdr[aeo]w\w*|retract\w*|debunk\w*|disprov\w*|refut\w*
    |false(?:ly)?|wrong(?:ly)?|myth|lie) (?:\w+ ){0,3}(?:that|which|who|claim\w*|say\w*|said)\b`
const DISCREDITED_AFTER = longPattern('i')`
  \b(?:is|are|was|were) (?:not (?:true|reliable|valid|correct|supported|borne out|credible)
    |(?:simply |plainly )?(?:false|wrong|untrue|unfounded|unproven|baseless|a (?:myth|lie|hoax)))\b
  |は(?:誤り|間違い|嘘|うそ|事実ではな|正しくな)`

/** "The claim that X lowers Y is false", "withdrew a study which claimed that X lowers Y": reported, and denied. */
function isDiscredited(before: string, after: string): boolean {
  return DISCREDITED_BEFORE.test(before) || DISCREDITED_AFTER.test(after)
}

/** The text takes something back that was said. */
export function discredits(text: string): boolean {
  return isDiscredited(text, text)
}

/** Negation reaches the word after it in English and the word before it in Japanese. */
function headingOfHit(clause: string, at: number, length: number, side: 'up' | 'down'): Heading {
  const before = clause.slice(0, at)
  // What discredits the whole is counted there, and not as a negation of the verb besides.
  const said = before.replace(DISCREDITED_BEFORE, ' ')
  const near = NOBODY.test(clause) ? said : said.split(/\s+/).slice(-6).join(' ')
  const scope = isJapanese(clause) ? clause.slice(at, at + length + 12) : near
  if (isNegated(scope) === isDiscredited(before, clause.slice(at + length))) return side
  return side === 'up' ? 'not-up' : 'not-down'
}

/** "adults with mildly raised blood pressure" says who they are, not what happened to them. */
const WHO_THEY_ARE = longPattern('i')`
  \b(?:adults|patients|people|persons|participants|subjects|individuals|volunteers|women|men|children|those|mice
    |rats) (?:with|having|who (?:have|had)) (?:an? )?(?:\w+ly |very |mild |moderate )?$`

function headings(clause: string, axis: Axis): readonly Heading[] {
  const found: Heading[] = []
  for (const side of ['up', 'down'] as const)
    for (const match of clause.matchAll(LEXICON[axis][side]))
      if (!WHO_THEY_ARE.test(clause.slice(0, match.index)))
        found.push(headingOfHit(clause, match.index, match[0].length, side))
  return found
}

function only(found: readonly Heading[]): Heading | null {
  const kinds = new Set(found)
  const [first] = kinds
  return kinds.size === 1 && first !== undefined ? first : null
}

/** "In one study it fell, and in a larger one it did not": the end takes back what was said before. */
const TAKEN_BACK = longPattern('i')`
  \b(?:and|but|while|whereas|though)\b[^.]{0,300}
  \b(?:did|does|do|was|were|had|has|have)(?: not|n['’]t)\s*(?:[.;]\s*)?$`

/** Where the text points on this axis; null when it says nothing, or both ways. */
function headingOf(text: string, axis: Axis): Heading | null {
  if (TAKEN_BACK.test(text)) return null
  const own = only(headings(text, axis))
  // "No evidence that X raises Y" denies the rise; it does not say that nothing fell.
  if (FLAT.test(text)) return own === 'not-up' || own === 'not-down' ? own : 'flat'
  return own
}

const OPPOSITE: Readonly<Record<Heading, readonly Heading[]>> = {
  up: ['down', 'not-up', 'flat'],
  down: ['up', 'not-down', 'flat'],
  'not-up': ['up'],
  'not-down': ['down'],
  flat: ['up', 'down'],
}

const SAME: Readonly<Record<Heading, readonly Heading[]>> = {
  up: ['up'],
  down: ['down'],
  'not-up': ['not-up', 'flat', 'down'],
  'not-down': ['not-down', 'flat', 'up'],
  flat: ['flat'],
}

/** The clause of the evidence that is about the claim's things and points somewhere. */
function decidingClause(claim: string, evidence: string, axis: Axis): string | null {
  let best: { text: string; shared: number } | null = null
  for (const text of clauses(evidence)) {
    if (headingOf(text, axis) === null) continue
    const shared = coverage(claim, text)
    if (best === null || shared > best.shared) best = { text, shared }
  }
  return best !== null && best.shared >= 0.2 ? best.text : null
}

interface Headings {
  readonly claimed: Heading | null
  readonly seen: Heading | null
}

function readHeadings(claim: string, evidence: string, axis: Axis): Headings {
  const clause = decidingClause(claim, evidence, axis)
  return { claimed: headingOf(claim, axis), seen: clause === null ? null : headingOf(clause, axis) }
}

export function compareDirection(claim: string, evidence: string, axis: Axis): Agreement {
  const { claimed, seen } = readHeadings(claim, evidence, axis)
  if (claimed === null || seen === null) return 'unknown'
  if (OPPOSITE[claimed].includes(seen)) return 'oppose'
  return SAME[claimed].includes(seen) ? 'agree' : 'unknown'
}

/**
 * "It does not raise X" says nothing about "it lowers X" or "it does not lower X", though a model hears the negation.
 */
export function deniesAnother(claim: string, evidence: string, axis: Axis): boolean {
  const { claimed, seen } = readHeadings(claim, evidence, axis)
  const downwards = claimed === 'down' || claimed === 'not-down'
  const upwards = claimed === 'up' || claimed === 'not-up'
  return (downwards && seen === 'not-up') || (upwards && seen === 'not-down')
}

/** "X raises Y" is no refutation of "X does not lower Y". */
export function saysMoreThan(claim: string, evidence: string, axis: Axis): boolean {
  const { claimed, seen } = readHeadings(claim, evidence, axis)
  return (claimed === 'not-down' && seen === 'up') || (claimed === 'not-up' && seen === 'down')
}

/** The claim says which way something went; the evidence has no word for a way, no negation and no figure. */
export function pointsNowhere(claim: string, evidence: string): boolean {
  const pointed = (text: string) =>
    FLAT.test(text) || (['amount', 'benefit'] as const).some((axis) => headings(text, axis).length > 0)
  return pointed(claim) && !pointed(evidence) && !isNegated(evidence) && !/[\d０-９]/.test(evidence)
}
