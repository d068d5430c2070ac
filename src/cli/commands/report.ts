import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { checkCitations } from '../../api/check-citations.ts'
import { getReport } from '../../api/get-report.ts'
import { REPORT_FORMATS, type ReportFormat, renderReport } from '../../api/render-report.ts'
import { diskTrouble } from '../../domain/disk-trouble.ts'
import { LyraError } from '../../domain/errors.ts'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../domain/report-language.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { namingFile, readBytes, textOf } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { printable } from '../text.ts'

export const reportCommand: Command = {
  name: 'report',
  summary: getReport.title,
  usage: '<task_id>',
  details: [
    'What was found, nearest to the question first: each finding with what speaks for and against it in its own ' +
      'words, independent origins, primary sources first; then disputes, what changed, a timeline, gaps, methods and ' +
      'every passage with its place in the archive. It concludes nothing.',
    'Markdown by default; html is one page that loads nothing and prints well; docx is for Word and LibreOffice. The ' +
      'same graph makes the same bytes.',
  ],
  flags: {
    out: { type: 'string', value: '<file>', about: 'Write to this file instead of stdout' },
    format: {
      type: 'string',
      value: '<format>',
      about: `One of ${REPORT_FORMATS.join(', ')}; that of the ending of --out when left out`,
    },
    lang: {
      type: 'string',
      value: '<language>',
      about: `One of ${REPORT_LANGUAGES.join(', ')}; that of the task when left out`,
    },
    check: {
      type: 'string',
      value: '<file>',
      about: 'Check the citations of this report (md, html, docx), as written or edited, instead',
    },
  },
  examples: [
    { line: 'lyra report task_0123456789abcdef --out report.md', about: 'to a file' },
    { line: 'lyra report task_0123456789abcdef --out report.html --lang ja', about: 'to read and print, in Japanese' },
    { line: 'lyra report task_0123456789abcdef --out report.docx', about: 'for Word' },
    { line: 'lyra report task_0123456789abcdef | less', about: 'to the pager' },
    { line: 'lyra report task_0123456789abcdef --check report.md', about: 'does every citation still hold?' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals, ['task_id'], 'report')
    const checked = call.flags.text('check')
    if (checked !== undefined) return check(call, taskId, resolve(call.world.cwd, checked))
    const out = call.flags.text('out')
    const format = formatOf(call.flags.text('format'), out)
    const language = languageOf(call.flags.text('lang'))
    const asked = { task_id: taskId, ...(language === undefined ? {} : { language }) }
    if (out !== undefined) return write(call, resolve(call.world.cwd, out), { ...asked, format })
    if (format === 'docx') throw new LyraError('INVALID_PARAMS', 'A docx file needs --out <file>')
    if (format === 'html') {
      const answer = await callLyra(call, renderReport, { ...asked, format })
      return { document: answer, text: printable(Buffer.from(answer.base64, 'base64').toString('utf8')) }
    }
    const answer = await callLyra(call, getReport, asked)
    return { document: answer, text: printable(answer.markdown) }
  },
}

/** What was asked for; else what the ending of the file says, and Markdown where it says nothing of the kind. */
function formatOf(asked: string | undefined, out: string | undefined): ReportFormat {
  const named =
    asked ??
    extname(out ?? '')
      .slice(1)
      .toLowerCase()
  const known = REPORT_FORMATS.find((format) => format === named)
  if (known !== undefined) return known
  if (asked === undefined) return 'md'
  throw new LyraError('INVALID_PARAMS', `--format is one of ${REPORT_FORMATS.join(', ')}, not "${asked.slice(0, 40)}"`)
}

function languageOf(asked: string | undefined): ReportLanguage | undefined {
  if (asked === undefined) return undefined
  const known = REPORT_LANGUAGES.find((language) => language === asked)
  if (known !== undefined) return known
  throw new LyraError('INVALID_PARAMS', `--lang is one of ${REPORT_LANGUAGES.join(', ')}, not "${asked.slice(0, 40)}"`)
}

interface Wanted {
  readonly task_id: string
  readonly format: ReportFormat
  readonly language?: ReportLanguage
}

async function write(call: Call, file: string, wanted: Wanted): Promise<Result> {
  const { format, ...asked } = wanted
  const content =
    format === 'md'
      ? printable((await callLyra(call, getReport, asked)).markdown)
      : Buffer.from((await callLyra(call, renderReport, wanted)).base64, 'base64')
  writeOrExplain(file, content)
  const { task_id } = asked
  return { document: { ok: true, task_id, format, file }, text: `Report written to ${file}` }
}

/** Exit 1 when a citation does not resolve. */
async function check(call: Call, taskId: string, file: string): Promise<Result> {
  const { citations } = await namingFile(file, ['The report', 'report:'], () =>
    callLyra(call, checkCitations, { task_id: taskId, ...writtenReport(file) }),
  )
  const broken = citations.filter((citation) => citation.problem !== null)
  if (citations.length === 0)
    throw new LyraError('INVALID_PARAMS', `${file} cites nothing: is it a report of Lyra?`, { hint: READ_HERE })
  const lines = broken.map((citation) => `[${citation.number}] ${citation.fragmentId} ${citation.problem}`)
  return {
    document: { ok: broken.length === 0, citations: citations.length, broken },
    text: [...lines, `${citations.length} citations checked, ${broken.length} broken`].join('\n'),
    exit: broken.length === 0 ? 0 : 1,
  }
}

const READ_HERE = 'Markdown, HTML and Word (docx) are read, as `lyra report` writes them, edited or not'

/** By what stands in the file: the ending of an edited one may be any. */
function writtenReport(file: string): { readonly report: string; readonly format: ReportFormat } {
  const bytes = readBytes(file)
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return { report: bytes.toString('base64'), format: 'docx' }
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new LyraError('INVALID_PARAMS', `The file ${file} is a PDF, whose citations are not read`, {
      hint: READ_HERE,
    })
  const report = textOf(file, bytes)
  return { report, format: /^\s*<(?:!doctype\s+html|html)\b/iu.test(report) ? 'html' : 'md' }
}

/** What was researched is the user's alone; a file that was there keeps its permissions. */
export function writeOrExplain(file: string, content: string | Buffer): void {
  const isNew = !existsSync(file)
  try {
    writeFileSync(file, content, { mode: 0o600 })
  } catch (error) {
    const why = diskTrouble(error)
    // Half a report would be taken for a whole one.
    if (isNew && why !== null) rmSync(file, { force: true })
    if (why !== null && why !== 'no permission')
      throw new LyraError('STORE_UNAVAILABLE', `The file ${file} cannot be written: ${why}`, {
        hint: 'Make room on the disk, or choose another one',
        cause: error,
      })
    throw new LyraError('INVALID_PARAMS', `The file ${file} cannot be written`, {
      hint: 'Choose a folder that exists and is yours',
      cause: error,
    })
  }
}
