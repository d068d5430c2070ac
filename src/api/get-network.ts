import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { fromItem, id, ok, queryText, taskId, webShortText } from './fields.ts'

/** `entity`: a document or an identifier that is named; the last five are things that passages name (REQ 3.1.2). */
export const NETWORK_KINDS = [
  ...(['finding', 'passage', 'page', 'paper', 'entity'] as const),
  ...(['organisation', 'person', 'place', 'product', 'law'] as const),
] as const
export type NetworkKind = (typeof NETWORK_KINDS)[number]
/** `on`: a passage stands on a page; `about`: a page names a paper or another document, a passage names a thing. */
export const NETWORK_RELATIONS = ['supports', 'refutes', 'cites', 'on', 'about'] as const
export type NetworkRelation = (typeof NETWORK_RELATIONS)[number]

/** Nodes of one answer; a task with more comes in pages. */
export const MOST_NETWORK_NODES = 5000

const node = z.object({
  id,
  kind: z.enum(NETWORK_KINDS),
  label: webShortText,
  /** Of a passage: the page it stands on. */
  page_id: id.nullable(),
  /** Of a finding: how it stands. */
  status: id.nullable(),
  confidence: z.number().nullable(),
})

/** Ends are the places of nodes in the whole list, over all pages. */
const edge = z.object({
  from: z.number(),
  to: z.number(),
  relation: z.enum(NETWORK_RELATIONS),
  confidence: z.number().nullable(),
})

export const getNetwork = defineUseCase({
  name: 'get_network',
  title: 'The evidence graph as nodes and edges',
  description: 'Findings, passages, pages, papers and what they name, of a task, and how they are connected, in pages',
  input: z.strictObject({
    task_id: taskId,
    from: fromItem,
    limit: z.int().min(1).max(MOST_NETWORK_NODES).default(MOST_NETWORK_NODES).describe('Most nodes'),
  }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    nodes: z.array(node),
    /** Those whose later end is among these nodes. */
    edges: z.array(edge),
    total_nodes: z.number(),
    total_edges: z.number(),
    /** The first node of the next page; null on the last. */
    next: z.number().nullable(),
  }),
})

export type NetworkAnswer = AnswerOf<typeof getNetwork>
