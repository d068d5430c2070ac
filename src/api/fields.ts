import { z } from 'zod'
import { LONGEST_DOMAIN } from '../domain/domain-name.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import { REPORT_LANGUAGES } from '../domain/report-language.ts'
import { SEARCH_STATUSES } from '../domain/satisfaction.ts'
import { FINAL_STATUSES, MOST_PAGES, MOST_SECONDS, TASK_STATUSES } from '../domain/task.ts'
import { TRUST_ORDER } from '../domain/trust.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'

/** Characters of a question, a query or a prompt. */
export const LONGEST_TEXT = 4000
/** How long a question or a notice may wait for a person. */
export const LONGEST_ATTENTION_SECONDS = 3600
/** About what one page of an MCP resource may be: enough to write from, little enough for a context window. */
export const RESOURCE_TOKENS = 7000

/**
 * Where a text of an answer comes from (REQ 4.4.1 L5). Every text of a tool's answer says so: `webText` and the other
 * `web...` fields hold words of a page, a server or an index, also inside a sentence of ours that names an address or a
 * title; the others hold ids, times, host names, fixed words of Lyra, or what the caller said.
 */
const fromWeb = { untrusted: true }
/** Words of a stored passage: what speaks to a machine in them is withheld where an assistant reads the answer. */
const ofPassage = { ...fromWeb, passage: true }
const own = { untrusted: false }

/** Pieces that the contracts share. Lengths bound what one answer may carry; L7 cuts to them. */
export const ok = z.literal(true)
export const ownText = (longest: number) => z.string().max(longest).meta(own)
export const id = ownText(200)
export const ids = z.array(id).max(2000)
export const shortText = ownText(1000)
export const longText = ownText(8000)
export const queryText = ownText(LONGEST_TEXT)
export const domain = ownText(LONGEST_DOMAIN)
export const time = ownText(40)
export const lines = z.array(shortText).max(500)
/** A value without a shape of its own, e.g. a field of a stored row; all of Lyra's making. */
export const ownValue = z.unknown().meta(own)
export const webShortText = z.string().max(1000).meta(fromWeb)
export const webText = z.string().max(8000).meta(fromWeb)
export const shortPassage = z.string().max(1000).meta(ofPassage)
export const passageText = z.string().max(8000).meta(ofPassage)
export const webLines = z.array(webShortText).max(500)
export const webUrl = z.string().max(4096).meta(fromWeb)
/** Rows as SQL reads them from the graph. */
export const webRow = z.record(z.string(), z.union([z.string().max(50_000), z.number(), z.null()])).meta(ofPassage)
/** Of the page that follows; null on the last. */
export const nextUri = ownText(500).nullable()
export const trustLevel = z.enum(TRUST_ORDER)
export const verificationStatus = z.enum(VERIFICATION_STATUSES)
/** `queued`: it waits for another search of its task, or was put aside. */
export const searchStatus = z.enum(['queued', ...SEARCH_STATUSES])
export const taskStatus = z.enum(TASK_STATUSES)
export const finalStatus = z.enum(FINAL_STATUSES)
export const budget = z.object({ max_pages: z.number(), max_seconds: z.number() })

/** Inputs. An object that `tools/list` names only by its type: what goes in is told in the tool's description. */
export const listedAsObject = { listed: 'object' }
export const dependsOnAction = { ...listedAsObject, description: 'Depends on the action' }

export const givenId = z.string().min(1).max(200)
export const taskId = givenId.describe('From create_task')
export const reportLanguage = z
  .enum(REPORT_LANGUAGES)
  .describe('Language of the report; that of the task when left out')
export const onlyTask = taskId.optional().describe('Only this task; else all')
/** Control characters say nothing to an engine or a person; line ends and tabs are spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** A text that nobody would see is empty. */
const visibleText = (text: string) => (withoutInvisible(text).trim() === '' ? '' : text)
export const givenText = z
  .string()
  .overwrite((text) => visibleText(text.replace(CONTROL, '')))
  .trim()
  .min(1)
  .max(LONGEST_TEXT)
export const givenDomain = z.string().trim().min(1).max(LONGEST_DOMAIN)
export const maxPages = z.int().min(1).max(MOST_PAGES)
export const taskBudget = z.strictObject({
  max_pages: maxPages.optional().describe('Pages the task may look at (setting task.max_pages)'),
  max_seconds: z.int().min(1).max(MOST_SECONDS).optional().describe('Seconds of work (setting task.max_seconds)'),
})
export const attentionSeconds = z.number().min(1).max(LONGEST_ATTENTION_SECONDS)
export const target = z.enum(['claims', 'fragments']).default('claims').describe('What to search')
export const topK = z.int().min(1).max(50).default(10).describe('Most results')
export const fromItem = z.int().min(0).max(1_000_000).default(0).describe('Entries to pass over')
