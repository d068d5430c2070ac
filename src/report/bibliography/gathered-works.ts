import type { Steps } from '../../domain/in-turns.ts'
import type { Page } from '../../domain/page.ts'
import { normaliseUrl } from '../../domain/url.ts'
import { titleKey } from '../../store/paper-identity.ts'
import type { Store } from '../../store/types.ts'
import { firstAuthorsAgree, likeness, mainTitle, titleWeight } from './likeness.ts'
import { type FoundWork, workOfPage } from './page-work.ts'
import { type ReferenceItem, yearIn } from './reference-item.ts'

/** A work that has the title of an entry and is not certain to be the one cited. */
export interface AlikeWork extends FoundWork {
  readonly why: string
}

export interface TitledInGraph {
  readonly works: readonly FoundWork[]
  /** The page of the first of them. */
  readonly page: Page | null
  readonly alike: readonly AlikeWork[]
}

type Stored = Pick<Store, 'tasks' | 'pages' | 'works'>

/** All that tasks of this home have looked at: the store finds works by number and pages by address only. */
const MOST_TASKS = 100_000
const MOST_ALIKE = 3
/** Between the title of a page and the name of its site; a dash may stand before a subtitle as well. */
const SITE = / \| | :: |｜/u
/** Titles such as "Editorial" are many. */
const MOST_PAGES = 200
/** A title this long is not given to two pages that have nothing to do with each other. */
const LONG_WEIGHT = 40

export class GatheredWorks {
  readonly #store: Stored
  /** Pages by each key that their titles may be cited by. */
  readonly #pages = new Map<string, string[]>()
  readonly #addresses = new Map<string, string>()

  private constructor(store: Stored) {
    this.#store = store
  }

  static *reading(store: Stored): Steps<GatheredWorks> {
    const gathered = new GatheredWorks(store)
    const seen = new Set<string>()
    for (const task of store.tasks.list(MOST_TASKS))
      for (const page of store.pages.ofTask(task.id)) {
        if (!seen.has(page.id)) gathered.#add(page)
        seen.add(page.id)
        yield
      }
    return gathered
  }

  #add({ id, title, final_url: final, canonical_url: canonical, work_id: workId }: Page): void {
    for (const url of [final, canonical]) {
      const address = url === null ? null : normaliseUrl(url)
      if (address !== null && !this.#addresses.has(address)) this.#addresses.set(address, id)
    }
    const titles = [title, workId === null ? null : (this.#store.works.get(workId)?.title ?? null)]
    for (const key of new Set(titles.flatMap((one) => (one === null ? [] : keysOf(one))))) {
      const pages = this.#pages.get(key)
      if (pages === undefined) this.#pages.set(key, [id])
      else pages.push(id)
    }
  }

  /** A page that an address led to, or that names it as its own. */
  byAddress(url: string): Page | null {
    const id = this.#addresses.get(normaliseUrl(url) ?? '')
    return id === undefined ? null : this.#store.pages.get(id)
  }

  /** Works of the entry's title, without the page that its address has led to. */
  byTitle(item: ReferenceItem, known: Page | null): TitledInGraph {
    const found = new Map<string, Titled>()
    for (const cited of citedTitles(item))
      for (const key of keysOf(cited.title))
        for (const id of (this.#pages.get(key) ?? []).slice(0, MOST_PAGES)) {
          const page = this.#store.pages.get(id)
          const work = page === null || isOf(page, known) ? null : workOfPage(this.#store, page, 'title', cited.title)
          if (page === null || work === null) continue
          const like = likeness({ ...item, ...cited }, work)
          if (like === null) continue
          const name = page.work_id ?? page.full_text_of ?? page.id
          if (like.isSame || !found.has(name)) found.set(name, { page, work, why: like.isSame ? null : like.why })
        }
    return decided([...found.values()], item.year)
  }
}

interface Titled {
  readonly page: Page
  readonly work: FoundWork
  /** Why it is not taken for the one cited; null where it is. */
  readonly why: string | null
}

function decided(found: readonly Titled[], year: number | null): TitledInGraph {
  const same = found.filter(({ why }) => why === null)
  // A paper that appeared in the year cited goes before one of the same title a year before or after.
  const exact = same.filter(({ work }) => work.year === year)
  const nearest = exact.length > 0 ? exact : same
  const works = nearest.every(({ work }) => isOneStory(work, nearest[0]?.work)) ? nearest : []
  const alike = found
    .filter((one) => !works.includes(one))
    .map(({ work, why }) => ({ ...work, why: why ?? 'several works have this title' }))
    .sort((a, b) => Number(b.isRetracted) - Number(a.isRetracted))
  const page = works[0]?.page ?? null
  return { works: works.map(({ work }) => work), page, alike: alike.slice(0, MOST_ALIKE) }
}

/** A paper and its page, or copies of one story on several sites; works with numbers of their own are several. */
function isOneStory(work: FoundWork, first: FoundWork | undefined): boolean {
  if (first === undefined || work === first) return true
  const numbered = [work, first].filter(({ identifiers }) => identifiers.length > 0)
  const isSure = titleWeight(work.title) >= LONG_WEIGHT || firstAuthorsAgree(work.authors, first.authors) === true
  return numbered.length < 2 && isSure
}

function isOf(page: Page, known: Page | null): boolean {
  if (known === null) return false
  return page.id === known.id || (page.work_id !== null && page.work_id === (known.work_id ?? known.full_text_of))
}

interface CitedTitle {
  readonly title: string
  readonly year: number | null
  readonly isCut: boolean
}

/** The title as it was read, and without what may be no part of it: a site, a publisher behind a comma, a year. */
function citedTitles({ title, year }: ReferenceItem): readonly CitedTitle[] {
  if (title === null) return []
  const cited: CitedTitle[] = titlesOf(title).map((one) => ({ title: one, year, isCut: false }))
  const last = /^(.{8,400}?)[\s,（(]{1,3}((?:1[5-9]|20)\d\d)[)）]?$/u.exec(title)
  if (last !== null && year === null) cited.push({ title: last[1] ?? '', year: yearIn(last[2]), isCut: false })
  for (let at = title.length; at > 0; ) {
    at = Math.max(title.lastIndexOf(', ', at - 1), title.lastIndexOf('、', at - 1))
    const shorter = title.slice(0, Math.max(0, at))
    if (titleWeight(shorter) < LEAST_SHORTENED) break
    cited.push({ title: shorter, year, isCut: true })
  }
  return cited
}

const LEAST_SHORTENED = 25

function titlesOf(title: string): readonly string[] {
  const [own = ''] = title.split(SITE, 1)
  return own === title ? [title] : [title, own]
}

function keysOf(title: string): readonly string[] {
  return [...new Set([titleKey(title), titleKey(mainTitle(title))])].filter((key) => key.length > 1)
}
