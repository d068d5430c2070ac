import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { type DayOrder, firstDate, mayHoldDate, parseDate, plainDigits } from './dates.ts'
import { attribute, type Document, marksOf, tagged, textOf } from './dom.ts'
import type { LinkedNode } from './linked-data.ts'
import { strings } from './linked-data.ts'
import type { PageLine, PageLines } from './page-lines.ts'

export interface PageDates {
  readonly published: string | null
  readonly updated: string | null
}

export interface DateSources {
  readonly document: Document
  readonly url: string
  readonly order: DayOrder
  readonly lines: PageLines
  /** The nodes of the page's own linked data that describe it. */
  readonly articles: readonly LinkedNode[]
  /** The first meta of these names. */
  readonly meta: (...names: string[]) => string | null
}

/**
 * When a page was published and last changed (REQ 3.3.3 time consistency): what it declares, what a reader sees, what
 * its address says. A day that a reader sees beside a declared moment one day off is the writer's day, in his zone.
 */
export function pageDates(sources: DateSources): PageDates {
  const { order, url, lines } = sources
  const declared = declaredDates(sources)
  const seen = seenDates(lines, order)
  const inUrl = dateInUrl(url)
  const updated = declared.updated === null ? seen.updated : writtenDay(declared.updated, [seen.updated])
  if (declared.published === null) {
    const published = seen.published ?? inUrl ?? nearTime(lines, order)
    return { published: isPossible(published, updated) ? published : inUrl, updated }
  }
  const sameDay = declared.published.slice(0, 10) === declared.updated?.slice(0, 10)
  const local = hasZone(declared.published) ? null : inUrl
  const witnesses = [seen.published, sameDay ? seen.updated : null, local].map((day) =>
    isPossible(day, updated) ? day : null,
  )
  return { published: writtenDay(declared.published, witnesses), updated }
}

const PUBLISHED_META = [
  ...['article:published_time', 'og:article:published_time', 'og:published_time', 'citation_publication_date'],
  ...['citation_online_date', 'citation_date', 'dc.date.issued', 'dcterms.issued', 'dc.date', 'dcterms.date'],
  ...['dc.date.created', 'dcterms.created', 'datepublished', 'datecreated', 'date', 'pubdate', 'publishdate'],
  ...['publish-date', 'publish_date', 'publication_date', 'publicationdate', 'published_time', 'parsely-pub-date'],
  ...['sailthru.date', 'article.published', 'originalpublicationdate', 'cxenseparse:recs:publishtime'],
]
const UPDATED_META = [
  ...['article:modified_time', 'og:updated_time', 'dcterms.modified', 'dc.date.modified', 'datemodified'],
  ...['last-modified', 'lastmod', 'revised', 'article.updated'],
]

function declaredDates({ document, articles, meta, order }: DateSources): PageDates {
  const linked = (key: string) => {
    for (const node of articles) {
      const date = parseDate(strings(node[key])[0], order)
      if (date !== null) return date
    }
    return null
  }
  return {
    published:
      linked('datePublished') ??
      parseDate(meta(...PUBLISHED_META), order) ??
      markedTime(
        document,
        ['datePublished', 'dateCreated'],
        /(?:^|\s)(?:published|entry-date|dt-published)(?:$|\s)/,
        order,
      ) ??
      linked('dateCreated'),
    updated:
      linked('dateModified') ??
      parseDate(meta(...UPDATED_META), order) ??
      markedTime(document, ['dateModified'], /(?:^|\s)(?:updated|dt-updated)(?:$|\s)/, order),
  }
}

function markedTime(document: Document, properties: readonly string[], marks: RegExp, order: DayOrder): string | null {
  const times = tagged(document, 'time')
  const element =
    times.find((time) => properties.includes(time.attributes.get('itemprop') ?? '')) ??
    times.find(
      (time) => (properties[0] === 'datePublished' && time.attributes.has('pubdate')) || marks.test(marksOf(time)),
    ) ??
    document.elements.find((other) => properties.includes(other.attributes.get('itemprop') ?? ''))
  if (element === undefined) return null
  return parseDate(attribute(element, 'datetime') ?? attribute(element, 'content') ?? textOf(element), order)
}

const DAY_MS = 86_400_000

/** The day of the first witness that is one day off the declared moment, else what was declared. */
function writtenDay(declared: string, witnesses: readonly (string | null)[]): string {
  const day = Date.parse(declared.slice(0, 10))
  for (const witness of witnesses) {
    if (witness === null) continue
    const off = Math.abs(Date.parse(witness.slice(0, 10)) - day) / DAY_MS
    if (off === 0) return declared
    if (off === 1) return witness
  }
  return declared
}

/** Nothing is published after its last change; such a date is today's, or of something else. */
function isPossible(published: string | null, updated: string | null): boolean {
  if (published === null || updated === null) return true
  return Date.parse(published.slice(0, 10)) <= Date.parse(updated.slice(0, 10))
}

function hasZone(date: string): boolean {
  return /[+-]\d{2}:\d{2}$/.test(date) && !date.endsWith('+00:00')
}

