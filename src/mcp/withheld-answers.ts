import type { AnswerOf, UseCase } from '../api/define-use-case.ts'
import { getStatus } from '../api/get-status.ts'
import { passageFields } from '../api/untrusted-fields.ts'
import type { Lyra } from '../app/lyra.ts'
import { withheldFrom } from '../guard/l7-withheld-speech.ts'
import { rememberWithheld, type WithheldPlace, withheldBefore, withheldNotes } from './withheld-notes.ts'

/**
 * The application as an assistant meets it (REQ 4.4.1 L7): in every answer, of a tool or behind a resource, sentences
 * of stored passages that speak to a machine are withheld. The command line and the dashboard show them to a person.
 * The answer that withholds them tells where they stand, and so does the status of the task.
 */
export function withholding(lyra: Lyra): Lyra {
  const before = withheldBefore(lyra)
  return {
    ...lyra,
    call: async (useCase, input, hooks) => {
      const answer = await lyra.call(useCase, input, hooks)
      const taskId = taskIn(input) ?? taskIn(answer)
      if (useCase === (getStatus as UseCase) && taskId !== null)
        hooks?.onWithheld?.(withheldNotes([...(before.get(taskId)?.values() ?? [])]))
      const paths = passageFields(useCase).map(stepsOf)
      const found: Found[] = []
      const collect: Change = (text, at, holder) => {
        found.push({ text, at, holder })
        return text
      }
      for (const path of paths) mapped(answer, path, collect, OUTSIDE)
      if (found.length === 0) return answer
      const { withhold } = await lyra.open()
      const shown = await withhold(
        found.map(({ text }) => text),
        hooks?.signal,
      )
      const places = found.flatMap(({ text, ...place }, index): readonly WithheldPlace[] => {
        const sentences = withheldFrom(text, shown[index] ?? '')
        return sentences === 0 ? [] : [{ ...place, sentences }]
      })
      if (places.length > 0) {
        if (taskId !== null) rememberWithheld(before, taskId, places)
        hooks?.onWithheld?.(withheldNotes(places))
      }
      return replaced(useCase, answer, paths, new Map(found.map(({ text }, at) => [text, shown[at] ?? ''] as const)))
    },
  }
}

interface Found {
  readonly text: string
  readonly at: string
  readonly holder: unknown
}

type Change = (text: string, at: string, holder: unknown) => string

interface Place {
  readonly at: string
  readonly holder: unknown
}
const OUTSIDE: Place = { at: '', holder: null }

function taskIn(value: unknown): string | null {
  const { task_id: taskId } = Object(value) as Readonly<Record<string, unknown>>
  return typeof taskId === 'string' ? taskId : null
}

function replaced<U extends UseCase>(
  _useCase: U,
  answer: AnswerOf<U>,
  paths: readonly (readonly string[])[],
  shown: ReadonlyMap<string, string>,
): AnswerOf<U> {
  const put: Change = (text) => shown.get(text) ?? text
  return paths.reduce((value: unknown, path) => mapped(value, path, put, OUTSIDE), answer) as AnswerOf<U>
}

/** `results[].text_preview` as `results`, `[]`, `text_preview`. */
function stepsOf(path: string): readonly string[] {
  return path.replaceAll('[]', '.[]').split('.')
}

/** The value with the strings at the end of the path changed; of a record there, all its strings. */
function mapped(value: unknown, steps: readonly string[], change: Change, place: Place): unknown {
  if (value === null || value === undefined) return value
  const [step, ...rest] = steps
  if (step === undefined) return changed(value, change, place)
  if (step === '[]')
    return Array.isArray(value)
      ? value.map((item, index) => mapped(item, rest, change, { ...place, at: `${place.at}[${index}]` }))
      : value
  if (typeof value !== 'object' || !(step in value)) return value
  const inner = (value as Readonly<Record<string, unknown>>)[step]
  return { ...value, [step]: mapped(inner, rest, change, { at: joined(place.at, step), holder: value }) }
}

function changed(value: unknown, change: Change, { at, holder }: Place): unknown {
  if (typeof value === 'string') return change(value, at, holder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' ? change(item, joined(at, key), value) : item,
    ]),
  )
}

function joined(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`
}
