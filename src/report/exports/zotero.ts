import type { CslItem } from './csl.ts'

interface ZoteroItem {
  readonly id: string
  readonly itemType: 'journalArticle' | 'preprint' | 'book' | 'webpage'
  readonly title: string
  readonly creators: readonly {
    readonly creatorType: 'author'
    readonly lastName: string
    readonly firstName: string
  }[]
  readonly [field: string]: unknown
}

const TYPES: Readonly<Record<CslItem['type'], ZoteroItem['itemType']>> = {
  'article-journal': 'journalArticle',
  article: 'preprint',
  book: 'book',
  webpage: 'webpage',
}

/** References as the connector of Zotero takes them: names of its fields, the archived place in `extra`. */
export function zoteroItems(items: readonly CslItem[]): readonly ZoteroItem[] {
  return items.map((item) => {
    const where = item['container-title']
    const isArticle = item.type === 'article-journal'
    const extra = [item.PMID === undefined ? null : `PMID: ${item.PMID}`, item.note ?? null].filter(
      (one) => one !== null,
    )
    const fields: Readonly<Record<string, string | undefined>> = {
      url: item.URL,
      date: dateOf(item.issued),
      accessDate: dateOf(item.accessed),
      language: item.language,
      abstractNote: item.abstract,
      DOI: item.DOI,
      ISBN: item.ISBN,
      [isArticle ? 'publicationTitle' : 'websiteTitle']: item.type === 'webpage' || isArticle ? where : undefined,
      extra: extra.length === 0 ? undefined : extra.join('\n'),
    }
    const known = Object.entries(fields).filter(([, value]) => value !== undefined)
    return {
      id: item.id,
      itemType: TYPES[item.type],
      title: item.title,
      creators: (item.author ?? []).map(({ family, given, literal }) => ({
        creatorType: 'author',
        lastName: family ?? literal ?? '',
        firstName: given ?? '',
      })),
      tags: [{ tag: 'lyra' }],
      ...Object.fromEntries(known),
    }
  })
}

function dateOf(date: CslItem['issued']): string | undefined {
  return date?.['date-parts'][0]?.map((part) => String(part).padStart(2, '0')).join('-')
}
