import { LyraError } from '../domain/errors.ts'
import type { SearchOptions } from '../domain/task.ts'
import { requireKnownEngines } from '../engines/choose-engines.ts'
import type { Lyra } from './lyra.ts'

/** The limits of the tools' input schemas, for every caller: the CLI gets the same refusals as an MCP client. */
const LONGEST_QUERY = 4000

export function checkTaskInput(input: Parameters<Lyra['createTask']>[0]): void {
  text('query', input.query)
  range('max_pages', input.budget?.max_pages, 1, 1000)
  range('max_seconds', input.budget?.max_seconds, 1, 86_400)
  for (const domain of input.priority_domains ?? []) {
    if (!/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(domain))
      refuse(`priority_domains: "${domain.slice(0, 80)}" is no domain`)
  }
  if (input.language !== undefined && !/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(input.language))
    refuse(`language: "${input.language.slice(0, 20)}" is no language code, e.g. en or ja`)
}

export function checkSearchInput(query: string, options: SearchOptions, engines: readonly string[] = []): void {
  text('query', query)
  if (engines.length > 0) requireKnownEngines(options.engines ?? [], engines, 'INVALID_PARAMS')
  range('max_pages', options.max_pages, 1, 1000)
  // A command line may wait for a whole day; the tool's own schema keeps MCP clients to ten minutes.
  range('wait_seconds', options.wait_seconds, 1, 86_400)
}

export function checkQueryInput(options: NonNullable<Parameters<Lyra['queryGraph']>[1]>): void {
  range('limit', options.limit, 1, 200)
  range('timeout_ms', options.timeout_ms, 1, 2000)
}

export function checkVectorInput(input: Parameters<Lyra['vectorSearch']>[0]): void {
  text('query', input.query)
  range('top_k', input.top_k, 1, 50)
  range('min_similarity', input.min_similarity, 0, 1)
}

export function checkFindInput(input: Parameters<Lyra['find']>[0]): void {
  text('words', input.words)
  range('top_k', input.top_k, 1, 50)
}

function text(name: string, value: string): void {
  if (value.trim() === '' || value.length > LONGEST_QUERY) refuse(`${name} must have 1 to ${LONGEST_QUERY} characters`)
}

function range(name: string, value: number | undefined, least: number, most: number): void {
  if (value !== undefined && !(value >= least && value <= most))
    refuse(`${name} must be ${least} to ${most}, not ${value}`)
}

function refuse(message: string): never {
  throw new LyraError('INVALID_PARAMS', message)
}
