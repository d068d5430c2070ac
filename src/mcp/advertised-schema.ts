import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { errorSchema, metaSchema } from './answer-schemas.ts'
import type { Tool } from './define-tool.ts'

type JsonSchema = Record<string, unknown>

/**
 * Schemas the server lists but does not enforce itself: the outlet does, so that a wrong input is answered with
 * INVALID_PARAMS and the field's name instead of a protocol error.
 */
function listedOnly(json: () => JsonSchema): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'lyra',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

/**
 * Tools are constants, so what follows from them is worked out once: over HTTP every request has a server of its own.
 */
const inputs = new WeakMap<Tool, JsonSchema>()
const outputs = new WeakMap<Tool, JsonSchema>()

export function advertisedInput(tool: Tool): StandardSchemaWithJSON {
  return listedOnly(() => once(inputs, tool, () => plain(z.toJSONSchema(tool.input, { io: 'input' }))))
}

/** Success or error, each with `_lyra_meta`: clients check structuredContent against it, failures included. */
export function advertisedOutput(tool: Tool): StandardSchemaWithJSON {
  return listedOnly(() => once(outputs, tool, () => outputJsonSchema(tool)))
}

function once(known: WeakMap<Tool, JsonSchema>, tool: Tool, make: () => JsonSchema): JsonSchema {
  const schema = known.get(tool) ?? make()
  known.set(tool, schema)
  return schema
}

export function outputJsonSchema(tool: Tool): JsonSchema {
  const success = plain(z.toJSONSchema(tool.output))
  const variants = Array.isArray(success.anyOf) ? (success.anyOf as JsonSchema[]) : [success]
  const meta = plain(z.toJSONSchema(metaSchema))
  const withMeta = [...variants, plain(z.toJSONSchema(errorSchema))].map((variant) => ({
    ...variant,
    properties: { ...(variant.properties as JsonSchema), _lyra_meta: { $ref: '#/$defs/meta' } },
    required: [...((variant.required as string[] | undefined) ?? []), '_lyra_meta'],
  }))
  return {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    anyOf: withMeta,
    $defs: { meta },
  }
}

function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = schema
  return rest
}
