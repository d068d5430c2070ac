import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, longText, ok, shortText } from './fields.ts'

export const getSettings = defineUseCase({
  name: 'get_settings',
  title: 'Settings and models as they are',
  description: 'Every setting with its value, secrets left out, and the models that judge and embed',
  input: z.strictObject({}),
  output: z.object({
    ok,
    home: shortText,
    replay: z.boolean(),
    settings: z.array(z.object({ path: id, value: longText, changed: z.boolean(), environment: id, about: longText })),
    models: z.array(z.object({ use: id, name: shortText, ready: z.boolean(), problem: shortText.nullable() })),
  }),
})

export type SettingsAnswer = AnswerOf<typeof getSettings>
