import type { Block } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { toFragments, truncationFlag, withoutStrays } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { childrenOf, firstOf, jatsText, type XmlNode } from './jats-text.ts'
import { createLanguageDetector } from './language.ts'
import { patentsAndLaws } from './patents-and-laws.ts'
import { judgeQuality } from './quality.ts'
import type { Extraction, RawDocument } from './types.ts'

/** Levels below this are one: nobody reads a seventh. */
const DEEPEST = 6
const MOST_AUTHORS = 100

/** An article with its parts: abstract, sections under their headings, tables; references and replies left out. */
export async function extractJats(raw: RawDocument): Promise<Extraction> {
  const { DOMParser } = await import('linkedom')
  const source = await decodeHtml(raw.body, raw.contentType)
  const document = new DOMParser().parseFromString(source, 'text/xml') as unknown as XmlNode
  const article = firstOf(document, 'article')
  const meta = article === null ? null : firstOf(article, 'article-meta')
  if (article === null || meta === null)
    return { ok: false, failure: 'unsupported_type', reason: 'The XML is no article' }
  const blocks = blocksOf(article, meta)
  const text = blocks.map((block) => block.text).join('\n\n')
  const detect = await createLanguageDetector(text)
  const language = detect(text.slice(0, 4000)) ?? article.getAttribute('xml:lang')
  const fragments = toFragments(withoutStrays(blocks), 'html', detect, language)
  if (fragments.length === 0) return { ok: false, failure: 'empty', reason: 'The article carries no text' }
  const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
  return {
    ok: true,
    page: {
      title: jatsText(firstOf(meta, 'article-title')) || null,
      authors: authorsOf(meta),
      publishedAt: dateOf(meta),
      updatedAt: null,
      canonicalUrl: null,
      language,
      pageType: 'paper',
      fragments,
      identifiers: identifiersOfPage({ url: raw.url, meta: idsOf(meta), text: '', links: [] }),
      documents: patentsAndLaws(text),
      links: [],
      quality: quality.score,
      qualityFlags: [...quality.flags, ...truncationFlag(fragments)],
      qualityReasons: quality.reasons,
      licence: licenceOf(meta),
    },
  }
}

function blocksOf(article: XmlNode, meta: XmlNode): readonly Block[] {
  const blocks: Block[] = []
  for (const abstract of childrenOf(meta, 'abstract')) {
    blocks.push(heading(jatsText(childrenOf(abstract, 'title')[0] ?? null) || 'Abstract', 2))
    addContent(blocks, abstract, 3)
  }
  for (const body of childrenOf(article, 'body')) addContent(blocks, body, 2)
  for (const back of childrenOf(article, 'back')) {
    for (const ack of childrenOf(back, 'ack')) addSection(blocks, ack, 2, 'Acknowledgements')
    for (const section of childrenOf(back, 'sec')) addSection(blocks, section, 2, '')
  }
  return blocks
}

const TYPE_OF: Readonly<Record<string, Block['type']>> = {
  p: 'paragraph',
  list: 'list',
  'def-list': 'list',
  'table-wrap': 'table',
  fig: 'figure',
  'disp-quote': 'quote',
  code: 'code',
}
const LEFT_OUT = new Set(['ref-list', 'title', 'label', 'sec-meta', 'object-id', 'supplementary-material'])

/** What stands in a section, in order. What a paragraph wraps (a list, a table) follows it. */
function addContent(blocks: Block[], parent: XmlNode, level: number): void {
  for (const child of childrenOf(parent)) {
    const name = child.localName
    if (LEFT_OUT.has(name)) continue
    if (name === 'sec' || name === 'app') addSection(blocks, child, level, '')
    else if (TYPE_OF[name] !== undefined) {
      const text = jatsText(child)
      if (text !== '') blocks.push({ type: TYPE_OF[name], text, level: 0, emitted: true, page: null })
      if (name === 'p')
        for (const inner of childrenOf(child)) if (isWrapped(inner)) addContent(blocks, wrap(inner), level)
    } else if (level < DEEPEST) addContent(blocks, child, level)
  }
}

function isWrapped({ localName }: XmlNode): boolean {
  return localName !== 'p' && localName !== 'code' && TYPE_OF[localName] !== undefined
}

/** One element as the only child of a parent. */
function wrap(element: XmlNode): XmlNode {
  return { localName: 'wrapped', nodeType: 1, textContent: null, childNodes: [element], getAttribute: () => null }
}

function addSection(blocks: Block[], section: XmlNode, level: number, otherwise: string): void {
  const title = jatsText(childrenOf(section, 'title')[0] ?? null)
  const named = title || otherwise || (section.getAttribute('sec-type') ?? '')
  if (named !== '') blocks.push(heading(named, level))
  if (level < DEEPEST) addContent(blocks, section, level + 1)
}

function heading(text: string, level: number): Block {
  return { type: 'heading', text, level, emitted: true, page: null }
}

function authorsOf(meta: XmlNode): readonly string[] {
  const contributors = childrenOf(meta, 'contrib-group').flatMap((group) => childrenOf(group, 'contrib'))
  return contributors
    .filter((one) => (one.getAttribute('contrib-type') ?? 'author') === 'author')
    .slice(0, MOST_AUTHORS)
    .map((one) => {
      const given = jatsText(firstOf(one, 'given-names'))
      return `${given} ${jatsText(firstOf(one, 'surname') ?? firstOf(one, 'collab'))}`.trim()
    })
    .filter((name) => name !== '')
}

/** The earliest complete date of publication, else the year. */
function dateOf(meta: XmlNode): string | null {
  const dates = childrenOf(meta, 'pub-date').flatMap((date) => {
    const part = (name: string) => /^\d{1,4}$/u.exec(jatsText(firstOf(date, name)))?.[0] ?? ''
    const [year, month, day] = [part('year'), part('month').padStart(2, '0'), part('day').padStart(2, '0')]
    if (year.length !== 4) return []
    return [Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 ? `${year}-${month}-${day}` : year]
  })
  return dates.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null
}

const META_NAME: Readonly<Record<string, string>> = {
  doi: 'citation_doi',
  pmid: 'citation_pmid',
  pmcid: 'citation_pmcid',
}

function idsOf(meta: XmlNode): ReadonlyMap<string, readonly string[]> {
  const ids = childrenOf(meta, 'article-id').flatMap((id): [string, readonly string[]][] => {
    const name = META_NAME[id.getAttribute('pub-id-type') ?? '']
    return name === undefined ? [] : [[name, [jatsText(id)]]]
  })
  return new Map(ids)
}

function licenceOf(meta: XmlNode): string | null {
  const licence = firstOf(meta, 'license')
  if (licence === null) return null
  const address = licence.getAttribute('xlink:href') ?? (jatsText(firstOf(licence, 'ali:license_ref')) || null)
  return address ?? (jatsText(licence).slice(0, 300) || null)
}
