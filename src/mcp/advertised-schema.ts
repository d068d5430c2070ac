import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { UseCase } from '../api/define-use-case.ts'
import { compactInput, compactOutput, type JsonSchema } from './compact-schema.ts'

const anyArguments = z.record(z.string(), z.unknown())
export type Arguments = Readonly<z.output<typeof anyArguments>>

/**
 * Schemas the server lists but does not enforce itself: `Lyra.call` checks the input, so that a mistake is answered
 * with INVALID_PARAMS and the field's name instead of a protocol error, and L7 holds the answer to the whole contract.
 */
function listedOnly(json: () => JsonSchema): StandardSchemaWithJSON<unknown, Arguments> {
  return {
    '~standard': {
      version: 1,
      vendor: 'lyra',
      validate: (value) => ({ value: anyArguments.safeParse(value).data ?? {} }),
      jsonSchema: { input: json, output: json },
    },
  }
}

/**
 * Contracts are constants, so what follows from them is worked out once: over HTTP every request has a server of its
 * own.
 */
const inputs = new WeakMap<UseCase, JsonSchema>()
const outputs = new WeakMap<UseCase, JsonSchema>()

export function advertisedInput(tool: UseCase): StandardSchemaWithJSON<unknown, Arguments> {
  return listedOnly(() => once(inputs, tool, () => compactInput(tool.input)))
}

export function advertisedOutput(tool: UseCase): StandardSchemaWithJSON {
  return listedOnly(() => once(outputs, tool, () => compactOutput(tool.output)))
}

function once(known: WeakMap<UseCase, JsonSchema>, tool: UseCase, make: () => JsonSchema): JsonSchema {
  const schema = known.get(tool) ?? make()
  known.set(tool, schema)
  return schema
}
