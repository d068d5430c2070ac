import { z } from 'zod'
import { CANDIDATE_STATES } from '../domain/citation-steering.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { fromItem, id, nextUri, ok, ownText, shortText, taskId, webText } from './fields.ts'

const year = z.int().min(1000).max(9999)

const candidate = z.object({
  id,
  title: webText,
  year: z.number().nullable(),
  /** `doi:10.1000/182` */
  identifiers: z.array(ownText(500)).max(20),
  /** `reference`: the paper cites it; `citation`: it cites the paper. */
  direction: z.enum(['reference', 'citation']),
  depth: z.number(),
  /** The paper in whose list it stands. */
  of: z.object({ page_id: id, title: webText.nullable() }),
  score: z.number().nullable(),
  state: z.enum(CANDIDATE_STATES),
  /** What its score is made of, or why it was left. */
  reason: shortText,
})

export const listCitations = defineUseCase({
  name: 'list_citations',
  title: 'Citation candidates of a task',
  description:
    'Papers that cite or are cited by those of the task, best first, with the reason why each was read or left; ' +
    'search reads one whose id is among its targets',
  input: z.strictObject({
    task_id: taskId,
    state: z.enum(CANDIDATE_STATES).optional().describe('Only those kept, left or excluded'),
    direction: z.enum(['reference', 'citation']).optional().describe('Only cited or only citing papers'),
    from_year: year.optional().describe('Published in this year or later'),
    to_year: year.optional().describe('Published in this year or before'),
    from: fromItem,
    limit: z.int().min(1).max(100).default(30).describe('Most entries'),
  }),
  output: z.object({
    ok,
    task_id: id,
    total: z.number(),
    counts: z.object({ kept: z.number(), left: z.number(), excluded: z.number() }),
    items: z.array(candidate).max(100),
    next: nextUri,
  }),
})

export type CitationsAnswer = AnswerOf<typeof listCitations>
export type CitationEntry = CitationsAnswer['items'][number]
