import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connectTo, type TreeClient } from '../answers/tree-client.ts'
import { runLyra } from './played-tasks.ts'

export interface LoopbackHome {
  readonly home: string
  /** Address of a path on one of the invented hosts. */
  at(host: string, path: string): string
  client(): Promise<TreeClient>
  /** Runs a command on this home and reads its JSON. */
  lyra(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export interface LoopbackPlan {
  readonly root: string
  readonly folder: string
  readonly hosts: readonly string[]
  /** Paths by host that the one engine lists, for any query. */
  readonly results: (query: string) => readonly (readonly [host: string, path: string])[]
  readonly answer: (request: IncomingMessage, response: ServerResponse, host: string) => void
  /** More lines of config.yaml; `{port}` is the port of the web. */
  readonly settings?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A home whose engine and sites lie on loopback, and the real program on it; every name leads there. */
export async function openLoopbackHome(plan: LoopbackPlan): Promise<LoopbackHome> {
  const home = join(plan.folder, 'home')
  mkdirSync(home, { recursive: true })
  const at = (host: string, path: string) => `http://${host}:${port}${path}`
  const web = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    if (host !== 'engine.example') return plan.answer(request, response, host)
    const query = new URL(request.url ?? '/', 'http://engine.example').searchParams.get('q') ?? ''
    const links = plan.results(query).map((place) => `<article><a href="${at(...place)}">${at(...place)}</a></article>`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(''))
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  writeFileSync(join(home, 'engines.yaml'), engineTable(port))
  writeFileSync(join(home, 'config.yaml'), (plan.settings ?? '').replaceAll('{port}', String(port)))
  writeFileSync(join(home, 'online'), '')
  const env = {
    ...plan.env,
    NAMES_RESOLVE_WHEN: join(home, 'online'),
    NODE_OPTIONS: `--import ${join(plan.root, 'test/e2e/names-by-file.ts')}`,
  }
  const clients: TreeClient[] = []
  return {
    home,
    at,
    client: async () => {
      const client = await connectTo(plan.root, ['--home', home], env)
      clients.push(client)
      return client
    },
    lyra: async (...args) =>
      JSON.parse(await runLyra(plan.root, [...args, '--home', home, '--json'], { ...process.env, ...env })),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      web.closeAllConnections()
      await new Promise<void>((resolve) => web.close(() => resolve()))
    },
  }
}

const engineTable = (port: number) => `engines:
  - name: nearby
    url: http://engine.example:${port}/search?q={query}
    layouts: [{ result: article, title: { selector: a }, url: { selector: a, attribute: href } }]
`

/** Searches until it has ended; the answer as it came last. */
export async function searchToEnd(
  client: TreeClient,
  taskId: string,
  query: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { data } = await client.call('search', { task_id: taskId, query, options: { wait_seconds: 280, ...options } })
    if (data.ok !== true) throw new Error(`"${query}": ${JSON.stringify(data.error)}`)
    if (data.status !== 'running' && data.status !== 'queued') return data
  }
}

export async function newTask(
  client: TreeClient,
  query: string,
  config: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { data } = await client.call('create_task', { query, config })
  if (typeof data.task_id !== 'string') throw new Error(`no task: ${JSON.stringify(data)}`)
  return data.task_id
}
