import { z } from 'zod'
import { SEARCH_STATUSES } from '../domain/satisfaction.ts'
import { FINAL_STATUSES, TASK_STATUSES } from '../domain/task.ts'
import { TRUST_ORDER } from '../domain/trust.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'

/** Pieces that the contracts share. Lengths bound what one answer may carry; L7 cuts to them. */
export const ok = z.literal(true)
export const id = z.string().max(200)
export const ids = z.array(id).max(2000)
export const shortText = z.string().max(1000)
export const longText = z.string().max(8000)
export const queryText = z.string().max(4000)
export const url = z.string().max(4096)
export const domain = z.string().max(253)
export const time = z.string().max(40)
export const lines = z.array(shortText).max(500)
export const trustLevel = z.enum(TRUST_ORDER)
export const verificationStatus = z.enum(VERIFICATION_STATUSES)
export const searchStatus = z.enum(SEARCH_STATUSES)
export const taskStatus = z.enum(TASK_STATUSES)
export const finalStatus = z.enum(FINAL_STATUSES)
export const budget = z.object({ max_pages: z.number(), max_seconds: z.number() })

/** Inputs. */
export const taskId = z.string().min(1).max(200).describe('Id that create_task returned')
export const onlyTask = taskId.optional().describe('Only this task; all tasks when left out')
export const givenText = z.string().trim().min(1).max(4000)
export const maxPages = z.int().min(1).max(1000).optional()
export const target = z.enum(['claims', 'fragments']).optional().describe('What to search (default claims)')
export const topK = z.int().min(1).max(50).optional().describe('Most results (default 10)')
/** What an MCP resource may carry: enough to write from, little enough for a context window. */
export const limitChars = z.int().min(1).max(10_000_000).optional().describe('Cut the text after this many characters')
