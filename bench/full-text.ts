import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packDemo } from '../scripts/demo-pack/pack.ts'
import { everyPaperOpen } from './academic/every-paper-open.ts'
import { type PlayedPapers, playPapers } from './academic/play-papers.ts'
import type { Bench } from './bench.ts'

/** The searches of the demo that ask the academic indexes. */
const QUERIES = ['silverleaf tea blood pressure trial', '銀葉茶 血圧 臨床試験', 'silverleaf tea side effects safety']

/**
 * What reading papers in full adds to their abstracts: the demo's academic searches, every paper open, with and
 * without.
 */
export const fullText: Bench = {
  about:
    'open-access full text: claims and evidence from results sections, verdicts that change against abstracts alone',
  run: async ({ root, say }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lyra-full-text-'))
    const archive = join(folder, 'papers.warc.gz')
    writeFileSync(archive, packDemo(root, everyPaperOpen).archive)
    try {
      const abstracts = await playPapers({ root, archive, queries: QUERIES, fullText: false })
      const full = await playPapers({ root, archive, queries: QUERIES, fullText: true })
      const changed = changedVerdicts(abstracts, full)
      for (const one of changed) say(`${one.before} -> ${one.after}: ${one.text}`)
      const both = [...full.verdicts.keys()].filter((id) => abstracts.verdicts.has(id)).length
      const numbers = {
        bench: 'full-text',
        papers_read_in_full: full.papersRead,
        claims_abstracts: abstracts.verdicts.size,
        claims_full_text: full.verdicts.size,
        claims_from_results: full.claimsFromFindings,
        claims_with_evidence_from_results: full.claimsWithFindings,
        claims_in_both: both,
        verdicts_changed: changed.length,
        seconds_abstracts: abstracts.seconds,
        seconds_full_text: full.seconds,
      }
      say(JSON.stringify(numbers))
      return {
        numbers,
        rows: [
          {
            what: 'open papers in full: claims with evidence from results, limits or conclusions',
            measured: `${full.claimsWithFindings} of ${full.verdicts.size} (${full.papersRead} papers)`,
            baseline: '0 (abstracts alone)',
            target: 'more than none',
          },
          {
            what: 'verdicts on the same claims that change when papers are read in full',
            measured: `${changed.length} of ${both}`,
            baseline: 'abstracts alone',
            target: 'told',
          },
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function changedVerdicts(before: PlayedPapers, after: PlayedPapers) {
  return [...after.verdicts].flatMap(([id, { status, text }]) => {
    const old = before.verdicts.get(id)?.status
    return old === undefined || old === status ? [] : [{ text, before: old, after: status }]
  })
}
