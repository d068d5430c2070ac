import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setBundleFolder } from '../../src/hub/hub-settings.ts'
import { addSearch, addTask } from '../../src/hub/hub-tasks.ts'
import { newHub } from '../../test/hub/hub-world.ts'
import type { Postgres } from '../../test/hub/postgres.ts'
import { disturb } from './kill-storm.ts'
import { forStorms } from './team-run.ts'
import { ended, startWorker } from './worker-processes.ts'

export interface Pace {
  readonly requests: number
  readonly mostAtOnce: number
  readonly searches: number
  readonly kills: number
}

/** Longer than the way through the hub, so that a second request would meet the first. */
const ANSWER_MS = 150
const PAGES_PER_TASK = 3

/** One site on loopback that all workers are sent to, task by task; it counts how many requests it has at once. */
export async function watchOneDomain(
  root: string,
  postgres: Postgres,
  folder: string,
  { workers, kills, say }: { readonly workers: number; readonly kills: number; readonly say: (line: string) => void },
): Promise<Pace> {
  const site = await startSite(say)
  const url = await postgres.database()
  const hub = await newHub(url)
  await forStorms(hub)
  await setBundleFolder(hub, join(folder, 'bundles-pace'))
  let searches = 0
  const queueTask = async () => {
    const taskId = await addTask(hub, { question: 'What does the site tell?', config: {}, shared: true })
    const targets = Array.from({ length: PAGES_PER_TASK }, (_, n) => `${site.origin}/page-${searches}-${n}`)
    await addSearch(hub, { taskId, query: '', options: { targets } })
    searches += 1
  }
  for (let n = 0; n < workers; n += 1) await queueTask()
  const settings = {
    'net.allow_private': new URL(site.origin).host,
    'net.domain_interval_min': '0.2',
    'net.domain_jitter_min': '0',
    'net.domain_jitter_max': '0.2',
  }
  const start = (name: string) =>
    startWorker({ root, url, home: join(folder, `pace-${name}`) }, { settings, replay: false })
  const pool = Array.from({ length: workers }, (_, n) => start(String(n)))
  const storm = { hub, pool, events: kills, seed: 26, leastOpen: workers * 2 }
  const disturbed = await disturb({ ...storm, again: (n) => start(`again${n}`), moreWork: queueTask })
  await Promise.all(pool.map(ended))
  await hub.close()
  site.server.close()
  if (site.seen.requests === 0) throw new Error('no worker has asked the site')
  return { ...site.seen, searches, kills: disturbed.kills + disturbed.cuts }
}

interface Site {
  readonly server: Server
  readonly origin: string
  readonly seen: { requests: number; mostAtOnce: number }
}

async function startSite(say: (line: string) => void): Promise<Site> {
  const seen = { requests: 0, mostAtOnce: 0 }
  const now = new Set<string>()
  const server = createServer((request, response) => {
    seen.requests += 1
    const name = `${seen.requests} ${request.method} ${request.url} from ${request.socket.remotePort}`
    now.add(name)
    if (now.size > 1) say(`at once: ${[...now].join('; ')}`)
    seen.mostAtOnce = Math.max(seen.mostAtOnce, now.size)
    // Also when its worker was killed.
    response.once('close', () => now.delete(name))
    setTimeout(() => {
      if (request.url === '/robots.txt') response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(request.url ?? ''))
    }, ANSWER_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function pageOf(path: string): string {
  const name = path.replaceAll(/[^a-z0-9-]/gu, '')
  const told = `The site tells of ${name} that the measured value was 12 percent lower after eight weeks of use.`
  return `<!doctype html><title>${name}</title><main><h1>${name}</h1>${`<p>${told}</p>`.repeat(3)}</main>`
}
