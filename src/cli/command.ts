import type { OpenLyra } from '../app/lyra.ts'
import type { OpenOptions } from '../app/open-options.ts'

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
  /** For the person at the terminal, not for a script that reads stdout: goes to stderr, not printed with `--json`. */
  readonly aside?: string
  readonly exit?: number
}

/** The world outside the process, injected so that a test can replace it. */
export interface World {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Progress bars are drawn only here; a pipe gets plain lines. */
  readonly terminal: boolean
  readonly columns: number
  /** Columns of the terminal that stdout is; infinite for a pipe or a file, where nothing is cut to fit. */
  readonly width: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly root: string
  readonly signal: AbortSignal
  /** Answers of a person, from a terminal key by key, from a pipe line by line. */
  readonly keys?: () => AsyncIterable<string>
  /** Before a command that stays: the memory it will free is given back. */
  readonly becomeLean?: () => void
  readonly openLyra: (options: OpenOptions) => Promise<OpenLyra>
}

export interface Call {
  readonly positionals: readonly string[]
  readonly flags: ParsedFlags
  readonly json: boolean
  readonly world: World
  /** `--home`, `--replay` and `--set` as openLyra wants them. */
  readonly open: Omit<OpenOptions, 'mode' | 'mustExist' | 'leaveAbsent'>
}

/** Typed access to parsed flags; a wrong number is INVALID_PARAMS. */
export interface ParsedFlags {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  on(name: string): boolean
  number(name: string): number | undefined
  integer(name: string): number | undefined
}
