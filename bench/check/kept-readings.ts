import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/domain/ids.ts'
import type { StanceJudge, StanceVerdict } from '../../src/judge/types.ts'

type Asked = Parameters<StanceJudge['judgeFragments']>
type Kept = Pick<StanceVerdict, 'relation' | 'confidence' | 'scores' | 'rationale' | 'notes' | 'decidedBy'> &
  Partial<Pick<StanceVerdict, 'read' | 'signals'>>

/**
 * What the reader heard is kept in a folder, so that whoever changes a comparison measures again without reading again.
 * Another reader, or other weights of the stance judge, want another folder.
 */
export function keptStance(stance: StanceJudge, folder: string): StanceJudge {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'heard.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, Kept]))
  return {
    ...stance,
    judgeFragments: async (claim, fragments, signal) => {
      const keys = fragments.map((fragment) => keyOf(claim, fragment))
      const missing = fragments.filter((_, at) => !known.has(keys[at] ?? ''))
      const heard = missing.length === 0 ? [] : await stance.judgeFragments(claim, missing, signal)
      for (const [at, { hidden: _, ...verdict }] of heard.entries()) {
        const fragment = missing[at]
        if (fragment === undefined) continue
        known.set(keyOf(claim, fragment), verdict)
        appendFileSync(file, `${JSON.stringify([keyOf(claim, fragment), verdict])}\n`)
      }
      return keys.flatMap((key) => known.get(key) ?? [])
    },
  }
}

function keyOf(claim: Asked[0], { text, context }: Asked[1][number]): string {
  return sha256(JSON.stringify([claim.text, claim.language, text, context?.title ?? null, context?.heading ?? null]))
}
