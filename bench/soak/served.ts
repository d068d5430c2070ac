import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { DEMO_ARCHIVE, ROOT } from '../../test/e2e/demo-client.ts'
import { treeMemoryMb } from '../process-tree.ts'

/** A `lyra serve` over the demo web, with a temporary folder of its own to see what stays in it. */
export interface Served {
  readonly url: string
  readonly token: string
  readonly temporary: string
  readonly process: ChildProcess
  end(): Promise<void>
}

/** Enough for a search to read and judge, few enough for thousands of calls. */
const SMALL = ['judgement.claims_per_search=6', 'judgement.candidates_per_claim=4', 'browser.idle_seconds=20']

export async function serveDemo(home: string, temporary: string, more: readonly string[] = []): Promise<Served> {
  const settings = ['server.port=0', 'human.notify=false', ...SMALL, ...more].flatMap((one) => ['--set', one])
  const server = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'lyra'), 'serve', '--home', home, '--replay', DEMO_ARCHIVE, ...settings],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: temporary } },
  )
  const url = await announcedUrl(server)
  const token = readFileSync(join(home, 'server-token'), 'utf8').trim()
  return {
    url,
    token,
    temporary,
    process: server,
    async end() {
      const gone = once(server, 'exit')
      if (server.exitCode === null && server.kill()) await gone
    },
  }
}

export async function connectTo({ url, token }: Served): Promise<Client> {
  const client = new Client({ name: 'soak', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return client
}

export interface Sample {
  readonly serverMb: number
  /** Processes below the server: the browser and its helpers. */
  readonly browserMb: number
  readonly descriptors: number
  readonly folders: number
}

export function sampleOf({ process: server, temporary }: Served): Sample {
  const pid = server.pid ?? 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const serverMb = Math.round((Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / 1e6)
  return {
    serverMb,
    browserMb: Math.max(0, Math.round(treeMemoryMb(pid)) - serverMb),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    folders: readdirSync(temporary).length,
  }
}

/** The server says where it listens in its first lines. */
async function announcedUrl(server: ChildProcess): Promise<string> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk) => {
      // Read to the end, so that the server never waits; only the beginning is looked at.
      if (said.length < 10_000) said += String(chunk)
      const url = said.match(/https?:\/\/[0-9.:[\]]+/)?.[0]
      if (url !== undefined) resolve(url)
    })
  server.once('exit', (code) => reject(new Error(`lyra serve ended with ${code}: ${said}`)))
  return promise
}
