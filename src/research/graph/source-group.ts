import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { OWN_DOCUMENTS } from '../../domain/own-document.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { isKnownPost } from '../../domain/page-authorship.ts'
import { dataSetsIn } from './data-sets.ts'

type SourcePage = Pick<Page, 'work_id' | 'domain'> & Partial<Pick<Page, 'authors' | 'narrative_id' | 'content_hash'>>
type SourceFragment = Pick<Fragment, 'cluster_id' | 'post_id' | 'post_author'> & Partial<Pick<Fragment, 'text_content'>>

export interface EvidenceSource {
  readonly page: SourcePage
  readonly fragment: SourceFragment
}

/**
 * Independent sources are counted once: the same paper, the same syndicated text and the same domain are one source
 * (REQ 3.1.7.3). The strongest of its keys, for callers that see one source at a time.
 */
export function sourceGroup(page: SourcePage, fragment: SourceFragment): string {
  if (page.work_id !== null) return `work ${page.work_id}`
  if (fragment.cluster_id !== null) return `copies ${fragment.cluster_id}`
  return siteKey(page, fragment)
}

/**
 * A site speaks with one voice; on a board each writer has one, and all whose name is unknown share the board's. The
 * files of the user are of many hands: each is a voice of its own.
 */
function siteKey({ domain, content_hash: hash }: SourcePage, { post_author: writer = null }: SourceFragment): string {
  if (domain === OWN_DOCUMENTS && hash != null) return `document ${hash}`
  return writer === null ? `domain ${domain}` : `post by ${nameKey(writer)} on ${domain}`
}

/**
 * Which sources are one: those that share a paper, a syndicated text, a narrative (pages that are copies for the most
 * part), a site (papers excepted: a journal prints many), a first author, or a data set. Sharing is passed on: if A
 * copies B and B reports the data of C, all three are one voice. Returns the group of each source, in order; the name
 * of a group does not depend on the order.
 */
export function groupSources(sources: readonly EvidenceSource[]): readonly string[] {
  const parent = new Map<string, string>()
  const root = (key: string): string => {
    let at = key
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up
    return at
  }
  const keys = sources.map(({ page, fragment }) => sourceKeys(page, fragment))
  for (const own of keys) {
    for (const key of own) if (!parent.has(key)) parent.set(key, key)
    // The smaller name becomes the root, so that the name of a group is the smallest of its keys.
    for (const key of own.slice(1)) {
      const [a, b] = [root(own[0] as string), root(key)]
      if (a < b) parent.set(b, a)
      else if (b < a) parent.set(a, b)
    }
  }
  return keys.map((own) => root(own[0] as string))
}

export function sourceKeys(page: SourcePage, fragment: SourceFragment): readonly string[] {
  // Of a thread the page's author is who began it.
  const author = isKnownPost(fragment) ? null : firstAuthor(page.authors ?? [])
  return [
    page.work_id === null ? siteKey(page, fragment) : `work ${page.work_id}`,
    ...(fragment.cluster_id === null ? [] : [`copies ${fragment.cluster_id}`]),
    ...(page.narrative_id == null ? [] : [`narrative ${page.narrative_id}`]),
    ...(author === null ? [] : [`author ${author}`]),
    ...dataSetsIn(fragment.text_content ?? '').map((name) => `data ${name}`),
  ]
}

/** A desk, not a person; two sites may both have one. */
const DESK = multilineRegExp('u')`
  ^(?:admin(?:istrator)?|staff|editors?|editorial (?:team|board|staff)|newsroom|press(?: office)?|author|anonymous
  |unknown|編集部|広報(?:部|課|室)?|事務局|管理者|記者|著者)$`

function firstAuthor(authors: readonly string[]): string | null {
  const first = nameKey(authors[0] ?? '')
  return first.length < 2 || DESK.test(first) ? null : first
}

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/[.,]/gu, ' ').replace(/\s+/gu, ' ').trim()
}
