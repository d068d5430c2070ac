import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../../src/browser/launch.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

/** Opens a browser as Lyra does, prints the process ids below this one, and waits to be killed. */
const folder = mkdtempSync(join(tmpdir(), 'lyra-orphan-'))
const { context } = await openBrowser({
  settings: defaultSettings.browser,
  log: silentLogger,
  replaying: true,
  mode: process.argv[2] === 'undetected' ? 'undetected' : 'browser',
  proxy: 'http://127.0.0.1:9',
  stateFile: join(folder, 'none.json'),
  profileFolder: null,
  note: () => {},
})
await context.newPage()
const parents = new Map(
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
      } catch {
        return []
      }
    }),
)
const below = (pid: number): boolean => {
  const parent = parents.get(pid)
  return parent !== undefined && (parent === process.pid || below(parent))
}
process.stdout.write(JSON.stringify([...parents.keys()].filter(below)))
setInterval(() => {}, 1000)
