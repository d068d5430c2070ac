import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, taskId, time, webText } from './fields.ts'

export const getCorrections = defineUseCase({
  name: 'get_corrections',
  title: 'Corrections of a task',
  description: 'What people and assistants corrected, newest first; `feedback` with action undo takes one back',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    corrections: z.array(
      z.object({
        feedback_id: id,
        action: id,
        target_id: id,
        /** What was said, in words: the other relation, a note, a reason. */
        what: webText,
        /** The sentence or claim it is about; empty where that is gone. */
        about: webText,
        actor: z.enum(['assistant', 'person', 'rule']),
        at: time,
        undone_at: time.nullable(),
        can_undo: z.boolean(),
      }),
    ),
  }),
})

export type Correction = AnswerOf<typeof getCorrections>['corrections'][number]
