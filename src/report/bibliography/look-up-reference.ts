import { isSuccess } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { Paper, PaperUpdate } from '../../domain/paper.ts'
import { normaliseUrl } from '../../domain/url.ts'
import { lookUpMany } from '../../sources/look-up.ts'
import type { AcademicSource, SourceAnswer, SourceCall } from '../../sources/types.ts'
import type { Store } from '../../store/types.ts'
import type { ReferenceItem } from './reference-item.ts'
import { type KnownWork, titlesAgree } from './same-work.ts'

/** A work that an entry may mean, and who knows it. */
export interface FoundWork extends KnownWork {
  readonly knownBy: readonly string[]
  readonly isRetracted: boolean
  readonly updates: readonly PaperUpdate[]
}

export interface LookedUp {
  readonly works: readonly FoundWork[]
  readonly page: Page | null
  /** Why sources could not answer. */
  readonly reasons: readonly string[]
  /** At least one source was asked and answered that it does not know it. */
  readonly denied: boolean
}

/** What the graph has: the work of an identifier, the page of an address or of a work. */
export function fromGraph(store: Pick<Store, 'works' | 'pages'>, { identifiers, url }: ReferenceItem): LookedUp {
  const works = identifiers.flatMap((identifier): readonly FoundWork[] => {
    const work = store.works.byIdentifier(identifier)
    if (work === null) return []
    const { title, authors, year, is_retracted: isRetracted, updates } = work
    return [{ title, authors, year, isRetracted, updates, knownBy: ['graph'] }]
  })
  const address = url === null ? null : normaliseUrl(url)
  const byAddress = address === null ? null : (store.pages.byUrl(address) ?? store.pages.byUrl(url ?? ''))
  const page = byAddress ?? identifiers.map((one) => store.pages.byIdentifier(one)).find((one) => one !== null) ?? null
  const asPage: readonly FoundWork[] =
    works.length > 0 || page === null || page.title === null
      ? []
      : [
          {
            ...{ title: page.title, authors: page.authors, year: page.year, isRetracted: page.is_retracted },
            ...{ updates: [], knownBy: ['graph'] },
          },
        ]
  return { works: [...works, ...asPage], page, reasons: [], denied: false }
}

/** What the sources say: by identifier, else by title. */
export async function fromSources(
  sources: readonly AcademicSource[],
  item: ReferenceItem,
  call: SourceCall,
): Promise<LookedUp> {
  const answers =
    item.identifiers.length > 0
      ? await lookUpMany(sources, item.identifiers, call)
      : await searchTitle(sources, item.title, call)
  const works = answers.flatMap(({ source, items }) => items.map((paper) => asFound(paper, source)))
  const named = item.identifiers.length > 0 ? works : works.filter(({ title }) => titlesAgree(item.title ?? '', title))
  return {
    works: named,
    page: null,
    reasons: answers.flatMap(({ source, outcome, reason }) =>
      isSuccess(outcome) || outcome === 'not_found' ? [] : [`${source}: ${reason ?? outcome}`],
    ),
    denied: answers.some(({ outcome, items }) => outcome === 'not_found' || (isSuccess(outcome) && items.length === 0)),
  }
}

/** Candidates by title that one source is asked for. */
const CANDIDATES = 5
const LEAST_TITLE = 12

async function searchTitle(
  sources: readonly AcademicSource[],
  title: string | null,
  call: SourceCall,
): Promise<readonly SourceAnswer<Paper>[]> {
  if (title === null || title.length < LEAST_TITLE) return []
  const answers: SourceAnswer<Paper>[] = []
  for (const source of sources) {
    const search = source.search ?? source.fallbackSearch
    if (search === undefined) continue
    const answer = await search.call(source, title, CANDIDATES, call)
    answers.push(answer)
    if (answer.items.some((paper) => titlesAgree(title, paper.title))) break
  }
  return answers
}

function asFound({ title, authors, year, is_retracted: isRetracted, updates = [] }: Paper, source: string): FoundWork {
  return { title, authors, year, isRetracted, updates, knownBy: [source] }
}
