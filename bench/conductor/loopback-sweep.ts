import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLive } from '../../test/e2e/crash-world.ts'
import { loopbackWeb } from '../../test/e2e/loopback-web.ts'
import type { SweepWorld } from './crash-sweep.ts'

const HOSTS = Array.from({ length: 8 }, (_, n) => `tea${n}.example`)
const SUBJECTS = ['systolic pressure', 'diastolic pressure', 'heart rate', 'sleep', 'weight', 'mood', 'glucose', 'pain']

/** One trial a host, each with its own figures, and a page behind the first one. */
function pageOf(host: string): string {
  const n = HOSTS.indexOf(host)
  const told = SUBJECTS.map((subject, at) => {
    const change = (n * 3 + at * 5) % 11
    const verb = (n + at) % 3 === 0 ? 'did not change' : 'lowered'
    const weeks = 4 + at
    return [
      `<p>In a trial of ${100 + n * 20 + at} adults, silverleaf tea ${verb} ${subject} by ${change} percent`,
      `after ${weeks} weeks. The effect on ${subject} was measured by nurses who did not know who drank the tea.</p>`,
    ].join(' ')
  })
  const title = `Silverleaf tea trial ${n}`
  return [
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>`,
    ...told,
    '<p><a href="/methods">Methods of the trial</a></p></article></body></html>',
  ].join('\n')
}

/** A web on loopback that every home of a sweep asks: addresses, and with them all ids, are the same in each. */
export async function openLoopbackSweep(): Promise<{ readonly world: SweepWorld; close(): Promise<void> }> {
  const endings: (() => Promise<void> | void)[] = []
  const after = (ending: unknown) => void endings.push(ending as () => Promise<void>)
  const web = await loopbackWeb(
    { after } as Parameters<typeof loopbackWeb>[0],
    HOSTS,
    (at, query) => (query.includes('side') ? HOSTS.slice(4) : HOSTS).map((host) => at(host, '/trial')),
    (_, response, host) => void response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(host)),
  )
  const world: SweepWorld = {
    question: 'Does silverleaf tea lower blood pressure?',
    script: [
      { query: 'silverleaf tea blood pressure trial', options: { max_pages: 6 } },
      { query: 'silverleaf tea side effects', options: { max_pages: 4, refute: true } },
    ],
    citationsMs: null,
    equal: ['said', 'searchPages'],
    newHome: () => {
      const home = mkdtempSync(join(tmpdir(), 'lyra-sweep-'))
      cpSync(web.home, home, { recursive: true })
      return home
    },
    start: (home) => startLive(home, web.env),
  }
  return {
    world,
    close: async () => {
      for (const ending of endings) await ending()
    },
  }
}
