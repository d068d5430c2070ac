import { z } from 'zod'
import { LONGEST_SQL } from '../domain/query-limits.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { ok, ownText } from './fields.ts'

/** A name that is a file name everywhere: letters, digits, spaces and hyphens. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'must be letters, digits, spaces, hyphens')
  .describe('Name of the file, without its ending')
const savedQuery = z.object({ name: ownText(80), sql: ownText(LONGEST_SQL) })

export const listSavedQueries = defineUseCase({
  name: 'list_saved_queries',
  title: 'Saved queries',
  description: 'SQL that the user keeps: the files of LYRA_HOME/queries',
  input: z.strictObject({}),
  output: z.object({ ok, queries: z.array(savedQuery).max(1000) }),
})

export const saveQuery = defineUseCase({
  name: 'save_query',
  title: 'Save a query',
  description: 'Keeps SQL under a name, as a file of LYRA_HOME/queries; an earlier one of that name is replaced',
  input: z.strictObject({
    name,
    sql: z.string().trim().min(1).max(LONGEST_SQL).describe('One SELECT, as for query_graph'),
  }),
  output: z.object({ ok, name: ownText(80) }),
})

export const deleteQuery = defineUseCase({
  name: 'delete_query',
  title: 'Delete a saved query',
  description: 'Removes a saved query',
  input: z.strictObject({ name }),
  output: z.object({ ok, name: ownText(80) }),
})

export type SavedQuery = AnswerOf<typeof listSavedQueries>['queries'][number]
