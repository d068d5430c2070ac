import type { z } from 'zod'
import type { GivenTo, UseCase } from '../api/define-use-case.ts'
import { takePositionals } from './arguments.ts'
import type { Call, FlagTable } from './command.ts'
import { contractFlags, type FlagChoices, requiredFields } from './contract-flags.ts'

export interface ArgumentChoices extends FlagChoices {
  /** The last positional takes all words that are left: `lyra find blood pressure`. */
  readonly lastTakesRest?: boolean
}

export interface ContractArguments<U extends UseCase<z.ZodObject>> {
  /** The positional arguments as the usage line shows them: `<task_id> <query>`. */
  readonly usage: string
  readonly flags: FlagTable
  /** Positionals and flags as input of the use case; whether the values are right is for the contract to say. */
  read(call: Pick<Call, 'positionals' | 'flags'>): GivenTo<U>
}

/** All arguments of a command that is one use case: required fields are positionals, the others are flags. */
export function contractArguments<U extends UseCase<z.ZodObject>>(
  command: string,
  useCase: U,
  choices: ArgumentChoices = {},
): ContractArguments<U> {
  const flags = contractFlags(useCase, choices)
  const fields = requiredFields(useCase, choices.positionals)
  const names = fields.map((field) => choices.names?.[field] ?? field)
  const rest = choices.lastTakesRest === true
  return {
    usage: names.map((name) => `<${name}>`).join(' ') + (rest ? '...' : ''),
    flags: flags.table,
    read: ({ positionals, flags: given }) => {
      const words = rest ? joinRest(positionals, fields.length) : positionals
      const values = takePositionals(words, names, command)
      const required = Object.fromEntries(fields.map((field, at) => [field, values[at]]))
      return { ...required, ...flags.read(given) } as GivenTo<U>
    },
  }
}

function joinRest(words: readonly string[], wanted: number): readonly string[] {
  return words.length <= wanted ? words : [...words.slice(0, wanted - 1), words.slice(wanted - 1).join(' ')]
}
