import { sha256 } from '../domain/ids.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import { type CanonicalPaper, identifierKey, type Paper, type PaperUpdate } from '../domain/paper.ts'
import { markScreened, type Screened } from '../domain/screened.ts'
import { hasInstruction, type ScreenedPage, type Screening, screenFields, screenPage } from '../guard/l2-page-screen.ts'
import { titleKey } from '../store/paper-identity.ts'
import { languageTag, namesNoOrder, plainDate } from './plain-fields.ts'

export interface ScreenedPaper extends Screening {
  readonly work: Screened<Paper>
}

const KEPT_OUT = /^\[title kept out: [0-9a-f]{32}\]$/u

/**
 * L2 (REQ 4.4.1) for what an index tells of a paper, before it is stored anywhere: anybody may give a preprint a title.
 * What is harmless stays letter for letter but for what nobody sees, because works are known again by it; a title that
 * is kept out still tells two works apart.
 */
export function screenPaper(work: Paper): ScreenedPaper {
  const part = (field: 'abstract' | 'venue') => ({
    ...{ field, text_content: work[field] ?? '', heading_context: null, heading_hierarchy: [] },
  })
  const texts = screenPage({ title: work.title, authors: work.authors, fragments: [part('abstract'), part('venue')] })
  const fields = screenFields({ licence: work.licence, retraction_notice: work.retraction_notice })
  const addresses = screenFields({ url: work.url, oa_url: work.oa_url })
  const keptOut = `[title kept out: ${sha256(titleKey(withoutInvisible(work.title))).slice(0, 32)}]`
  const safeOf = (field: 'abstract' | 'venue') => {
    const text = texts.fragments.find((one) => one.field === field)?.text_content
    return text === undefined ? null : withoutInvisible(text)
  }
  return {
    work: markScreened({
      ...work,
      ...addresses.safe,
      ...screenNames({ ...work, ...fields.safe }),
      title: texts.title === null ? keptOut : withoutInvisible(work.title),
      authors: texts.authors.length === 0 ? [] : work.authors.map(withoutInvisible),
      // Empty, not unknown: the paper has an abstract, and its landing page would only say the same.
      abstract: safeOf('abstract') ?? (work.abstract === null ? null : ''),
      venue: safeOf('venue') ?? (work.venue === '' ? '' : null),
    }),
    findings: [texts, fields, addresses].flatMap(({ findings }) => findings),
    // An address repeats the headline: a paper may well be called after the words it is about.
    isDangerous: texts.isDangerous || fields.isDangerous,
  }
}

type Names = Pick<
  Paper,
  'licence' | 'identifiers' | 'versions' | 'updates' | 'notice_of' | 'retraction_notice' | 'language' | 'published_at'
>

/** What an index writes as a name, a code or a date: only what is one stays. */
function screenNames(work: Paper): Names {
  const { versions, updates, notice_of } = work
  return {
    licence: work.licence,
    identifiers: work.identifiers.filter(namesNoOrder),
    retraction_notice: safeDoi(work.retraction_notice),
    language: languageTag(work.language),
    published_at: plainDate(work.published_at),
    ...(versions === undefined ? {} : { versions: versions.filter(({ identifier }) => namesNoOrder(identifier)) }),
    ...(updates === undefined ? {} : { updates: updates.map(safeUpdate) }),
    ...(notice_of === undefined
      ? {}
      : { notice_of: notice_of.filter(({ doi }) => namesNoOrder({ value: doi })).map(withSafeType) }),
  }
}

function safeUpdate(update: PaperUpdate): PaperUpdate {
  return { ...withSafeType(update), notice: safeDoi(update.notice), date: plainDate(update.date) }
}

function safeDoi(doi: string | null): string | null {
  return doi !== null && namesNoOrder({ value: doi }) ? withoutInvisible(doi) : null
}

/** A publisher names the kind of its notices itself; what is no kind tells only that there was something. */
function withSafeType<T extends { readonly type: string }>(update: T): T {
  return hasInstruction(update.type.replaceAll('_', ' ')) ? { ...update, type: 'update' } : update
}

/** Title and authors as a page shows them, cleaned like those of any page; null where the title was kept out. */
export function displayedByline(work: CanonicalPaper): Pick<ScreenedPage<never>, 'title' | 'authors'> {
  const { title, authors } = screenPage({ title: work.title, authors: work.authors, fragments: [] })
  return { title: KEPT_OUT.test(work.title) ? null : title, authors }
}

/** How the log names a work: by its first identifier that is let in, else by its title. */
export function safeName(work: Paper): string {
  const { identifiers, title } = screenPaper(work).work
  return identifiers[0] === undefined ? title : identifierKey(identifiers[0])
}
