import { z } from 'zod'

/** 0 or 1 in a STRICT table, a boolean outside. */
export const flag = z.number().transform((value) => value !== 0)

/** A word from a closed list of the domain; any other means that the file was written by something else. */
export function word<const T extends readonly string[]>(list: T) {
  return z.enum(list)
}

/** A JSON column: parsed and checked where it leaves the database. */
export function json<T>(schema: z.ZodType<T>) {
  return z.string().transform((text, context): T => {
    const parsed = schema.safeParse(readJson(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: `bad JSON column: ${parsed.error.message}` })
    return z.NEVER
  })
}

export const strings = json(z.array(z.string()))
export const fields = z.record(z.string(), z.unknown())

export function bit(value: boolean): number {
  return value ? 1 : 0
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
