import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { budget, id, ok, taskBudget, taskId } from './fields.ts'

/** At the command line; an assistant raises it with `options.budget` of its next search. */
export const raiseBudget = defineUseCase({
  name: 'raise_budget',
  title: 'Raise the budget of a task',
  description: 'Gives a task more pages or more time; a budget that is larger already stays',
  input: z.strictObject({ task_id: taskId, ...taskBudget.shape }),
  output: z.object({ ok, task_id: id, budget }),
})
