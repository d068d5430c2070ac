import { listTasks } from '../api/list-tasks.ts'
import type { Lyra } from '../app/lyra.ts'

/** As many as the protocol lets one answer carry. */
const MOST = 100

interface KnownTask {
  readonly id: string
  readonly query: string
}

/** Newest first; none where the home cannot be opened: a client asks while the person types. */
async function knownTasks(lyra: Lyra): Promise<readonly KnownTask[]> {
  try {
    return (await lyra.call(listTasks, {})).tasks
  } catch {
    return []
  }
}

/** Ids that begin as typed, then those whose question holds what was typed. */
export async function completeTaskId(lyra: Lyra, typed: string): Promise<string[]> {
  const tasks = await knownTasks(lyra)
  const word = typed.toLowerCase()
  const begun = tasks.filter(({ id }) => id.startsWith(typed))
  const asked = tasks.filter(({ id, query }) => !id.startsWith(typed) && query.toLowerCase().includes(word))
  return [...begun, ...asked].slice(0, MOST).map(({ id }) => id)
}

/** Questions that were researched before and begin as typed. */
export async function completeQuestion(lyra: Lyra, typed: string): Promise<string[]> {
  const questions = (await knownTasks(lyra)).map(({ query }) => query)
  const begun = questions.filter((query) => query.toLowerCase().startsWith(typed.toLowerCase()))
  return [...new Set(begun)].slice(0, MOST)
}

const LANGUAGES = ['en', 'ja']

export function completeLanguage(typed: string): string[] {
  return LANGUAGES.filter((code) => code.startsWith(typed.trim().toLowerCase()))
}
