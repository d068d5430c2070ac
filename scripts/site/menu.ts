import { type Document, type Language, way } from './documents.ts'

interface Group {
  readonly title: Readonly<Record<Language, string>>
  /** Beginnings of the paths, in the order of the menu. */
  readonly paths: readonly string[]
  /** Shown open on every page. */
  readonly open: boolean
  /** Pages of the reader's language only. */
  readonly translated: boolean
}

const GROUPS: readonly Group[] = [
  { title: { en: 'Start', ja: 'はじめに' }, paths: ['docs/index', 'docs/guide/'], open: true, translated: true },
  { title: { en: 'How to', ja: '使い方' }, paths: ['docs/how-to/'], open: true, translated: true },
  {
    title: { en: 'Setting up', ja: '導入と運用（英語）' },
    paths: ['docs/clients', 'docs/services', 'docs/upgrading', 'docs/sharing', 'docs/hub'],
    open: true,
    translated: false,
  },
  { title: { en: 'Reference', ja: 'リファレンス（英語）' }, paths: ['docs/reference/'], open: true, translated: false },
  {
    title: { en: 'Understanding', ja: 'しくみ（英語）' },
    paths: [
      ...['docs/evidence', 'docs/models', 'docs/architecture', 'docs/requirements', 'docs/acceptance'],
      ...['docs/benchmarks', 'docs/conformance', 'SECURITY', 'README'],
    ],
    open: false,
    translated: false,
  },
  {
    title: { en: 'Taking part', ja: '開発（英語）' },
    paths: ['CONTRIBUTING', 'docs/adding', 'docs/dependencies', 'CHANGELOG', 'demo/', 'config/', 'models/'],
    open: false,
    translated: false,
  },
  { title: { en: 'Decisions', ja: '設計判断（英語）' }, paths: ['docs/adr/'], open: false, translated: false },
]

export interface MenuGroup {
  readonly title: string
  readonly open: boolean
  readonly pages: readonly { readonly href: string; readonly title: string; readonly current: boolean }[]
}

/** A page that no group takes would be lost to readers, so that is an error of the build. */
export function checkMenu(documents: readonly Document[]): void {
  const all = GROUPS.flatMap((group) => group.paths)
  const lost = documents.filter(({ source }) => !all.some((path) => source.startsWith(path)))
  if (lost.length > 0) throw new Error(`No place in the menu: ${lost.map(({ source }) => source).join(', ')}`)
}

export function menuOf(page: Document, documents: readonly Document[]): readonly MenuGroup[] {
  return GROUPS.map((group) => {
    const mine = group.paths
      .flatMap((path) => documents.filter(({ source }) => source.startsWith(path)))
      .filter((one) => fits(one, group, page.language, documents))
    const pages = mine.map((one) => ({
      href: way(page.output, one.output),
      title: one.source.startsWith('README') ? 'README' : one.title,
      current: one === page,
    }))
    return { title: group.title[page.language], open: group.open || mine.includes(page), pages }
  })
}

/** A page in the reader's language, or one that has no translation into it. */
function fits(one: Document, group: Group, language: Language, documents: readonly Document[]): boolean {
  if (one.language === language) return true
  const hasTwin = documents.some(({ source }) => source === one.other)
  return !hasTwin && (language === 'ja' || !group.translated)
}
