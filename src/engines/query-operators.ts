import { z } from 'zod'

const spelling = z.string().refine((text) => /\{(value|yyyymmdd)\}/.test(text), 'needs {value} or {yyyymmdd}')

/** How an engine spells each operator, e.g. `site: 'site:{value}'`; one it does not know is absent. */
export const operatorsSchema = z.strictObject({
  site: spelling.optional(),
  filetype: spelling.optional(),
  intitle: spelling.optional(),
  after: spelling.optional(),
  before: spelling.optional(),
  phrase: spelling.optional(),
  exclude: spelling.optional(),
  require: spelling.optional(),
})

export type Operators = z.infer<typeof operatorsSchema>
