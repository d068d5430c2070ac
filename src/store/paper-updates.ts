import { z } from 'zod'
import { type Paper, type PaperUpdate, type SourceName, withdraws } from '../domain/paper.ts'
import { normaliseIdentifiers } from './identifiers.ts'
import { insertInto, type Statements } from './statements.ts'

const updateRow = z.object({
  doi: z.string(),
  type: z.string(),
  notice: z.string(),
  date: z.string().nullable(),
  source: z.string(),
})

const NOTE = insertInto(
  'work_updates',
  ['doi', 'type', 'notice', 'date', 'source', 'created_at', 'cause_id'],
  'ON CONFLICT (doi, type, notice) DO UPDATE SET date = coalesce(date, excluded.date)',
)
const ABOUT = `SELECT doi, type, notice, date, source FROM work_updates
  WHERE doi = :doi OR notice = :doi ORDER BY rowid`

interface Announced {
  readonly updates: readonly PaperUpdate[]
  readonly notice_of: readonly { readonly doi: string; readonly type: string }[]
}

export interface UpdateRows {
  /** Keeps what a source tells of corrections and retractions, under the DOI they concern. */
  note(work: Paper, stamp: { readonly at: string; readonly causeId: string }): void
  of(dois: readonly string[]): Announced & {
    readonly withdrawal: { readonly notice: string | null; readonly source: SourceName } | null
  }
}

/** A notice may be found before the work it is about, and the other way round: both meet here. */
export function updateRows(sql: Statements): UpdateRows {
  return {
    note: (work, { at, causeId }) => {
      const { updates = [], notice_of = [], source } = work
      if (updates.length === 0 && notice_of.length === 0) return
      const [own] = normaliseIdentifiers(work.identifiers).filter(({ type }) => type === 'doi')
      if (own === undefined) return
      const rows = [
        ...updates.map(({ type, notice, date }) => ({ doi: own.value, type, notice: notice ?? '', date })),
        ...notice_of.map(({ doi, type }) => ({ doi, type, notice: own.value, date: work.published_at })),
      ]
      for (const row of rows)
        sql.run(NOTE, {
          ...row,
          doi: row.doi.toLowerCase(),
          notice: row.notice.toLowerCase(),
          source,
          created_at: at,
          cause_id: causeId,
        })
    },
    of: (dois) => {
      if (dois.length === 0) return { updates: [], notice_of: [], withdrawal: null }
      const rows = dois.flatMap((doi) => sql.all(ABOUT, { doi })).map((row) => updateRow.parse(row))
      const about = rows.filter((row) => dois.includes(row.doi))
      const withdrawal = about.find((row) => withdraws(row.type))
      return {
        updates: about.map(({ type, notice, date }) => ({ type, notice: notice === '' ? null : notice, date })),
        // A new version may be announced under the DOI of the work itself.
        notice_of: rows
          .filter((row) => dois.includes(row.notice) && !dois.includes(row.doi))
          .map(({ doi, type }) => ({ doi, type })),
        withdrawal:
          withdrawal === undefined
            ? null
            : { notice: withdrawal.notice === '' ? null : withdrawal.notice, source: withdrawal.source },
      }
    },
  }
}
