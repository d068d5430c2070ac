import type { Identifier, Paper } from '../../src/domain/paper.ts'
import type { Random } from '../../src/domain/random.ts'
import { chance, paper, pick, upTo, without } from './papers.ts'

/** Two records; `same` says whether they tell of one work. */
export interface Pair {
  readonly kind: string
  readonly same: boolean
  readonly first: Paper
  readonly second: Paper
}

/** 60 % two records of one work, 40 % two works that look alike. */
export function noisyPairs(random: Random, count: number): readonly Pair[] {
  return Array.from({ length: count }, (_, n) => {
    const base = paper(random, n + 1)
    return n % 5 < 3 ? oneWork(random, base, n) : twoWorks(random, base, n)
  })
}

function oneWork(random: Random, base: Paper, n: number): Pair {
  const kind = pick(random, [
    'same_doi',
    'missing_doi',
    'missing_doi',
    'missing_doi',
    'preprint',
    'preprint',
    'other_ids',
  ])
  const pair = (second: Paper, first = base): Pair => ({ kind, same: true, first, second: withNoise(random, second) })
  const s2: Identifier = { type: 's2', value: `${n}`.padStart(40, 'a') }
  const told = { ...base, source: 'semantic_scholar' as const }
  if (kind === 'same_doi') return pair({ ...told, identifiers: [...without(base, 'openalex'), s2] })
  if (kind === 'other_ids')
    return pair({ ...told, identifiers: [{ type: 'pmid', value: String(30_000_000 + n) }] }, base)
  if (kind === 'preprint') {
    const arxiv = `2${String(n % 10)}05.${String(10_000 + n)}`
    const ids: readonly Identifier[] = pick(random, [
      [{ type: 'arxiv', value: arxiv }],
      [
        { type: 'doi', value: `10.48550/arxiv.${arxiv}` },
        { type: 'arxiv', value: arxiv },
      ],
      [{ type: 'doi', value: `10.1101/2021.0${upTo(random, 9)}.1${n % 10}.${400_000 + n}` }],
    ])
    const early = { identifiers: ids, year: (base.year ?? 2000) - Math.floor(random.next() * 3), is_preprint: true }
    return pair({ ...told, ...early, venue: 'arXiv', abstract: chance(random, 0.5) ? base.abstract : null })
  }
  // Sources without the DOI often date by the online or the print issue.
  const shift = chance(random, 0.08) ? pick(random, [-1, 1]) : 0
  const year = chance(random, 0.02) ? null : (base.year ?? 2000) + shift
  return pair({ ...told, identifiers: [s2], year, abstract: chance(random, 0.7) ? base.abstract : null })
}

function twoWorks(random: Random, base: Paper, n: number): Pair {
  const kind = pick(random, [
    ...['other_year', 'other_year', 'other_part', 'erratum', 'erratum_same_title', 'other_authors', 'other_phase'],
    'short_title',
  ])
  const other = paper(random, 100_000 + n)
  const identifiers = chance(random, 0.4) ? without(other, 'doi') : other.identifiers
  const twin: Paper = { ...base, source: 'crossref', identifiers, abstract: other.abstract, venue: base.venue }
  const pair = (second: Paper, first = base): Pair => ({ kind, same: false, first, second: withNoise(random, second) })
  if (kind === 'other_year') return pair({ ...twin, year: (base.year ?? 2000) + pick(random, [1, 1, 2, 5]) })
  if (kind === 'other_part') {
    const parts = pick(random, [
      ['Part I', 'Part II'],
      ['第1報', '第2報'],
      ['1. Methods', '2. Results'],
    ])
    return pair({ ...twin, title: `${base.title} ${parts[1]}` }, { ...base, title: `${base.title} ${parts[0]}` })
  }
  if (kind === 'erratum') {
    const before = pick(random, ['Erratum to: ', 'Correction: ', 'Retraction notice to ', 'Corrigendum – ', '訂正：'])
    return pair({ ...twin, title: `${before}${base.title}`, abstract: null })
  }
  if (kind === 'erratum_same_title') {
    const target = base.identifiers.find(({ type }) => type === 'doi')?.value ?? ''
    return pair({
      ...twin,
      identifiers: other.identifiers,
      abstract: null,
      notice_of: [{ doi: target, type: 'correction' }],
    })
  }
  if (kind === 'other_authors')
    return pair({ ...twin, authors: base.authors.map((_, index) => `Quentin${index} Zephyrine${index}`) })
  if (kind === 'other_phase')
    return pair({ ...twin, title: `${base.title}, phase 3` }, { ...base, title: `${base.title}, phase 2` })
  const title = pick(random, ['Editorial', 'Introduction', '序文', 'Discussion'])
  const editor = [`Editor ${String.fromCharCode(65 + (n % 26))}${n}`]
  return pair({ ...twin, title, authors: [`Guest Writer${n}`] }, { ...base, title, authors: editor })
}

/** One to three of the ways in which sources spell one paper differently. */
function withNoise(random: Random, work: Paper): Paper {
  let noisy = work
  for (let times = upTo(random, 3); times > 0; times -= 1) noisy = pick(random, NOISE)(random, noisy)
  return noisy
}

type Noise = (random: Random, work: Paper) => Paper

const NOISE: readonly Noise[] = [
  (random, work) => ({ ...work, title: pick(random, [work.title.toUpperCase(), work.title.toLowerCase()]) }),
  (_, work) => ({ ...work, title: `${work.title.replace(': ', ' – ').replaceAll('-', '‐')}.` }),
  (_, work) => ({ ...work, title: work.title.replace(': ', '. ').replaceAll('(', '[').replaceAll(')', ']') }),
  (_, work) => ({ ...work, title: work.title.replaceAll('β', 'beta').replaceAll('&', 'and').replaceAll('₃', '3') }),
  (_, work) => ({ ...work, title: work.title.replace(/\w/gu, wide).normalize('NFD') }),
  (_, work) => ({ ...work, title: work.title.replace(/Effect of/u, '<i>Effect</i> of').replaceAll(' ', '  ') }),
  (_, work) => ({ ...work, authors: work.authors.slice(0, 1) }),
  (_, work) => ({ ...work, authors: [...work.authors.slice(0, 3), 'et al.'] }),
  (_, work) => ({ ...work, authors: work.authors.map(familyFirst) }),
  (_, work) => ({ ...work, authors: work.authors.map((name) => name.normalize('NFD').replace(/\p{M}+/gu, '')) }),
  (random, work) => (chance(random, 0.3) ? { ...work, authors: [] } : work),
  (random, work) => (chance(random, 0.3) ? { ...work, title: `RETRACTED: ${work.title}`, is_retracted: true } : work),
]

function wide(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : letter
}

function familyFirst(name: string): string {
  if (name.includes(',')) return name
  if (/\p{Script=Han}/u.test(name)) return name.split(' ').reverse().join('')
  const words = name.split(' ')
  return `${words.slice(1).join(' ')}, ${words[0]?.[0]}.`
}
