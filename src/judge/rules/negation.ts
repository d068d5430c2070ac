import { multilineRegExp } from '../../domain/multiline-regexp.ts'

const ENGLISH = multilineRegExp('gi')`
  \b(?:not|no|never|none|neither|nor|cannot|without|lacks?|lacked|lacking|fail(?:s|ed)? to|unable to|absence of
    |little (?:effect|evidence|benefit)|independent(?:ly)? of|refut\w+|disprov\w+|hardly|scarcely|barely|rarely
    |seldom|unlikely|anything but)\b|n['’]t\b`

/** They affirm, bound a figure ("no more than") or number a thing, in the form of a negation. */
const ENGLISH_AFFIRMS = multilineRegExp('gi')`
  \b(?:not (?:only|just|merely|least|surprisingly|unexpectedly)|not? (?:less|fewer|more|greater|higher|lower) than
    |no (?:doubt|wonder)|(?:no|without) (?:an?y? )?(?:doubt|question)(?! of\b)|if not|whether or not|no\. ?\d+)\b`

const JAPANESE = multilineRegExp('g')`
  (?:し|され|られ|で|く|は|が|も|れ|え|け|め|せ|わ|か|さ|ら|き|み|い|べ|げ|じ|ち|に|び|り|ほとんど|殆ど)(?:なかった|ない|ません|ず(?=[、。にで]|$))|なし(?:$|[。、])|無し
  |有意差[はがも]?な|差[はがも]な|ではない|とは言えない|とはいえない|不可能|不要|不必要|否定(?:された|され|する)`

/** Doubt, duty and exclusivity that use the form of a negation, and double negations. */
const JAPANESE_AFFIRMS = multilineRegExp('g')`
  (?:かもしれない|かもしれません|に違いない|なければならない|なければなりません|ないといけない|だけでなく|のみならず|を問わず|にかかわらず|に関わらず|に限らず|にとどまらず|少なからず|必ず|にほかならない
    |少なくない|少なくありません|必ずしも|なく[はも](?:ない|なかった|ありません)|ないと[はも]限ら(?:ない|なかった|ず|れない)|ないとは(?:言え|いえ)な(?:い|かった)
    |ないわけで[はも]な(?:い|かった)|ざるを得な(?:い|かった)|否定(?:は)?でき(?:ない|なかった|ません)|否めな(?:い|かった))`

/**
 * A denial of a denial that a model takes for one denial. Two denials side by side ("did not A and did not B") are
 * none.
 */
const DOUBLE = multilineRegExp('i')`
  \bnot (?:true|correct|the case|so) that\b.*(?:\b(?:not|never|no)\b|n['’]t\b)|(?:\b(?:not|never|cannot)\b
    |n['’]t\b) (?:\w+ )?(?:fail(?:ed|s)? to\b|be (?:denied|ruled out)|deny\b|without\b|impossible\b|unlikely\b)`

export function deniesADenial(text: string): boolean {
  return DOUBLE.test(text)
}

function countNegations(text: string): number {
  const english = text.replace(ENGLISH_AFFIRMS, ' ')
  const japanese = text.replace(JAPANESE_AFFIRMS, ' ')
  return (english.match(ENGLISH) ?? []).length + (japanese.match(JAPANESE) ?? []).length
}

/** Two negations make an affirmation; "neither ... nor" is one. */
export function isNegated(text: string): boolean {
  const once = text.replace(/\bneither\b(.{0,300}?)\bnor\b/gi, 'neither$1or')
  return countNegations(once) % 2 === 1
}
