import { once } from 'node:events'
import { openSmallWeb } from './small-web.ts'

/**
 * Run as a process of its own: waits for a word, then finishes what it finds in the store, says what it asked of the
 * web, ends when all is done.
 */
const [path = ''] = process.argv.slice(2)
const web = openSmallWeb({ path, onAsk: () => new Promise((resolve) => setTimeout(resolve, 5)) })
process.stderr.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
web.conductor.resume()
for (;;) {
  const open = web.store.db.prepare("SELECT count(*) AS n FROM jobs WHERE state IN ('queued', 'running')").get()
  if (open?.n === 0) break
  await new Promise((resolve) => setTimeout(resolve, 50))
}
await web.conductor.close()
web.store.close()
process.stdout.write(JSON.stringify(web.asked))
