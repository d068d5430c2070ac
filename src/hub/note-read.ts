import type { Sql } from './connection.ts'

/** Who read what, for the admins of the hub: the tool and the id of its subject, never a text. */
export async function noteRead(sql: Sql, tool: string, subject: string, told: object = {}): Promise<void> {
  await sql.run('SELECT hub.note_read($1, $2, $3)', [tool, subject.slice(0, 200), JSON.stringify(told)])
}
