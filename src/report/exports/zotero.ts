import type { CslItem } from './csl.ts'

interface ZoteroItem {
  readonly id: string
  readonly itemType: 'journalArticle' | 'preprint' | 'book' | 'webpage'
  readonly title: string
  readonly creators: readonly {
    readonly creatorType: 'author'
    readonly lastName: string
    readonly firstName: string
    /** 1: one name in one field, as an organisation has it. */
    readonly fieldMode?: 1
  }[]
  readonly [field: string]: unknown
}

const TYPES: Readonly<Record<CslItem['type'], ZoteroItem['itemType']>> = {
  'article-journal': 'journalArticle',
  article: 'preprint',
  book: 'book',
  webpage: 'webpage',
}

/** Identifiers that an item of that type has a field for; Zotero reads the others from lines of `extra`. */
const IDENTIFIERS: Readonly<Record<ZoteroItem['itemType'], readonly ('DOI' | 'ISBN' | 'PMCID' | 'PMID')[]>> = {
  journalArticle: ['DOI'],
  preprint: ['DOI'],
  book: ['ISBN'],
  webpage: [],
}

/** References as the connector of Zotero takes them: names of its fields, the archived place in `extra`. */
export function zoteroItems(items: readonly CslItem[]): readonly ZoteroItem[] {
  return items.map((item) => {
    const where = item['container-title']
    const isArticle = item.type === 'article-journal'
    const own = IDENTIFIERS[TYPES[item.type]]
    const named = (['DOI', 'ISBN', 'PMCID', 'PMID'] as const).flatMap((name) => {
      const value = item[name]
      return value === undefined ? [] : [{ name, value }]
    })
    const extra = [
      ...named.filter(({ name }) => !own.includes(name)).map(({ name, value }) => `${name}: ${value}`),
      ...(item.note === undefined ? [] : [item.note]),
    ]
    const fields: Readonly<Record<string, string | undefined>> = {
      url: item.URL,
      date: dateOf(item.issued),
      accessDate: dateOf(item.accessed),
      language: item.language,
      abstractNote: item.abstract,
      ...Object.fromEntries(named.filter(({ name }) => own.includes(name)).map(({ name, value }) => [name, value])),
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
        ...(family === undefined ? { fieldMode: 1 as const } : {}),
      })),
      tags: [{ tag: 'lyra' }],
      ...Object.fromEntries(known),
    }
  })
}

function dateOf(date: CslItem['issued']): string | undefined {
  return date?.['date-parts'][0]?.map((part) => String(part).padStart(2, '0')).join('-')
}
