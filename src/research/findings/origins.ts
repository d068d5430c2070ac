import type { FindingSource } from '../../domain/finding.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { groupSources } from '../graph/source-group.ts'
import { speakersIn } from './attribution.ts'

interface Voice {
  readonly page: Page
  readonly fragment: Fragment
  /** What it says of the finding. */
  readonly sentence: string
  readonly relation: FindingSource['relation']
}

/**
 * Who speaks for and against a finding, each page once on a side. Pages are of one origin where `groupSources` says so,
 * and where they pass on what one and the same speaker said: four outlets that tell one announcement are one source,
 * and so is the site of the speaker.
 */
export function originsOf(voices: readonly Voice[]): readonly FindingSource[] {
  const groups = groupSources(voices)
  const parent = new Map(groups.map((group) => [group, group]))
  const root = (group: string): string => {
    const up = parent.get(group) ?? group
    return up === group ? group : root(up)
  }
  const unite = (first: string, second: string) => {
    const [a, b] = [root(first), root(second)].sort() as [string, string]
    parent.set(b, a)
  }
  const speakers = voices.map(({ sentence }) => speakersIn(sentence))
  for (const [at, own] of speakers.entries())
    for (const [index, other] of voices.entries()) {
      const sameSpeaker = own.some((name) => speakers[index]?.includes(name) || isSiteOf(name, other.page))
      const [one, two] = [groups[at], groups[index]]
      if (index !== at && sameSpeaker && one !== undefined && two !== undefined) unite(one, two)
    }
  const sources = voices.map(({ page, relation }, index) => ({
    page_id: page.id,
    relation,
    origin: root(groups[index] ?? ''),
  }))
  return [...new Map(sources.map((source) => [`${source.relation} ${source.page_id}`, source])).values()]
}

/** Letters of a name that are enough to know it in an address. */
const LEAST_NAME = 5

function isSiteOf(name: string, { domain }: Page): boolean {
  const letters = name.replace(/[^a-z0-9]/g, '')
  return letters.length >= LEAST_NAME && domain.replace(/[^a-z0-9]/g, '').includes(letters)
}
