import { checkInput } from '../api/check-input.ts'
import { search } from '../api/search.ts'
import { LyraError } from '../domain/errors.ts'

/** Options of a queued search: checked now, by the contract that the worker will check them by. */
export function readHubOptions(taskId: string, query: string, given: string | undefined): Record<string, unknown> {
  const read = given === undefined ? {} : readJson(given)
  const { targets, pivot_from, ...options } = read
  const named = { ...(targets === undefined ? {} : { targets }), ...(pivot_from === undefined ? {} : { pivot_from }) }
  checkInput(search, { task_id: taskId, ...(query === '' ? {} : { query }), ...named, options })
  return { ...options, ...named }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {}
  throw new LyraError('INVALID_PARAMS', '--options is a JSON object', {
    hint: `For example --options '{"refute": true}', or --options '{"targets": ["https://..."]}'`,
  })
}
