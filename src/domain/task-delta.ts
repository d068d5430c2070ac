import { z } from 'zod'
import { VERIFICATION_STATUSES } from './verification.ts'

const standing = z.object({ status: z.enum(VERIFICATION_STATUSES), confidence: z.number() })

/** How the findings and the pages of a task stood when an update began. */
export const taskSnapshot = z.object({
  /** By claim, since findings are grouped anew: the finding it stood in, and how that stood. */
  claims: z.record(z.string(), standing.extend({ finding_id: z.string() })),
  pages: z.record(z.string(), z.object({ is_retracted: z.boolean(), is_gone: z.boolean() })),
})
export type TaskSnapshot = z.infer<typeof taskSnapshot>

const told = { finding_id: z.string(), text: z.string(), url: z.string() }
const sources = { supporting_sources: z.number(), refuting_sources: z.number() }
const newFinding = z.object({ ...told, ...standing.shape, ...sources })
const changedFinding = z.object({
  ...told,
  before: standing,
  after: standing,
  /** Why it has its status now; null where nothing is noted. */
  reason: z.string().nullable(),
})

const page = {
  page_id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  /** Findings that rest on the page. */
  finding_ids: z.array(z.string()),
}
const source = z.discriminatedUnion('change', [
  z.object({ change: z.literal('new'), ...page }),
  z.object({
    change: z.literal('changed'),
    ...page,
    last_seen: z.string(),
    passages: z.number(),
    /** Of the words that findings rest on: what it said, and what it says in their place. */
    rewrites: z.array(z.object({ was: z.string(), now: z.string().nullable() })),
  }),
  z.object({ change: z.literal('gone'), ...page, last_seen: z.string(), outcome: z.string() }),
  /** It had been gone, and is there again. */
  z.object({ change: z.literal('back'), ...page }),
  z.object({ change: z.literal('retracted'), ...page, notice: z.string().nullable() }),
  /** It may be there still: nobody could tell. */
  z.object({ change: z.literal('unreachable'), ...page, outcome: z.string() }),
])

/** What an update found to be otherwise than before. */
export const taskDelta = z.object({
  new_findings: z.array(newFinding),
  changed_findings: z.array(changedFinding),
  sources: z.array(source),
  /** Known pages that were asked for again, and those of them that said the same. */
  pages_asked: z.number(),
  pages_unchanged: z.number(),
})
export type TaskDelta = z.infer<typeof taskDelta>
export type SourceChange = TaskDelta['sources'][number]

/** A page that could not be reached says nothing about the question. */
export function countChanges({ new_findings, changed_findings, sources: list }: TaskDelta): number {
  return new_findings.length + changed_findings.length + list.filter(({ change }) => change !== 'unreachable').length
}
