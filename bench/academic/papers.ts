import type { Identifier, Paper } from '../../src/domain/paper.ts'
import type { Random } from '../../src/domain/random.ts'

const SUBJECTS = [
  ...[
    'sitagliptin',
    'green tea catechins',
    'β-carotene supplementation',
    'statin therapy',
    'shift work',
    'ACE inhibitors',
  ],
  ...[
    'telomere length',
    'gut microbiota',
    'vitamin D₃',
    'air pollution (PM2.5)',
    'mRNA vaccination',
    'cognitive training',
  ],
  ...[
    'graph neural networks',
    'sparse attention',
    'CO₂ capture',
    'lithium-ion cathodes',
    'soil salinity',
    'rice blast',
  ],
  ...['銀葉茶の飲用', '高齢者の転倒予防', '深層学習による画像診断', 'DPP-4阻害薬', '地震後の心的外傷', '減塩指導'],
]
const OUTCOMES = [
  ...['blood pressure', 'HbA1c', 'all-cause mortality', 'hospital readmission', 'sleep quality', 'bone density'],
  ...[
    'cognitive decline',
    'fracture risk',
    'model calibration',
    'energy efficiency',
    'crop yield',
    'depression & anxiety',
  ],
]
const GROUPS = [
  'older adults',
  'children',
  'patients with type 2 diabetes',
  'night-shift nurses',
  'rural cohorts',
  'Japan',
]
const DESIGNS = [
  ...['a randomised controlled trial', 'a systematic review and meta-analysis', 'a prospective cohort study'],
  ...['results from a multicentre registry', 'a Mendelian randomization study', 'an open benchmark'],
]
const FAMILIES = [
  ...[
    'Müller',
    'García',
    'Nakamura',
    "O'Brien",
    'Søndergaard',
    'Kowalczyk',
    'van der Berg',
    'Nguyễn',
    'Smith',
    'Okonkwo',
  ],
  ...['Rossi', 'Dvořák', 'Şahin', 'Lindqvist', 'Haddad', 'Petrov', 'Alvarez-Ruiz', 'Zhao', 'Tanaka', 'Fischer'],
]
const GIVEN = [
  'Anna',
  'José',
  'Keiko',
  'Liam',
  'Mette',
  'Piotr',
  'Thị',
  'Ada',
  'Chidi',
  'Elena',
  'Jiří',
  'Ayşe',
  'Omar',
]
const JAPANESE = [
  '山田 太郎',
  '佐藤 花子',
  '鈴木 一郎',
  '高橋 美咲',
  '渡辺 健',
  '伊藤 さくら',
  '小林 大輔',
  '加藤 ひろし',
]
const VENUES = [
  'Journal of Clinical Trials',
  'Diabetes Care',
  'PLOS ONE',
  'Heart',
  'Nature Communications',
  '日本公衆衛生雑誌',
]

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T
export const chance = (random: Random, share: number): boolean => random.next() < share
export const upTo = (random: Random, most: number): number => 1 + Math.floor(random.next() * most)

/** A paper that exists only here: the n-th of its kind has its own title, people, year and DOI. */
export function paper(random: Random, n: number): Paper {
  const subject = pick(random, SUBJECTS)
  const japanese = /\p{Script=Han}/u.test(subject)
  const people = Array.from({ length: upTo(random, 8) }, () =>
    japanese ? pick(random, JAPANESE) : `${pick(random, GIVEN)} ${pick(random, FAMILIES)}`,
  )
  const authors = [...new Set(people)]
  const title = japanese
    ? `${subject}が${pick(random, ['血圧', '生活の質', '再入院率', '診断精度'])}に及ぼす影響：第${n}次${pick(random, ['コホート', '無作為化比較試験', '症例対照研究'])}`
    : `Effect of ${subject} on ${pick(random, OUTCOMES)} in ${pick(random, GROUPS)} (cohort ${n}): ${pick(random, DESIGNS)}`
  const year = 2000 + Math.floor(random.next() * 25)
  return {
    source: 'openalex',
    identifiers: [
      { type: 'doi', value: `10.1${String(n % 900).padStart(3, '0')}/j.${n}` },
      { type: 'openalex', value: `W${4_000_000_000 + n}` },
    ],
    title,
    abstract: abstractFor(random, title, n),
    authors,
    year,
    published_at: `${year}-0${upTo(random, 9)}-1${Math.floor(random.next() * 10)}`,
    venue: pick(random, VENUES),
    url: `https://publisher.example/${n}`,
    oa_url: null,
    licence: null,
    cited_by_count: Math.floor(random.next() * 400),
    reference_count: 20,
    is_preprint: false,
    is_retracted: false,
    retraction_notice: null,
    language: japanese ? 'ja' : 'en',
  }
}

function abstractFor(random: Random, title: string, n: number): string {
  const size = 40 + Math.floor(random.next() * 900)
  const change = (random.next() * 20).toFixed(1)
  return (
    `We examined the following question: ${title}. A total of ${size} participants were followed for ${upTo(random, 60)} months. ` +
    `The primary outcome changed by ${change} units (95% CI ${(Number(change) - 1).toFixed(1)} to ${(Number(change) + 1).toFixed(1)}), ` +
    `${pick(random, ['which was not significant', 'a significant difference', 'as expected'])}; ${pick(random, OUTCOMES)} did not change. Registration ${n}.`
  )
}

export function without(work: Paper, ...types: readonly Identifier['type'][]): readonly Identifier[] {
  return work.identifiers.filter(({ type }) => !types.includes(type))
}
