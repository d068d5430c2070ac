import { longestTurn } from './longest-turn.ts'
import { HOSTILE_PAGES } from './pages.ts'
import { searchOver } from './world.ts'

/** `node page-child.ts <kind> <bytes>`: one search over pages of one kind; its figures as one line of JSON. */
const [kind = '', bytes = ''] = process.argv.slice(2)
const make = HOSTILE_PAGES[kind]
if (make === undefined) throw new Error(`no page is called ${kind}`)
// Modules and dictionaries are loaded once in a process, not once a page.
await searchOver(HOSTILE_PAGES.japanese?.(3000) ?? '')
const page = make(Number(bytes))
const started = performance.now()
let found = { fragments: 0, claims: 0 }
const delay = await longestTurn(async () => {
  found = await searchOver(page)
})
process.stdout.write(`${JSON.stringify({ ...delay, ...found, wallMs: performance.now() - started })}\n`)
process.exit(0)
