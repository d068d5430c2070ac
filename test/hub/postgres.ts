import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const OWNER_TOKEN = 'owner-of-the-test-hub'
/** The newest that the system has. Views that obey the row-level security of their reader came with 15. */
const BIN = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => existsSync(join(folder, 'initdb')) && Number(folder.split('/')[4]) >= 15)
  .sort()
  .at(-1)

/** Why tests on PostgreSQL are skipped; false: they run. */
export const NO_POSTGRES = BIN === undefined ? 'no PostgreSQL of at least version 15 under /usr/lib/postgresql' : false

export interface Postgres extends AsyncDisposable {
  /** A new database as its owner: empty, or a copy of one that nobody is connected to. */
  database(copyOf?: string): Promise<string>
  /** The same database as another user. */
  as(url: string, user: string, token: string): string
}

/** PostgreSQL does not run as root. */
async function unprivileged(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** Where an empty cluster of this very `initdb` lies: to copy one takes a tenth of making one. */
function keptCluster(bin: string): string {
  const { mtimeMs, size } = statSync(join(bin, 'initdb'))
  const name = `lyra-tests-postgres-${bin.split('/')[4]}-${size}-${Math.round(mtimeMs)}`
  return join(import.meta.dirname, '../../node_modules/.cache', name)
}

async function makeCluster(bin: string, data: string, kept: string, options: { readonly cwd: string }): Promise<void> {
  const password = join(options.cwd, 'password')
  writeFileSync(password, OWNER_TOKEN, { mode: 0o644 })
  const initdb = ['-D', data, '-U', 'owner', '--pwfile', password, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync']
  await run(join(bin, 'initdb'), initdb, options)
  const half = `${kept}.${process.pid}`
  try {
    mkdirSync(dirname(kept), { recursive: true })
    await run('cp', ['-a', data, half])
    renameSync(half, kept)
  } catch {
    // Another process was sooner, or nothing may be written here: the next one makes its own.
    rmSync(half, { recursive: true, force: true })
  }
}

/** A cluster of its own in a temporary folder, on a socket there; every user proves the token (SCRAM). */
export async function startPostgres(): Promise<Postgres> {
  if (BIN === undefined) throw new Error('no PostgreSQL')
  const folder = mkdtempSync(join(tmpdir(), 'lyra-pg-'))
  const user = await unprivileged()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } }
  const kept = keptCluster(BIN)
  if (existsSync(kept)) await run('cp', ['-a', kept, data])
  else await makeCluster(BIN, data, kept, options)
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off -c max_connections=100`
  const log = join(folder, 'log')
  await run(join(BIN, 'pg_ctl'), ['-D', data, '-w', '-l', log, '-o', settings, 'start'], options)
  let made = 0
  const nameOf = (url: string) => /localhost\/(\w+)/.exec(url)?.[1] ?? ''
  const urlOf = (name: string, who: string, token: string) =>
    `postgres://${who}:${encodeURIComponent(token)}@localhost/${name}?host=${encodeURIComponent(folder)}`
  return {
    database: async (copyOf) => {
      made += 1
      const name = `hub${made}`
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: urlOf('postgres', 'owner', OWNER_TOKEN) })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}${copyOf === undefined ? '' : ` TEMPLATE ${nameOf(copyOf)}`}`)
      await client.end()
      return urlOf(name, 'owner', OWNER_TOKEN)
    },
    as: (url, who, token) => urlOf(nameOf(url), who, token),
    [Symbol.asyncDispose]: async () => {
      await run(join(BIN, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], options)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
