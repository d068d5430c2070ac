import type { Random } from '../../src/domain/random.ts'
import type { CitingPage } from '../../src/store/types.ts'
import { chance, pick, upTo } from './papers.ts'

export interface PlantedGraph {
  readonly pages: readonly CitingPage[]
  readonly citations: readonly (readonly [string, string])[]
  readonly rings: readonly (readonly string[])[]
}

const PAGES = 600
const RINGS = 6

/**
 * Background: pages of 25 years, each citing 5 to 15 older ones, some of its own group; one line in a hundred is told
 * the wrong way round. Planted: rings of 3 to 6 pages of neighbouring years, a circle with chords, half of them of one
 * group. One line in ten is lost.
 */
export function plantedGraph(random: Random): PlantedGraph {
  const pages: CitingPage[] = Array.from({ length: PAGES }, (_, n) => ({
    id: `page_${String(n).padStart(4, '0')}`,
    year: 2000 + Math.floor((n * 25) / PAGES),
    authors: authorsOf(random, n % 60),
  }))
  const lines: (readonly [string, string])[] = []
  pages.forEach((page, n) => {
    if (n < 20) return
    for (let left = 4 + upTo(random, 11); left > 0; left -= 1) {
      const own = chance(random, 0.2) && n >= 60
      const other = pages[own ? n - 60 * upTo(random, Math.floor(n / 60)) : Math.floor(random.next() * n)]
      if (other !== undefined) lines.push(chance(random, 0.01) ? [other.id, page.id] : [page.id, other.id])
    }
  })
  const rings = Array.from({ length: RINGS }, (_, n) => plantRing(random, pages, lines, n))
  return { pages, citations: lines.filter(() => !chance(random, 0.1)), rings }
}

function plantRing(
  random: Random,
  pages: CitingPage[],
  lines: (readonly [string, string])[],
  n: number,
): readonly string[] {
  const size = 2 + upTo(random, 4)
  const at = 60 + Math.floor(random.next() * (PAGES - 100))
  const members = Array.from({ length: size }, (_, index) => `ring_${n}_${index}`)
  const year = pages[at]?.year ?? 2010
  members.forEach((id, index) => {
    pages.push({
      id,
      year: year + (index % 2),
      authors: n % 2 === 0 ? authorsOf(random, 900 + n) : authorsOf(random, 1000 + n * 10 + index),
    })
    lines.push([id, members[(index + 1) % size] as string])
    for (const other of members) if (other !== id && chance(random, 0.3)) lines.push([id, other])
    for (let left = upTo(random, 8); left > 0; left -= 1)
      lines.push([id, (pages[Math.floor(random.next() * at)] as CitingPage).id])
  })
  return members
}

function authorsOf(random: Random, group: number): readonly string[] {
  const head = `Lead${group} Group${group}`
  return [head, ...Array.from({ length: upTo(random, 3) }, () => `${pick(random, ['Ann', 'Bo', 'Cy'])} Member${group}`)]
}
