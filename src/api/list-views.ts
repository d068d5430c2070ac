import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, shortText } from './fields.ts'

export const listViews = defineUseCase({
  name: 'list_views',
  title: 'Views for query_graph',
  description: 'Ready-made SQL views with purpose and columns',
  input: z.strictObject({}),
  output: z.object({ ok, views: z.array(z.object({ name: id, purpose: shortText, columns: z.array(id) })) }),
})
