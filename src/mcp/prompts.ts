import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completable } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { givenText, taskId } from '../api/fields.ts'
import { PACKAGE_ROOT } from '../app/package-root.ts'
import { completeLanguage, completeQuestion, completeTaskId } from './completions.ts'
import type { OfferedPrompt } from './offer.ts'

/** One file per prompt and language; `{{question}}` or `{{task_id}}` is filled in. */
const FOLDER = join(PACKAGE_ROOT, 'config', 'assistant-prompts')

const language = completable(z.string().max(35), (typed) => completeLanguage(typed))
  .optional()
  .describe('Language of the instructions: en (default) or ja')

/** Two workflows that teach the loop of REQ 2.1.2: the assistant thinks, Lyra works. */
export const PROMPTS: readonly OfferedPrompt[] = [
  {
    name: 'research',
    title: 'Research a question',
    description: 'How to research a question with Lyra, from the first query to a cited answer',
    argsSchema: ({ lyra }) => {
      const question = givenText.describe('The research question')
      return z.object({ question: completable(question, (typed) => completeQuestion(lyra, typed)), language })
    },
    get: ({ question, language: code }) => filled('research', code, 'question', question),
  },
  {
    name: 'report',
    title: 'Write a report from a task',
    description: 'How to explore the evidence of a finished task and write it up with citations',
    argsSchema: ({ lyra }) => {
      const task = taskId.describe('The task to report on')
      return z.object({ task_id: completable(task, (typed) => completeTaskId(lyra, typed)), language })
    },
    get: ({ task_id, language: code }) => filled('report', code, 'task_id', task_id),
  },
]

function filled(name: string, code: string | undefined, place: string, value = '') {
  const file = `${name}.${isJapanese(code) ? 'ja' : 'en'}.md`
  const text = readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .replaceAll(`{{${place}}}`, () => value)
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}

function isJapanese(code: string | undefined): boolean {
  return code !== undefined && /^(ja|jp|日本)/iu.test(code.trim())
}
