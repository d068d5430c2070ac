/** U+00A0 to U+00FF in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc ' +
  'atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
  'uacute ucirc uuml yacute thorn yuml'
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau ' +
  'Upsilon Phi Chi Psi Omega - - - - - - - ' +
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau ' +
  'upsilon phi chi psi omega'
const OTHERS =
  'amp=& lt=< gt=> quot=" apos=\' AMP=& LT=< GT=> QUOT=" lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ ' +
  'lsaquo=‹ rsaquo=› ndash=– mdash=— hellip=… bull=• ' +
  'dagger=† Dagger=‡ permil=‰ prime=′ Prime=″ euro=€ trade=™ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ rArr=⇒ ' +
  'lArr=⇐ hArr=⇔ minus=− lowast=∗ sdot=⋅ radic=√ infin=∞ asymp=≈ ' +
  'ne=≠ equiv=≡ le=≤ ge=≥ sum=∑ prod=∏ part=∂ int=∫ nabla=∇ isin=∈ notin=∉ cap=∩ cup=∪ sub=⊂ sup=⊃ and=∧ ' +
  'or=∨ exist=∃ forall=∀ empty=∅ prop=∝ ang=∠ ' +
  'there4=∴ sim=∼ cong=≅ oplus=⊕ perp=⊥ loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦ OElig=Œ oelig=œ Scaron=Š ' +
  'scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ ' +
  'lsqb=[ rsqb=] lbrack=[ rbrack=] lpar=( rpar=) lcub={ rcub=} comma=, period=. colon=: semi=; excl=! ' +
  'quest=? num=# dollar=$ percnt=% ast=* plus=+ equals=\u003d ' +
  'sol=/ bsol=\\ commat=@ lowbar=_ grave=` verbar=| vert=| Hat=^ check=✓ cross=✗ star=☆ starf=★ phone=☎ ' +
  'hyphen=‐ dash=‐ horbar=― rsquor=’ ldquor=„ caron=ˇ breve=˘ frasl=⁄ half=½ frac13=⅓ frac23=⅔ frac15=⅕ ' +
  'frac25=⅖ frac35=⅗ frac45=⅘ frac16=⅙ frac56=⅚ frac18=⅛ frac38=⅜ frac58=⅝ frac78=⅞ leq=≤ geq=≥ approx=≈ ' +
  'ap=≈ pm=± cdot=ċ centerdot=· ohm=Ω otimes=⊗ sube=⊆ supe=⊇ lceil=⌈ rceil=⌉ lfloor=⌊ rfloor=⌋ div=÷'
const SPACES: Readonly<Record<string, number>> = {
  ensp: 0x2002,
  emsp: 0x2003,
  thinsp: 0x2009,
  hairsp: 0x200a,
  numsp: 0x2007,
  puncsp: 0x2008,
  zwnj: 0x200c,
  zwj: 0x200d,
  lrm: 0x200e,
  rlm: 0x200f,
  NewLine: 10,
  Tab: 9,
  ZeroWidthSpace: 0x200b,
  NoBreak: 0x2060,
}
/** Numeric references 128-159 mean the Windows characters there. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const NAMED = buildTable()

function buildTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>()
  LATIN.split(' ').forEach((name, index) => {
    table.set(name, String.fromCharCode(0xa0 + index))
  })
  GREEK.split(' ').forEach((name, index) => {
    if (name !== '-') table.set(name, String.fromCharCode(0x391 + index))
  })
  for (const entry of OTHERS.split(' ')) {
    const at = entry.indexOf('=')
    table.set(entry.slice(0, at), entry.slice(at + 1))
  }
  for (const [name, code] of Object.entries(SPACES)) table.set(name, String.fromCharCode(code))
  return table
}

const REFERENCE = /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([A-Za-z][A-Za-z\d]{1,15}));?/g

/** Character references of HTML text and attributes; an unknown name stays as it is written. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED.get(name) ?? whole
      return fromCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )
}

function fromCode(code: number): string {
  if (code >= 128 && code < 160) return WINDOWS.charAt(code - 128)
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  // Noncharacters: no page may send them, and scripts.ts marks by them.
  if (code >= 0xfdd0 && code <= 0xfdef) return ''
  return String.fromCodePoint(code)
}
