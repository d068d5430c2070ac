import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection, Sql } from './connection.ts'

export const HUB_ROLES = ['reader', 'researcher', 'admin', 'worker', 'gate'] as const
export type HubRole = (typeof HUB_ROLES)[number]

const NAME = /^[a-z][a-z0-9_]{1,30}$/u

/**
 * A user of the hub is a user of PostgreSQL, the token its password: the database checks it, keeps only its hash
 * (SCRAM-SHA-256) and decides by row-level security what the user sees (ADR 0047).
 */
export async function addUser(
  hub: HubConnection,
  name: string,
  role: HubRole,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<{ readonly token: string }> {
  const token = random(24).toString('base64url')
  await makeUser(hub, name, role, { verifier: scramVerifier(token, random(16)), signIn: null })
  return { token }
}

/**
 * A user who comes by OAuth: nobody knows their password but the server at the gate, which derives it from its key and
 * connects under their name (ADR 0055).
 */
export async function addSignIn(
  hub: HubConnection,
  name: string,
  role: HubRole,
  signIn: SignIn,
  gateKey: string,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<void> {
  await makeUser(hub, name, role, { verifier: scramVerifier(gatePassword(gateKey, name), random(16)), signIn })
}

export interface SignIn {
  readonly issuer: string
  readonly subject: string
}

const SHORTEST_KEY = 32

export function gatePassword(gateKey: string, name: string): string {
  if (gateKey.length < SHORTEST_KEY)
    throw new LyraError('INVALID_CONFIG', `LYRA_HUB_GATE_KEY must be at least ${SHORTEST_KEY} characters`, {
      hint: 'Make it once with `openssl rand -hex 32`; the owner of the hub and `lyra serve --hub` have the same',
    })
  return createHmac('sha256', gateKey).update(`lyra hub user ${name}`).digest('base64url')
}

/** Who that is on the hub; null: nobody. Asked by the gate. */
export async function signedInUser(sql: Sql, { issuer, subject }: SignIn): Promise<string | null> {
  const row = z.object({ name: z.string().nullable() })
  return (await sql.rows(row, 'SELECT hub.signed_in_user($1, $2) AS name', [issuer, subject]))[0]?.name ?? null
}

/** A user of the hub who reads: not a machine, and nobody whom the database allows everything. */
export async function requirePerson(sql: Sql): Promise<void> {
  const [row] = await sql.rows(
    z.object({ ok: z.boolean().nullable() }),
    `SELECT NOT rolsuper AND pg_has_role(session_user, 'lyra_reader', 'USAGE') AS ok
      FROM pg_roles WHERE rolname = session_user`,
  )
  if (row?.ok !== true) throw new LyraError('HUB_REFUSED', 'Assistants come as a reader, a researcher or an admin')
}

async function makeUser(
  hub: HubConnection,
  name: string,
  role: HubRole,
  { verifier, signIn }: { readonly verifier: string; readonly signIn: SignIn | null },
): Promise<void> {
  requireName(name)
  await hub.transaction(async (sql) => {
    if (await isUser(sql, name)) throw new LyraError('INVALID_PARAMS', `The hub has a user ${name} already`)
    // The hash is made here, so that the token stands in no statement and in no log of the server.
    await sql.run(`CREATE ROLE "${name}" LOGIN PASSWORD '${verifier}' IN ROLE lyra_${role}`)
    if (signIn !== null)
      await sql.run('INSERT INTO hub.sign_ins (issuer, subject, user_name) VALUES ($1, $2, $3)', [
        ...[signIn.issuer, signIn.subject, name],
      ])
    await note(sql, 'add user', name, { role, ...(signIn === null ? {} : { issuer: signIn.issuer }) })
  })
}

/** The token opens nothing any more, at once. What the user made stays. */
export async function revokeUser(hub: HubConnection, name: string): Promise<void> {
  requireName(name)
  await hub.transaction(async (sql) => {
    if (!(await usersOf(sql)).some((user) => user.name === name))
      throw new LyraError('NOT_FOUND', `The hub has no user ${name}`)
    await sql.run(`ALTER ROLE "${name}" NOLOGIN PASSWORD NULL`)
    await sql.run('DELETE FROM hub.sign_ins WHERE user_name = $1', [name])
    for (const role of HUB_ROLES) await sql.run(`REVOKE lyra_${role} FROM "${name}"`)
    await sql.run('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [name])
    await note(sql, 'revoke user', name, {})
  })
}

const userRow = z.object({ name: z.string(), role: z.string() })

export type HubUser = z.infer<typeof userRow>

/** Only who is in a role of the hub: the database may have users of others. */
export function usersOf(sql: Sql): Promise<readonly HubUser[]> {
  return sql.rows(
    userRow,
    `SELECT u.rolname AS name, substr(g.rolname, 6) AS role FROM pg_auth_members m
      JOIN pg_roles g ON g.oid = m.roleid JOIN pg_roles u ON u.oid = m.member
      WHERE g.rolname = ANY ($1) AND u.rolcanlogin ORDER BY 1`,
    [HUB_ROLES.map((role) => `lyra_${role}`)],
  )
}

function requireName(name: string): void {
  if (NAME.test(name) && !name.startsWith('lyra_') && !name.startsWith('pg_')) return
  throw new LyraError('INVALID_PARAMS', 'A user has a name of small letters, digits and _, e.g. ana', {
    hint: 'Two to 31 characters, a letter first, not lyra_... or pg_...',
  })
}

async function isUser(sql: Sql, name: string): Promise<boolean> {
  const found = await sql.rows(z.object({ found: z.number() }), 'SELECT 1 AS found FROM pg_roles WHERE rolname = $1', [
    name,
  ])
  return found.length > 0
}

async function note(sql: Sql, action: string, subject: string, detail: object): Promise<void> {
  await sql.run('INSERT INTO hub.audit (action, subject, detail) VALUES ($1, $2, $3)', [
    ...[action, subject, JSON.stringify(detail)],
  ])
}

const ITERATIONS = 4096

/** RFC 5802, 7677: what PostgreSQL keeps of a password. */
function scramVerifier(token: string, salt: Buffer): string {
  const salted = pbkdf2Sync(token, salt, ITERATIONS, 32, 'sha256')
  const keyOf = (words: string) => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`
}
