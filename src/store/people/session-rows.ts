import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export const cookieSchema = z.object({
  name: z.string().min(1).max(256),
  value: z.string().max(8192),
  domain: z.string().max(253).optional(),
  path: z.string().max(2048).optional(),
  /** Seconds since the epoch, as browsers export it; -1 or absent: until the session ends. */
  expires: z.number().optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
})
export type Cookie = z.infer<typeof cookieSchema>

const rowSchema = z.object({
  domain: z.string(),
  cookies: z.string().transform((text) => cookieSchema.array().parse(JSON.parse(text))),
  user_agent: z.string().nullable(),
  stored_at: z.string(),
  expires_at: z.string().nullable(),
})
export type Session = z.infer<typeof rowSchema>

/** Sessions a person earned (REQ 3.6.1). The table is private: no view, no tool answer and no log shows its cookies. */
export interface SessionRows {
  save(session: Session, causeId: string): void
  /** Null when there is none or it has expired. */
  get(domain: string, now: string): Session | null
  /** The newest session of the site: of the domain itself, or of a host inside it. */
  forSite(domain: string, now: string): Session | null
  forget(domain: string): void
}

export function sessionRows(db: DatabaseSync): SessionRows {
  return {
    save: (session, causeId) => {
      db.prepare(
        'INSERT OR REPLACE INTO sessions (domain, cookies, user_agent, stored_at, expires_at, cause_id) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(
        session.domain,
        JSON.stringify(session.cookies),
        session.user_agent,
        session.stored_at,
        session.expires_at,
        causeId,
      )
    },
    get: (domain, now) =>
      rowSchema
        .nullish()
        .parse(
          db
            .prepare(
              'SELECT domain, cookies, user_agent, stored_at, expires_at FROM sessions WHERE domain = ? AND (expires_at IS NULL OR expires_at > ?)',
            )
            .get(domain, now),
        ) ?? null,
    forSite: (domain, now) =>
      rowSchema.nullish().parse(
        db
          .prepare(
            `SELECT domain, cookies, user_agent, stored_at, expires_at FROM sessions
             WHERE (domain = ?1 OR substr(domain, -length(?1) - 1) = '.' || ?1) AND (expires_at IS NULL OR expires_at > ?2)
             ORDER BY stored_at DESC LIMIT 1`,
          )
          .get(domain, now),
      ) ?? null,
    forget: (domain) => {
      db.prepare('DELETE FROM sessions WHERE domain = ?').run(domain)
    },
  }
}
