import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import { s3Bundles } from '../../src/hub/bundles/s3-bucket.ts'
import { readS3Place } from '../../src/hub/bundles/s3-place.ts'
import { callTool, DEMO_ARCHIVE, ROOT } from '../e2e/demo-client.ts'
import { folderFor } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { NO_S3, type S3Server, startS3 } from './s3-server.ts'
import { FEW_CLAIMS, PAGES, QUESTION } from './team-world.ts'

/** The commands as people type them, each a process of its own: PostgreSQL, and bundles in object storage. */
const skip = NO_POSTGRES || NO_S3
const run = promisify(execFile)
const LYRA = join(ROOT, 'bin', 'lyra')
let postgres: Postgres
let server: S3Server

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  server = await startS3()
})
after(async () => {
  if (skip) return
  await server[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

const tokenShape = z.looseObject({ token: z.string() })
const statusShape = z.looseObject({
  searches: z.array(z.looseObject({ id: z.number(), state: z.string(), worker: z.string().nullable() })),
  health: z.looseObject({ ready: z.number() }),
})

test('a team by its commands: asked over `serve --hub`, worked off by a worker on S3, counted, pulled and swept', {
  skip,
}, async (t) => {
  const folder = folderFor(t)
  const url = await postgres.database()
  const bucket = await server.bucket()
  const place = `s3://${bucket}/team?endpoint=${server.endpoint}`
  const keys = { AWS_ACCESS_KEY_ID: server.keys.accessKey, AWS_SECRET_ACCESS_KEY: server.keys.secretKey }
  const environment = (as: string) => ({ ...process.env, ...keys, LYRA_HUB: as, LYRA_HOME: join(folder, 'home') })
  const lyra = async (as: string, ...words: readonly string[]): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [LYRA, ...words, '--json'], { env: environment(as) })
    return JSON.parse(stdout)
  }
  const addUser = async (name: string, role: string) => {
    const { token } = tokenShape.parse(await lyra(url, 'hub', 'user', 'add', name, '--role', role))
    return { token, as: postgres.as(url, name, token) }
  }
  await lyra(url, 'hub', 'init', '--bundles', place, '--lease', '30')
  const [ana, machine, gate] = [
    await addUser('ana', 'researcher'),
    await addUser('machine1', 'worker'),
    await addUser('gate1', 'gate'),
  ]
  await lyra(url, 'hub', 'quota', 'ana', '--searches-per-day', '5')

  // Ana's assistant asks over HTTP.
  const serving = spawn(process.execPath, [LYRA, 'serve', '--hub', 'env', '--port', '0', '--json'], {
    ...{ env: environment(gate.as), stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'] },
  })
  t.after(() => serving.kill('SIGKILL'))
  const [said] = await once(serving.stdout, 'data')
  const address = z.looseObject({ url: z.string() }).parse(JSON.parse(String(said)))
  const connect = async (bearer: string) => {
    const client = new Client({ name: 'test', version: '0' })
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit }))
    return client
  }
  const client = await connect(`ana.${ana.token}`)
  const { task_id: taskId } = await callTool<{ task_id: string }>(client, 'create_task', { query: QUESTION })
  const input = { task_id: taskId, targets: [PAGES[0]], options: { wait_seconds: 0 } }
  const asked = await callTool<{ status: string }>(client, 'search', input)
  assert.equal(asked.status, 'queued')
  await assert.rejects(connect(`ana.${machine.token}`))

  // A machine works it off; the bundle goes to the bucket.
  const few = Object.entries(FEW_CLAIMS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const worked = await lyra(machine.as, 'worker', '--until-empty', '--name', 'm1', '--replay', DEMO_ARCHIVE, ...few)
  assert.deepEqual(worked, { ok: true, name: 'm1', published: 1 })

  // Ana reads it, over HTTP and by command; what she used is counted.
  const sql = 'SELECT count(*) AS n FROM claims'
  const { rows } = await callTool<QueryAnswer>(client, 'query_graph', { sql })
  assert.ok(Number(rows[0]?.n) > 0)
  const status = statusShape.parse(await lyra(ana.as, 'hub', 'status'))
  assert.deepEqual(
    status.searches.map(({ state, worker }) => [state, worker]),
    [['done', 'm1']],
  )
  const quota = await run(process.execPath, [LYRA, 'hub', 'quota'], { env: environment(ana.as) })
  assert.match(quota.stdout, /ana\s+1 of 5\s+0, no limit\s+[\d.]+, no limit/)
  const pulled = join(folder, 'pulled.lyra.zip')
  await lyra(ana.as, 'hub', 'pull', taskId, pulled)
  assert.ok(existsSync(pulled))
  await client.close()
  serving.kill('SIGTERM')
  await once(serving, 'exit')

  // A bundle that nobody published is not old enough to be swept, and the task's own never is.
  const orphan = join(folder, 'orphan')
  writeFileSync(orphan, 'put, never published')
  const store = s3Bundles(readS3Place(place, {}), { keys: server.keys, now: () => new Date() })
  await store.put(orphan)
  const swept = z.looseObject({ kept: z.number(), found: z.array(z.unknown()) })
  assert.deepEqual(swept.parse(await lyra(url, 'hub', 'sweep', '--yes')), {
    ...{ ok: true, removed: true, kept: 2, bytes: 0, found: [] },
  })
  await store.close()
})

test('a worker of a hub that is not made, or without the keys of its bucket, says so', { skip }, async (t) => {
  const folder = folderFor(t)
  const url = await postgres.database()
  const env = { ...process.env, LYRA_HUB: url, LYRA_HOME: folder }
  const fails = async (...words: readonly string[]) => {
    const error: unknown = await run(process.execPath, [LYRA, ...words, '--json'], { env }).catch((one) => one)
    return z.object({ stdout: z.string(), stderr: z.string() }).parse(error)
  }
  const unmade = await fails('worker', '--until-empty')
  assert.match(`${unmade.stdout}${unmade.stderr}`, /HUB_UNAVAILABLE/)
  await run(process.execPath, [LYRA, 'hub', 'init', '--bundles', `s3://lyra/team?endpoint=${server.endpoint}`], { env })
  const keyless = await fails('worker', '--until-empty')
  assert.match(`${keyless.stdout}${keyless.stderr}`, /INVALID_CONFIG.*no key is set here/s)
})
