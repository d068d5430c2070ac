import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, queryText, taskId } from './fields.ts'

const count = z.number()
const tally = z.array(z.object({ name: id, count }))

export const getFlow = defineUseCase({
  name: 'get_flow',
  title: 'From found to used',
  description:
    'How many addresses were found, screened, read and used, and why the others were not; every box is the sum of ' +
    'the box below it and what was left out there',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    /** Hits by who found them; an address that two found is two hits. */
    found: count,
    found_by: tally,
    /** Hits of an address that was known already. */
    repeated: count,
    /** Addresses: found less repeated. */
    screened: count,
    /** Never asked for: the budget, the rank or another engine's address came first. */
    not_tried: count,
    tried: count,
    unread: count,
    unread_by: tally,
    /** Pages that were read: tried less unread, and addresses that led to the same page. */
    same_page: count,
    read: count,
    unused: count,
    unused_by: tally,
    used: count,
    used_for: count,
    used_against: count,
    findings: count,
  }),
})

export type FlowAnswer = AnswerOf<typeof getFlow>
