/** Forms of one class stand for each other; a class names those it may stand for. */
export type LegalForm = string

/** Words a firm's name ends with, longest first, as folded tokens. */
const ENGLISH: readonly (readonly [words: string, form: LegalForm])[] = [
  ['sociedad anonima de capital variable', 'sadecv'],
  ['gesellschaft mit beschrankter haftung', 'gmbh'],
  ['public limited company', 'plc'],
  ['limited liability company', 'llc'],
  ['limited liability partnership', 'llp'],
  ['gmbh and co kg', 'gmbhcokg'],
  ['gmbh co kg', 'gmbhcokg'],
  ['ag and co kgaa', 'kgaa'],
  ['national association', 'na'],
  ['n a', 'na'],
  ['sa de cv', 'sadecv'],
  ['sp z oo', 'spzoo'],
  ['spolka z oo', 'spzoo'],
  ['private limited', 'pvtltd'],
  ['pvt limited', 'pvtltd'],
  ['pvt ltd', 'pvtltd'],
  ['pte limited', 'pteltd'],
  ['pte ltd', 'pteltd'],
  ['pty limited', 'ptyltd'],
  ['pty ltd', 'ptyltd'],
  ['sdn bhd', 'sdnbhd'],
  ['company limited', 'coltd'],
  ['company ltd', 'coltd'],
  ['co limited', 'coltd'],
  ['co ltd', 'coltd'],
  ['co inc', 'inc'],
  ['kabushiki kaisha', 'kk'],
  ['kabushiki gaisha', 'kk'],
  ['godo kaisha', 'gk'],
  ['goudou kaisha', 'gk'],
  ['aktiengesellschaft', 'ag'],
  ['societe anonyme', 'sa'],
  ['naamloze vennootschap', 'nv'],
  ['besloten vennootschap', 'bv'],
  ...(
    'inc:inc incorporated:inc corp:corp corporation:corp co:co company:co companies:co ltd:ltd limited:ltd ltda:ltda ' +
    'llc:llc llp:llp lp:lp plc:plc gmbh:gmbh ag:ag kg:kg kgaa:kgaa ohg:ohg ug:ug sa:sa sas:sas sarl:sarl srl:srl ' +
    'spa:spa bv:bv nv:nv ab:ab asa:asa oy:oy oyj:oyj aps:aps kk:kk gk:gk se:se ev:ev eg:eg kft:kft zrt:zrt nyrt:nyrt ' +
    'ooo:ooo oao:oao pao:pao jsc:jsc pjsc:pjsc doo:doo bhd:bhd tbk:tbk pc:pc pllc:pllc na:na'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
]

const BY_LENGTH = ENGLISH.map(([words, form]) => ({ words: words.split(' '), form })).sort(
  (a, b) => b.words.length - a.words.length,
)

/** The tokens of a name without its legal form, and the form; a name that is nothing else keeps its words. */
export function withoutEnglishForm(tokens: readonly string[]): {
  readonly core: readonly string[]
  readonly form: LegalForm | null
} {
  for (const { words, form } of BY_LENGTH)
    if (tokens.length > words.length && words.every((word, at) => tokens[tokens.length - words.length + at] === word))
      return { core: tokens.slice(0, tokens.length - words.length), form }
  return { core: tokens, form: null }
}

/** Before or after a Japanese name. */
const JAPANESE: readonly (readonly [words: string, form: LegalForm])[] = [
  ['国立研究開発法人', 'kenkyu'],
  ['特定非営利活動法人', 'npo'],
  ['地方独立行政法人', 'chidoku'],
  ['独立行政法人', 'dokuho'],
  ['国立大学法人', 'kokudai'],
  ['公立大学法人', 'kodai'],
  ['大学共同利用機関法人', 'kyodo'],
  ['一般社団法人', 'shadan'],
  ['公益社団法人', 'shadan'],
  ['一般財団法人', 'zaidan'],
  ['公益財団法人', 'zaidan'],
  ['社会福祉法人', 'fukushi'],
  ['医療法人社団', 'iryo'],
  ['医療法人財団', 'iryo'],
  ['医療法人', 'iryo'],
  ['学校法人', 'gakko'],
  ['宗教法人', 'shukyo'],
  ['監査法人', 'kansa'],
  ['弁護士法人', 'bengoshi'],
  ['税理士法人', 'zeirishi'],
  ['npo法人', 'npo'],
  ['株式会社', 'kk'],
  ['株式會社', 'kk'],
  ['有限会社', 'yk'],
  ['合同会社', 'gk'],
  ['合資会社', 'goshi'],
  ['合名会社', 'gomei'],
  ['相互会社', 'sogo'],
  ['社団法人', 'shadan'],
  ['財団法人', 'zaidan'],
  ['(株)', 'kk'],
  ['(有)', 'yk'],
  ['(同)', 'gk'],
  ['(資)', 'goshi'],
  ['(名)', 'gomei'],
  ['(一社)', 'shadan'],
  ['(公社)', 'shadan'],
  ['(一財)', 'zaidan'],
  ['(公財)', 'zaidan'],
  ['(社)', 'shadan'],
  ['(財)', 'zaidan'],
  ['(学)', 'gakko'],
  ['(医)', 'iryo'],
  ['(福)', 'fukushi'],
  ['(独)', 'dokuho'],
  ['(特非)', 'npo'],
  ['カ)', 'kk'],
  ['株)', 'kk'],
]
/** Squared forms that NFKC does not take apart into words above: ㍿ does, ㈱ becomes (株). */
const EDGE = /^[\s・,、]+|(?<![\s・,、])[\s・,、]+$/gu

export function withoutJapaneseForm(name: string): { readonly core: string; readonly form: LegalForm | null } {
  const plain = name.normalize('NFKC').replace(EDGE, '')
  const small = plain.toLowerCase()
  for (const [words, form] of JAPANESE) {
    if (small.length <= words.length) continue
    if (small.startsWith(words)) return { core: plain.slice(words.length).replace(EDGE, ''), form }
    if (small.endsWith(words)) return { core: plain.slice(0, -words.length).replace(EDGE, ''), form }
  }
  return { core: plain, form: null }
}

/** All Japanese forms as they are written, for finding names by them. */
export const JAPANESE_FORMS: readonly string[] = JAPANESE.map(([words]) => words).filter(
  (words) => words !== 'カ)' && words !== '株)',
)

const LOOSE: readonly ReadonlySet<string>[] = [
  new Set(['inc', 'corp', 'co', 'coltd', 'kk']),
  new Set(['ltd', 'coltd', 'kk', 'plc']),
  new Set(['pvtltd', 'ltd']),
  new Set(['gk', 'llc']),
]

/** Of two firms with one name, a form that cannot stand for the other says that they are two. */
export function formsAgree(first: LegalForm | null, second: LegalForm | null): boolean {
  if (first === null || second === null || first === second) return true
  return LOOSE.some((forms) => forms.has(first) && forms.has(second))
}
