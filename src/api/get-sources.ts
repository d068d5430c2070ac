import { z } from 'zod'
import { TRUST_SOURCES } from '../domain/trust.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import {
  domain,
  id,
  ids,
  ok,
  onlyTask,
  queryText,
  shortText,
  time,
  trustLevel,
  webLines,
  webShortText,
  webUrl,
} from './fields.ts'

const count = z.number()

const block = z.object({
  kind: id,
  reason: webShortText,
  /** Claims or pages it rests on. */
  evidence: ids,
  original_trust_level: trustLevel,
  blocked_at: time,
  expires_at: time.nullable(),
  lifted_at: time.nullable(),
  lifted_reason: webShortText.nullable(),
})

const page = z.object({
  page_id: id,
  url: webUrl,
  title: webShortText.nullable(),
  year: z.number().nullable(),
  route: id,
  outcome: id,
  fetched_at: time,
  retracted: z.boolean(),
  quality: z.number(),
  quality_reasons: webLines,
  archived: z.boolean(),
  /** Findings it speaks for and against. */
  supports: count,
  refutes: count,
})

const site = z.object({
  domain,
  trust: trustLevel,
  /** What gave it its level. */
  trust_source: z.enum(TRUST_SOURCES),
  category: shortText.nullable(),
  /** The entry of the user that holds: its own, or that of a domain above. */
  override_domain: domain.nullable(),
  /** What the user wrote beside it. */
  override_reason: shortText.nullable(),
  is_blocked: z.boolean(),
  /** Every block that Lyra made by itself, oldest first. */
  blocks: z.array(block),
  pages: z.array(page),
})

export const getSources = defineUseCase({
  name: 'get_sources',
  title: 'Sites and pages with their trust',
  description:
    'The sites a task read from, with their trust, what gave it, their blocks and pages; without a task the sites of ' +
    'the home that are blocked, were blocked, or have a trust that the user set',
  input: z.strictObject({ task_id: onlyTask }),
  output: z.object({
    ok,
    query: queryText.nullable(),
    restore_via: shortText,
    sites: z.array(site),
  }),
})

export type SourcesAnswer = AnswerOf<typeof getSources>
export type SourceSite = SourcesAnswer['sites'][number]
export type SourcePage = SourceSite['pages'][number]
