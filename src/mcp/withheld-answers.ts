import type { AnswerOf, UseCase } from '../api/define-use-case.ts'
import { passageFields } from '../api/untrusted-fields.ts'
import type { Lyra } from '../app/lyra.ts'

/**
 * The application as an assistant meets it (REQ 4.4.1 L7): in every answer, of a tool or behind a resource, sentences
 * of stored passages that speak to a machine are withheld. The command line and the dashboard show them to a person.
 */
export function withholding(lyra: Lyra): Lyra {
  return {
    ...lyra,
    call: async (useCase, input, hooks) => {
      const answer = await lyra.call(useCase, input, hooks)
      const paths = passageFields(useCase).map(stepsOf)
      const found: string[] = []
      const collect = (text: string) => {
        found.push(text)
        return text
      }
      for (const path of paths) mapped(answer, path, collect)
      if (found.length === 0) return answer
      const { withhold } = await lyra.open()
      const shown = await withhold(found, hooks?.signal)
      return replaced(useCase, answer, paths, new Map(found.map((text, at) => [text, shown[at] ?? ''] as const)))
    },
  }
}

function replaced<U extends UseCase>(
  _useCase: U,
  answer: AnswerOf<U>,
  paths: readonly (readonly string[])[],
  shown: ReadonlyMap<string, string>,
): AnswerOf<U> {
  const put = (text: string) => shown.get(text) ?? text
  return paths.reduce((value: unknown, path) => mapped(value, path, put), answer) as AnswerOf<U>
}

/** `results[].text_preview` as `results`, `[]`, `text_preview`. */
function stepsOf(path: string): readonly string[] {
  return path.replaceAll('[]', '.[]').split('.')
}

/** The value with the strings at the end of the path changed; of a record there, all its strings. */
function mapped(value: unknown, steps: readonly string[], change: (text: string) => string): unknown {
  if (value === null || value === undefined) return value
  const [step, ...rest] = steps
  if (step === undefined) return changed(value, change)
  if (step === '[]') return Array.isArray(value) ? value.map((item) => mapped(item, rest, change)) : value
  if (typeof value !== 'object' || !(step in value)) return value
  return { ...value, [step]: mapped((value as Readonly<Record<string, unknown>>)[step], rest, change) }
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === 'string' ? change(item) : item]),
  )
}
