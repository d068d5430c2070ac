import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { givenText, taskId } from '../api/fields.ts'
import type { Lyra } from '../app/lyra.ts'
import { PACKAGE_ROOT } from '../app/package-root.ts'
import { completeLanguage, completeQuestion, completeTaskId } from './completions.ts'

/** One file per prompt and language; `{{question}}` or `{{task_id}}` is filled in. */
const FOLDER = join(PACKAGE_ROOT, 'config', 'assistant-prompts')

const language = completable(z.string().max(35), (typed) => completeLanguage(typed))
  .optional()
  .describe('Language of the instructions: en (default) or ja')

/** Two workflows that teach the loop of REQ 2.1.2: the assistant thinks, Lyra works. */
export function registerPrompts(server: McpServer, lyra: Lyra): void {
  const question = completable(givenText.describe('The research question'), (typed) => completeQuestion(lyra, typed))
  const task = completable(taskId.describe('The task to report on'), (typed) => completeTaskId(lyra, typed))
  server.registerPrompt(
    'research',
    {
      title: 'Research a question',
      description: 'How to research a question with Lyra, from the first query to a cited answer',
      argsSchema: z.object({ question, language }),
    },
    ({ question: asked, language: code }) => filled('research', code, 'question', asked),
  )
  server.registerPrompt(
    'report',
    {
      title: 'Write a report from a task',
      description: 'How to explore the evidence of a finished task and write it up with citations',
      argsSchema: z.object({ task_id: task, language }),
    },
    ({ task_id, language: code }) => filled('report', code, 'task_id', task_id),
  )
}

function filled(name: string, code: string | undefined, place: string, value: string) {
  const file = `${name}.${isJapanese(code) ? 'ja' : 'en'}.md`
  const text = readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .replaceAll(`{{${place}}}`, () => value)
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}

function isJapanese(code: string | undefined): boolean {
  return code !== undefined && /^(ja|jp|日本)/iu.test(code.trim())
}
