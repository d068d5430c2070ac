import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { reportPrompt, researchPrompt } from './prompt-texts.ts'

const language = z.string().max(35).optional().describe('Language of the instructions: en (default) or ja')

/** Two workflows that teach the loop of REQ 2.1.2: the assistant thinks, Lyra works. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'research',
    {
      title: 'Research a question',
      description: 'How to research a question with Lyra, from the first query to a cited answer',
      argsSchema: z.object({ question: z.string().min(1).max(4000).describe('The research question'), language }),
    },
    ({ question, language: code }) => message(researchPrompt(question, isJapanese(code))),
  )
  server.registerPrompt(
    'report',
    {
      title: 'Write a report from a task',
      description: 'How to explore the evidence of a finished task and write it up with citations',
      argsSchema: z.object({ task_id: z.string().min(1).max(200).describe('The task to report on'), language }),
    },
    ({ task_id, language: code }) => message(reportPrompt(task_id, isJapanese(code))),
  )
}

function isJapanese(code: string | undefined): boolean {
  return code !== undefined && /^(ja|jp|日本)/iu.test(code.trim())
}

function message(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
