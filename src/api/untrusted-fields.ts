import { z } from 'zod'
import type { UseCase } from './define-use-case.ts'

/** The part of JSON Schema in which a text can stand. */
interface Shape {
  readonly untrusted?: boolean
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    untrusted: z.boolean().exactOptional(),
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
  const paths = known.get(useCase) ?? [...new Set(markedPaths(shape.parse(z.toJSONSchema(useCase.output)), ''))]
  known.set(useCase, paths)
  return paths
}

/** Contracts are constants; worked out with the first answer, not when tools are listed. */
const known = new WeakMap<UseCase, readonly string[]>()

function markedPaths({ untrusted, anyOf = [], items, properties = {} }: Shape, path: string): readonly string[] {
  if (untrusted === true) return [path]
  return [
    ...anyOf.flatMap((form) => markedPaths(form, path)),
    ...(items === undefined ? [] : markedPaths(items, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, field]) =>
      markedPaths(field, path === '' ? name : `${path}.${name}`),
    ),
  ]
}
