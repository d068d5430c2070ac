import { join } from 'node:path'
import { openReplay } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { article } from './bodies.ts'
import { openBenchWorld } from './world.ts'

const PAGES = 1000

/**
 * An archive of 1,000 pages, opened and read through the gateway, which keeps a copy of each as it does in `lyra
 * replay`.
 */
export async function measureReplay(folder: string): Promise<Record<string, number>> {
  const clock = replayClock(Date.parse('2026-05-15T00:00:00Z'))
  const web = join(folder, 'web')
  const writer = openArchiveWriter({ folder: web, clock, software: 'Lyra bench' })
  const url = (number: number) => `https://news-${number % 40}.example/article/${number}`
  for (let number = 0; number < PAGES; number += 1) {
    await writer.write(
      {
        url: url(number),
        method: 'GET',
        requestHeaders: {},
        status: 200,
        statusText: 'OK',
        responseHeaders: { 'content-type': 'text/html; charset=utf-8' },
        body: Buffer.from(article(`記事 ${number}`, number)),
        time: new Date(clock.now()).toISOString(),
      },
      'web',
    )
  }
  await writer.close()
  const opened = performance.now()
  const replay = await openReplay(web)
  const started = performance.now()
  const world = openBenchWorld(join(folder, 'home'), {}, { replay, clock: replayClock(replay.latest) })
  try {
    for (let number = 0; number < PAGES; number += 1) {
      const result = await world.gateway.fetch({
        url: url(number),
        purpose: 'page',
        taskId: 'task_bench',
        causeId: 'cause_bench',
      })
      if (result.outcome !== 'ok') throw new Error(`replay answered ${result.outcome}`)
    }
    const seconds = (performance.now() - started) / 1000
    return {
      replay_open_ms: Math.round(started - opened),
      replay_pages_per_second: Math.round(PAGES / seconds),
    }
  } finally {
    await world.close()
  }
}
