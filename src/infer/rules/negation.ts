const ENGLISH =
  /\b(?:not|no|never|none|neither|nor|cannot|without|lacks?|lacked|lacking|fail(?:s|ed)? to|unable to|absence of|little (?:effect|evidence|benefit)|independent(?:ly)? of|refut\w+|disprov\w+)\b|n['’]t\b/gi

/** "not only", "no less than" and their like affirm; "no" inside a number or a table is not a word. */
const ENGLISH_AFFIRMS = /\b(?:not only|not just|no less than|no doubt|if not|whether or not|no\. ?\d+)\b/gi

const JAPANESE =
  /(?:し|され|られ|で|く|は|が|も|れ|え|け|め|せ|わ|か|さ|ら|き|み|い|べ)(?:なかった|ない|ません|ず(?=[、。にで]|$))|なし(?:$|[。、])|無し|有意差[はがも]?な|差[はがも]な|ではない|とは言えない|とはいえない|不可能|否定(?:された|され|する)/g

/** Doubt, duty and exclusivity that use the form of a negation. */
const JAPANESE_AFFIRMS =
  /(?:かもしれない|かもしれません|に違いない|なければならない|なければなりません|ないといけない|だけでなく|のみならず|を問わず|にかかわらず|に関わらず|に限らず|にとどまらず|少なからず|必ず|にほかならない|少なくない|少なくありません|必ずしも)/g

export function countNegations(text: string): number {
  const english = text.replace(ENGLISH_AFFIRMS, ' ')
  const japanese = text.replace(JAPANESE_AFFIRMS, ' ')
  return (english.match(ENGLISH) ?? []).length + (japanese.match(JAPANESE) ?? []).length
}

/** Two negations make an affirmation; "neither ... nor" is one. */
export function isNegated(text: string): boolean {
  const once = text.replace(/\bneither\b(.*?)\bnor\b/gi, 'neither$1or')
  return countNegations(once) % 2 === 1
}
