import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { median } from '../bench.ts'
import { article } from './bodies.ts'
import { openBenchWorld } from './world.ts'

const ROUNDS = 6
const REQUESTS = 80

/**
 * The same pages by a bare client and through the gateway, in turns: guard, robots, pace, policy, archive and log
 * included.
 */
export async function compareOverhead(folder: string): Promise<Record<string, number>> {
  const server = createServer((asked, response) => {
    if (asked.url === '/robots.txt') response.writeHead(404).end()
    else {
      const number = Number(/\d+/.exec(asked.url ?? '')?.[0] ?? 0)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article(`記事 ${number}`, number))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const none = { domain_interval_min: 0, domain_jitter_min: 0, domain_jitter_max: 0, domain_day_budget: 10_000 }
  const world = openBenchWorld(folder, { ...none, allow_private: [host] })
  const agent = new Agent()
  try {
    const rounds: { readonly bareMs: number; readonly wholeMs: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare: number[] = []
      const whole: number[] = []
      for (let number = round * REQUESTS; number < (round + 1) * REQUESTS; number += 1) {
        const url = `http://${host}/page/${number}`
        const first = performance.now()
        const answer = await request(url, { dispatcher: agent })
        await answer.body.arrayBuffer()
        const second = performance.now()
        const result = await world.gateway.fetch({ url, purpose: 'page', taskId: 'task_bench', causeId: 'cause_bench' })
        const third = performance.now()
        if (result.outcome !== 'ok') throw new Error(`the gateway answered ${result.outcome}`)
        bare.push(second - first)
        whole.push(third - second)
      }
      // The first round fills caches.
      if (round > 0) rounds.push({ bareMs: median(bare), wholeMs: median(whole) })
    }
    const overheads = rounds.map(({ bareMs, wholeMs }) => wholeMs - bareMs)
    // Other work on the machine slows both; the round in which the bare client was quickest saw the least of it.
    const quiet = rounds.toSorted((a, b) => a.bareMs - b.bareMs)[0] ?? { bareMs: 0, wholeMs: 0 }
    return {
      bare_ms: rounded(quiet.bareMs),
      gateway_ms: rounded(quiet.wholeMs),
      overhead_ms: rounded(quiet.wholeMs - quiet.bareMs),
      overhead_median_ms: rounded(median(overheads)),
      overhead_worst_ms: rounded(Math.max(...overheads)),
    }
  } finally {
    await agent.destroy()
    await world.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
