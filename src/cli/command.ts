import type { Lyra } from '../app/lyra.ts'
import type { CitationStep, Mirrored } from '../app/open-lyra.ts'
import type { SearchCalibrations } from '../domain/calibration.ts'

export interface Flag {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help, e.g. `<n>`. */
  readonly value?: string
  readonly multiple?: boolean
  readonly about: string
}

export type FlagTable = Readonly<Record<string, Flag>>

export interface Example {
  readonly line: string
  readonly about: string
}

/** One command of the table: help, reference page and parser all read it. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** The positional arguments as the usage line shows them. */
  readonly usage: string
  /** What the command does beyond its summary; paragraphs. */
  readonly details: readonly string[]
  readonly flags: FlagTable
  readonly examples: readonly Example[]
  run(call: Call): Promise<Result>
}

/** What a command hands back: main prints the document with `--json`, the text otherwise. */
export interface Result {
  readonly document: unknown
  readonly text: string
  readonly exit?: number
}

export interface OpenOptions {
  readonly flags: Readonly<Record<string, string>>
  readonly home?: string
  readonly replay?: string
  readonly mode: 'cli' | 'stdio' | 'http'
  /** A command that reads must not make an empty home out of a mistyped name. */
  readonly mustExist?: boolean
  /** Replay: the recorded order of what was followed between the searches. */
  readonly citationSteps?: readonly CitationStep[]
  /** Replay: what the local model made of the queries. */
  readonly mirrors?: ReadonlyMap<string, Mirrored>
  /** Replay: the learned corrections that the searches applied, in their order. */
  readonly calibrations?: readonly SearchCalibrations[]
}

/** The world outside the process, injected so that a test can replace it. */
export interface World {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Progress bars are drawn only here; a pipe gets plain lines. */
  readonly terminal: boolean
  readonly columns: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly root: string
  readonly signal: AbortSignal
  readonly openLyra: (options: OpenOptions) => Promise<Lyra>
}

export interface Call {
  readonly positionals: readonly string[]
  readonly flags: ParsedFlags
  readonly json: boolean
  readonly world: World
  /** `--home`, `--replay` and `--set` as openLyra wants them. */
  readonly open: Omit<OpenOptions, 'mode' | 'mustExist'>
}

/** Typed access to parsed flags; a wrong number is INVALID_PARAMS. */
export interface ParsedFlags {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  on(name: string): boolean
  number(name: string): number | undefined
  integer(name: string): number | undefined
}
