import { z } from 'zod'

/** The part of JSON Schema that a line of help shows. */
interface Shape {
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().exactOptional(),
    description: z.string().exactOptional(),
    const: z.unknown().exactOptional(),
    enum: z.array(z.unknown()).exactOptional(),
    anyOf: z.array(shape).exactOptional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    properties: z.record(z.string(), shape).exactOptional(),
    required: z.array(z.string()).exactOptional(),
  }),
)

/**
 * The fields of an object in one line, for the description of a tool whose payload depends on its action:
 *
 *     {rating: 1-5, aspect?: relevance|clarity|credibility}
 */
export function describeFields(object: z.ZodType): string {
  const { properties = {}, required = [] } = shape.parse(z.toJSONSchema(object, { io: 'input' }))
  const fields = Object.entries(properties).map(([name, field]) => {
    const list = field.type === 'array' ? '[]' : ''
    const note = field.description === undefined ? '' : ` (${field.description})`
    const values = valuesOf(field)
    return `${name}${list}${required.includes(name) ? '' : '?'}${values === '' ? '' : `: ${values}`}${note}`
  })
  return `{${fields.join(', ')}}`
}

/** Choices and short ranges; a text or a list says nothing by its type. */
function valuesOf(field: Shape): string {
  const choices = [...(field.enum ?? []), ...(field.anyOf ?? []).flatMap((one) => one.const ?? [])]
  if (field.const !== undefined) return String(field.const)
  if (choices.length > 0) return choices.map(String).join('|')
  return field.minimum === undefined || field.maximum === undefined ? '' : `${field.minimum}-${field.maximum}`
}
