import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadWorld, worldFolders } from '../../../bench/worlds/load-world.ts'

/**
 * The pairs of the open worlds' truth for train.py: `node worlds.ts worlds.jsonl`. They are never trained on; they help
 * to choose the run. Each pair in three forms: the quotes alone, with the titles of their pages, and the claim written
 * out.
 */
const [out = 'worlds.jsonl'] = process.argv.slice(2)
const rows: string[] = []
for (const folder of worldFolders(join(import.meta.dirname, '../../../bench/worlds/open'))) {
  const { plan, pages, truth } = loadWorld(folder)
  const titles = new Map(pages.map((page) => [page.url, page.front.title]))
  const byId = new Map(truth.statements.map((statement) => [statement.id, statement]))
  for (const pair of truth.pairs) {
    const evidence = byId.get(pair.evidence)!
    const claim = byId.get(pair.claim)!
    const lang = /[\u3040-\u30ff\u4e00-\u9fff]/.test(evidence.quote + claim.quote) ? 'ja' : 'en'
    const y = ['supports', 'refutes', 'neutral'].indexOf(pair.label)
    const row = (form: string, e: string, c: string) =>
      rows.push(JSON.stringify({ task: 'stance', form, lang, e, c, y, world: plan.name }))
    const told = `${titles.get(evidence.page)} : ${evidence.quote}`
    row('alone', evidence.quote, claim.quote)
    row('title', told, `${titles.get(claim.page)} : ${claim.quote}`)
    row('means', told, claim.means)
  }
}
writeFileSync(out, rows.join('\n'))
