import { z } from 'zod'
import type { UseCase } from './define-use-case.ts'

/** The part of JSON Schema in which a text can stand. */
interface Shape {
  readonly untrusted?: boolean
  readonly passage?: boolean
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    untrusted: z.boolean().exactOptional(),
    passage: z.boolean().exactOptional(),
    anyOf: z.array(shape).exactOptional(),
    items: shape.exactOptional(),
    properties: z.record(z.string(), shape).exactOptional(),
  }),
)

/**
 * L5 (REQ 4.4.1): the fields of an answer whose text came from the web, as the contracts mark them in `fields.ts`:
 *
 *     claims_found[].text, warnings[], rows[]
 */
export function untrustedFields(useCase: UseCase): readonly string[] {
  return markedFields(useCase, 'untrusted')
}

/** Those of them that hold words of stored passages, in the same form. */
export function passageFields(useCase: UseCase): readonly string[] {
  return markedFields(useCase, 'passage')
}

type Mark = 'untrusted' | 'passage'

/** Contracts are constants; worked out with the first answer, not when tools are listed. */
const known: Readonly<Record<Mark, WeakMap<UseCase, readonly string[]>>> = {
  untrusted: new WeakMap(),
  passage: new WeakMap(),
}

function markedFields(useCase: UseCase, mark: Mark): readonly string[] {
  const before = known[mark].get(useCase)
  if (before !== undefined) return before
  const paths = [...new Set(markedPaths(shape.parse(z.toJSONSchema(useCase.output)), mark, ''))]
  known[mark].set(useCase, paths)
  return paths
}

function markedPaths(schema: Shape, mark: Mark, path: string): readonly string[] {
  const { anyOf = [], items, properties = {} } = schema
  if (schema[mark] === true) return [path]
  return [
    ...anyOf.flatMap((form) => markedPaths(form, mark, path)),
    ...(items === undefined ? [] : markedPaths(items, mark, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, field]) =>
      markedPaths(field, mark, path === '' ? name : `${path}.${name}`),
    ),
  ]
}
