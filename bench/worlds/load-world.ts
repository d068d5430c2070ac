import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type DemoPage, loadPages } from '../../scripts/demo-pack/demo-sources.ts'

const worldSchema = z.strictObject({
  name: z.string(),
  language: z.enum(['en', 'ja', 'mixed']),
  question: z.string(),
  /** Trust levels as a user of this subject would have set them; other hosts are UNVERIFIED. */
  trust: z.record(z.string(), z.string()),
  queries: z.array(
    z.strictObject({ query: z.string(), refute: z.boolean().default(false), results: z.array(z.url()).min(1) }),
  ),
})

const statementSchema = z.strictObject({
  id: z.string(),
  page: z.url(),
  quote: z.string(),
  means: z.string(),
  stands_alone: z.boolean(),
  status: z.enum(['verified', 'contested', 'rejected', 'pending', 'superseded']),
  finding: z.string(),
})

const truthSchema = z.strictObject({
  statements: z.array(statementSchema),
  pairs: z.array(
    z.strictObject({
      evidence: z.string(),
      claim: z.string(),
      label: z.enum(['supports', 'refutes', 'neutral']),
      plain: z.boolean().default(false),
      near: z.boolean().default(false),
    }),
  ),
  junk: z.array(z.strictObject({ page: z.url(), quote: z.string() })),
  order: z.array(z.tuple([z.string(), z.string()])),
  blocks: z.strictObject({
    right: z.array(z.string()).default([]),
    tolerable: z.array(z.string()).default([]),
    wrong: z.array(z.string()).default([]),
  }),
})

export type WorldPlan = z.infer<typeof worldSchema>
export type Truth = z.infer<typeof truthSchema>
export type Statement = z.infer<typeof statementSchema>

/** What a second hand, who read the two sentences in their pages, says of an edge that the truth does not list. */
const readEdgeSchema = z.strictObject({
  claim: z.string(),
  claim_page: z.url(),
  evidence: z.string(),
  evidence_page: z.url(),
  relation: z.enum(['supports', 'refutes', 'neutral']),
})

export type ReadEdge = z.infer<typeof readEdgeSchema>

/** An invented internet about one question, with what is true in it written down before anything was run. */
export interface World {
  readonly plan: WorldPlan
  readonly truth: Truth
  readonly pages: readonly DemoPage[]
  readonly readEdges: readonly ReadEdge[]
}

export function loadWorld(folder: string): World {
  const yaml = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
  return {
    plan: worldSchema.parse(yaml('world.yaml')),
    truth: truthSchema.parse(yaml('truth.yaml')),
    pages: loadPages(join(folder, 'web')),
    readEdges: readEdgesOf(join(folder, 'read-edges.jsonl')),
  }
}

function readEdgesOf(file: string): readonly ReadEdge[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => readEdgeSchema.parse(JSON.parse(line)))
}

/** The worlds below a folder, e.g. `bench/worlds/open`; none where the folder is missing. */
export function worldFolders(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .sort()
}
