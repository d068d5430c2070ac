import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { ok } from './fields.ts'
import { tables } from './query-graph.ts'

export const getSchema = defineUseCase({
  name: 'get_schema',
  title: 'Schema for query_graph',
  description: 'Tables and columns that SQL may read',
  input: z.strictObject({}),
  output: z.object({ ok, tables }),
})
