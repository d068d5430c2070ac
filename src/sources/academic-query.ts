/** Words that mean papers wherever they stand. */
const JAPANESE = [
  '論文',
  '研究',
  '査読',
  '学会',
  '臨床試験',
  '治験',
  'メタアナリシス',
  'メタ分析',
  'メタ解析',
  '系統的レビュー',
  'システマティックレビュー',
  'コホート',
  '無作為化',
  'ランダム化',
  '二重盲検',
  'プラセボ',
  'エビデンス',
  '有効性',
  '疫学',
  '副作用',
  '先行研究',
  '被引用',
  'プレプリント',
]

const ENGLISH = [
  'stud(?:y|ies)',
  'trials?',
  'rcts?',
  'meta-?\\s?analys[ie]s',
  'systematic reviews?',
  'literature reviews?',
  'cohorts?',
  'case-control',
  'randomi[sz]ed',
  'double-blind',
  'placebo',
  'efficacy',
  'epidemiolog(?:y|ical)',
  'peer[- ]reviewed',
  'papers?',
  'preprints?',
  'journals?',
  'abstracts?',
  'citations?',
  'scientific',
  'evidence',
  'hypothes[ie]s',
  'biomarkers?',
  'in vitro',
  'in vivo',
  'pubmed',
  'arxiv',
  'doi',
]

/** Ordinary phrases in which such a word means something else; removed before looking. */
const EVERYDAY_PHRASES = [
  'newspapers?',
  'toilet paper',
  'wallpapers?',
  'paper (?:bags?|cups?|towels?|planes?|size)',
  'free trials?',
  'trial version',
  'study abroad',
  'abstract art',
  'travel journals?',
  'bullet journals?',
  'wall street journal',
  '研究所(?:の)?(?:住所|アクセス|採用|求人)',
  '研究会の?日程',
]

const EVERYDAY = new RegExp(EVERYDAY_PHRASES.join('|'), 'giu')

const PATTERN = new RegExp(`\\b(?:${ENGLISH.join('|')})\\b|${JAPANESE.join('|')}`, 'iu')
const IDENTIFIER = /\b10\.\d{4,9}\/\S+|\barxiv:\s*\d{4}\.\d{4,5}|\bpmid:?\s*\d{1,8}\b|\bPMC\d{4,}\b/iu

/** TRUST phase 2: decides only whether academic indexes are searched too; identifiers trigger look-ups regardless. */
export function isAcademicQuery(query: string): boolean {
  const plain = query.normalize('NFKC')
  return IDENTIFIER.test(plain) || PATTERN.test(plain.replace(EVERYDAY, ' '))
}
