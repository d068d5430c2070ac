import type { ReportedChanges, ReportedCorrection, ReportedStatement } from '../data/changes.ts'
import type { Words } from '../words/words.ts'
import { cut, type Entry, type Line, type Text } from './document.ts'

/** Corrections told one by one; the methods count all of them. */
const CORRECTIONS_SHOWN = 40

/** Withdrawals first, then what sources no longer say, then what they rewrote, then what was corrected here. */
export function changeEntries(changes: ReportedChanges, words: Words): readonly Entry[] {
  return [
    ...changes.retracted.map(({ page, notice }) =>
      told(
        { strong: words.retracted },
        ` ${cut(page.title ?? page.url, 200)} (`,
        { address: page.url },
        `)${notice === null ? '' : `${words.joint}${words.notice(cut(notice, 120))}`}`,
      ),
    ),
    ...changes.superseded.map(({ text, domain, reason, source }) =>
      told(
        { strong: words.superseded },
        ' ',
        { quote: cut(text, 280) },
        ` ${domain}${words.joint}${words.reason(cut(reason, 200))} `,
        { cite: [source] },
      ),
    ),
    ...changes.news.map((news) => newsEntry(news, words)),
    ...changes.before.map((one) => beforeEntry(one, words)),
    ...changes.corrections.slice(0, CORRECTIONS_SHOWN).map((one) => correctionEntry(one, words)),
  ]
}

const told = (...head: Text): Entry => ({ head, lines: [] })
const day = (time: string) => time.slice(0, 10)

function newsEntry(news: ReportedChanges['news'][number], words: Words): Entry {
  const { page } = news
  if (news.kind === 'gone') {
    const what = words.outcome[news.outcome === 'gone' ? 'gone' : 'not_found']
    return told(`${words.gone(page.domain, what, day(news.lastSeen))} (`, { address: page.url }, ')')
  }
  const head: Text = [`${words.rewritten(page.domain, day(news.lastSeen))} `, { address: page.url }]
  if (news.rewrites.length === 0) return { head, lines: [{ text: [words.rewrittenElsewhere(news.passages)] }] }
  return {
    head,
    lines: news.rewrites.map(({ was, now }): Line => {
      const says: Text = now === null ? [words.nowNothing] : [`${words.now} `, { quote: cut(now, 280) }]
      return { text: [`${words.was} `, { quote: cut(was, 280) }, words.joint, ...says] }
    }),
  }
}

/** The page still lives; its archived versions say since when it says something else. */
function beforeEntry({ page, was, now, said_from, said_until }: ReportedStatement, words: Words): Entry {
  const says: Text = now === null ? [words.nowNothing] : [`${words.now} `, { quote: cut(now, 280) }]
  const when = words.saidUntil(page.domain, said_from.slice(0, 7), said_until.slice(0, 7))
  return {
    head: [`${when} `, { quote: cut(was, 280) }, words.joint, ...says],
    lines: [{ text: [{ address: page.url }] }],
  }
}

function correctionEntry({ row, about }: ReportedCorrection, words: Words): Entry {
  const back = row.undone_at === null ? '' : `${words.joint}${words.takenBack(day(row.undone_at))}`
  return told(
    `${day(row.created_at)}: ${words.correctedBy[row.actor]} `,
    about === null ? { code: row.target_id } : { quote: cut(about, 200) },
    ` ${words.action(row.action)}${back}`,
  )
}