/** /2024/03/05/, /2024-03-05-title, /20240305/, /2024/mar/05/ */
export function dateInUrl(url: string): string | null {
  const path = url.slice(0, 1000)
  const match =
    /[/_-]((?:19|20)\d{2})[/_-](\d{1,2}|[a-z]{3})[/_-](\d{1,2})(?=[/_.?#-]|$)/i.exec(path) ??
    /[/_-]((?:19|20)\d{2})(\d{2})(\d{2})(?=[/_.?#-]|$)/.exec(path)
  if (match === null) return null
  const [, year, month = '', day] = match
  return firstDate(/\d/.test(month) ? `${year}-${month}-${day}` : `${day} ${month} ${year}`, 'day-first')?.date ?? null
}

const PUBLISHED = multilineRegExp('gi')`
  (?:公開日?時?|掲載日?|発表日?|配信日?時?|投稿日?|発行日?|作成日|登録日|入稿日|发布(?:时间|日期|于)?|發[佈布](?:時間|日期)?|发表于?|기사입력|입력|등록|게시|승인
  |\b(?:first |originally )?published(?: on| online)?|\bposted(?: on)?|\bpublication date|\bpublish date
  |\bdate|\basked|\boriginal|veröffentlicht(?: am)?|publiziert(?: am)?|erschienen(?: am)?|erstellt(?: am)?
  |publiée? le|publicado(?: el| em)?|pubblicato(?: il)?|gepubliceerd(?: op)?|publicerad|publisert
  |opublikowano|publikováno|опубликован[оа]?|дата публикации|опубліковано|публикувано
  |yayınlanma(?: tarihi)?|diterbitkan|δημοσιεύ(?:θηκε|τηκε))`
const UPDATED = multilineRegExp('gi')`
  (?:最終更新日?時?|更新日?時?|改定日?|改訂日?|最后更新|更新(?:时间|時間)|수정|최종수정|업데이트|\b(?:last |date )?(?:updated|modified
  |reviewed|edited|changed)(?: on)?|\bcurrent as of|aktualisiert(?: am)?|letzte (?:änderung
  |aktualisierung)|zuletzt (?:geändert|aktualisiert)(?: am)?|mise? à jour(?: le)?|modifié(?:e)? le
  |actualizado(?: el)?|atualizad[oa](?: em)?|aggiornato(?: il)?|bijgewerkt(?: op)?|laatst gewijzigd
  |uppdaterad|oppdatert|aktualizacja|aktualizováno|обновлен[оа]?|изменено|оновлено|güncelle(?:nme
  |me)(?: tarihi)?|diperbarui|diperbaharui)`
/** A date after these words is about something else. */
const OTHER = multilineRegExp('iu')`
  (?:joined|member since|registered|born|copyright|©|\(c\)|since|est\.|established|deadline|until|due|登録者
  |生年月日|会員登録)\W{0,4}(?:\p{L}{3,9}\W{1,2})?$`

const NEAR_TITLE = 14
const JUST_ABOVE = 4
/** A line that is there for its date has few other words. */
const DATELINE = 90

/** Dates a reader sees: with their label, else alone on a line next to the title. */
export function seenDates({ before, after, end }: PageLines, order: DayOrder): PageDates {
  const near = [...after, ...before.slice(-JUST_ABOVE), ...end]
    .filter(({ text }) => HAS_DIGIT.test(text))
    .map(({ text }) => plainDigits(text.slice(0, LONGEST_LINE)))
    .filter(mayHoldDate)
  const updated = firstOf(near, (text) => labelled(text, UPDATED, order))
  const published =
    firstOf(near, (text) => labelled(text, PUBLISHED, order)) ??
    firstOf(after.slice(0, NEAR_TITLE), (line) => dateline(line, order)) ??
    firstOf(before.slice(-JUST_ABOVE).reverse(), (line) => dateline(line, order))
  return { published, updated }
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = find(value)
    if (found !== null) return found
  }
  return null
}

const LONGEST_LINE = 400
const HAS_DIGIT = /\p{Nd}/u
/** "Published 10:02 AM EST, Tue, Nov 19, 2019": a time and a weekday may stand between label and date. */
const MOST_BETWEEN = 8

function labelled(text: string, label: RegExp, order: DayOrder): string | null {
  for (const match of text.matchAll(label)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 70)
    const date = firstDate(after, order)
    if (date === null) continue
    const between = after
      .slice(0, date.at)
      .split(/[\s:：は,|()（[—–-]+/)
      .filter((word) => word !== '')
    if (between.length <= MOST_BETWEEN && between.every((word) => /^(?:\d{1,4}|[\p{L}.]{1,9})$/u.test(word))) {
      if (!between.some((word) => /^(?:updated|modified|更新)$/i.test(word))) return date.date
    }
  }
  return null
}

/** A line that is its date, with a name, a time or a topic beside it; nothing that is said to be an update. */
function dateline({ text, times }: PageLine, order: DayOrder): string | null {
  if (text.length > LONGEST_LINE || (times.length === 0 && !HAS_DIGIT.test(text))) return null
  const plain = plainDigits(text)
  const found = firstDate(plain, order)
  if (found === null)
    return times.length > 0 && text.length <= DATELINE && !isUpdate(plain) ? parseDate(times[0], order) : null
  const head = plain.slice(0, found.at)
  const others = plain.length - found.length
  const isSentence = others > DATELINE / 2 && /[.。!?][”"』」)]?$/.test(plain)
  if (others > DATELINE || isSentence || OTHER.test(head) || isUpdate(head)) return null
  return found.date
}

function isUpdate(text: string): boolean {
  return text.search(UPDATED) >= 0
}

/** The <time> nearest to the title, where no date can be read: "2 hours ago". */
function nearTime({ before, after }: PageLines, order: DayOrder): string | null {
  const lines = [...after.slice(0, 40), ...before.slice(-JUST_ABOVE)]
  return firstOf(lines, ({ times, text }) => (isUpdate(text) ? null : parseDate(times[0], order)))
}
