import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { smallWorlds, type ToldStatement, wholeWorlds } from '../../../bench/stance/told-worlds.ts'
import { restatedRows } from './restated.ts'

/**
 * Statements of the worlds said again, denied, called wrong and left open by code (restated.ts), each under a title of
 * its world, for world_tune.py: `node restated-worlds.ts restated.jsonl.gz [folder of small worlds]`. The judge always
 * reads with titles; the restated claims of rows.ts have seldom one, and without rows of this kind a reader that learns
 * worlds forgets what "did not" does.
 */
const [out = 'restated.jsonl.gz', folder] = process.argv.slice(2)
const rows: { web: string; e: string; c: string; y: number }[] = []
let seed = 11
const draw = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}

const LONG = 240
/** Denials as studies and papers write them. */
const ELSE = ['did not significantly ', 'did not measurably ', 'did not appear to ', 'failed to ']
const inOtherWords = (text: string) =>
  draw() < 0.35 ? text.replace('did not ', ELSE[Math.floor(draw() * ELSE.length)] ?? 'did not ') : text
const under = (title: string, text: string) => (title === '' || draw() < 0.2 ? text : `${title} : ${text}`)

for (const { name: web, statements } of [...wholeWorlds(), ...(folder === undefined ? [] : smallWorlds(folder))]) {
  const drawn = (from: readonly ToldStatement[]) => from[Math.floor(draw() * from.length)]
  for (const { page, text, context, finding } of statements) {
    if (text.length > LONG || text.includes(' | ') || draw() < 0.35) continue
    const lang = /[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? 'ja' : 'en'
    const elsewhere = drawn(statements.filter((other) => other.page !== page))
    const beside = drawn(statements.filter((other) => other.finding !== finding && other.page === elsewhere?.page))
    for (const { e, c, y } of restatedRows(text, lang, beside?.text ?? null, draw)) {
      // Under its own title: what "it" is stands there. Another page's title names the same world.
      const title = context.title ?? ''
      const other = draw() < 0.5 ? title : (elsewhere?.context.title ?? title)
      rows.push({ web, e: under(other, inOtherWords(e)), c: under(title, inOtherWords(c)), y })
    }
  }
}
writeFileSync(out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
console.log(rows.length, 'rows')
