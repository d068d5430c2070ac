import { z } from 'zod'
import { cookieSchema } from '../../domain/cookie.ts'
import { json } from '../columns.ts'
import { excluded, insertInto, type Statements } from '../statements.ts'

const rowSchema = z.object({
  domain: z.string(),
  cookies: json(cookieSchema.array()),
  user_agent: z.string().nullable(),
  stored_at: z.string(),
  expires_at: z.string().nullable(),
})
type Session = z.infer<typeof rowSchema>

/** Sessions a person earned (REQ 3.6.1). The table is private: no view, no tool answer and no log shows its cookies. */
export interface SessionRows {
  save(session: Session, causeId: string): void
  /** Null when there is none or it has expired. */
  get(domain: string, now: string): Session | null
  /** The newest session of the site: of the domain itself, or of a host inside it. */
  forSite(domain: string, now: string): Session | null
  forget(domain: string): void
}

const COLUMNS = Object.keys(rowSchema.shape)
const SAVE = insertInto(
  'sessions',
  [...COLUMNS, 'cause_id'],
  `ON CONFLICT (domain) DO UPDATE SET ${excluded([...COLUMNS, 'cause_id'])}`,
)
const ALIVE = '(expires_at IS NULL OR expires_at > :now)'
const OF_DOMAIN = `SELECT ${COLUMNS} FROM sessions WHERE domain = :domain AND ${ALIVE}`
const OF_SITE = `SELECT ${COLUMNS} FROM sessions
  WHERE (domain = :domain OR substr(domain, -length(:domain) - 1) = '.' || :domain) AND ${ALIVE}
  ORDER BY stored_at DESC LIMIT 1`

export function sessionRows(sql: Statements): SessionRows {
  return {
    save: (session, causeId) => {
      sql.run(SAVE, { ...session, cookies: JSON.stringify(session.cookies), cause_id: causeId })
    },
    get: (domain, now) => rowSchema.nullable().parse(sql.get(OF_DOMAIN, { domain, now })),
    forSite: (domain, now) => rowSchema.nullable().parse(sql.get(OF_SITE, { domain, now })),
    forget: (domain) => {
      sql.run('DELETE FROM sessions WHERE domain = :domain', { domain })
    },
  }
}
