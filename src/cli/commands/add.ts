import { resolve } from 'node:path'
import { type AddDocumentsAnswer, addDocuments } from '../../api/add-documents.ts'
import { LONGEST_WAIT_SECONDS } from '../../domain/task.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { progressLine } from '../progress.ts'
import { withLyra } from '../session.ts'
import { plural, shorten } from '../text.ts'
import { searchText } from './search.ts'

/** No file was read. */
const EXIT_NOTHING_READ = 1
/** Files listed on a terminal; `--json` has all of them. */
const FILES_SHOWN = 50

export const addCommand: Command = {
  name: 'add',
  summary: addDocuments.title,
  usage: '<task_id> [<file|folder>...]',
  details: [
    `${addDocuments.description}.`,
    'Every file is named with its outcome. Macros are not run, links and pictures on the web not loaded, and a ' +
      'folder is not left by its links. Limits: documents.max_files, documents.max_bytes.',
    'A library (CSL-JSON, RIS, BibTeX) becomes a page for each entry, with its abstract and notes.',
    'Texts from files are screened like pages of the web (L2). `lyra replay` reads the copies, not your files.',
  ],
  flags: {
    query: { type: 'string', value: '<text>', about: 'What they are read for; else the question of the task' },
    zotero: {
      type: 'string',
      value: '<collection|all>',
      about: 'Also entries and files of Zotero, which runs on this machine: a key of a collection, or all',
    },
    fresh: { type: 'boolean', about: 'Read again what was read' },
  },
  examples: [
    { line: 'lyra add task_0123456789abcdef report.docx figures.xlsx', about: 'two files' },
    { line: 'lyra add task_0123456789abcdef ~/papers --query "dose and blood pressure"', about: 'a folder' },
    { line: 'lyra add task_0123456789abcdef library.ris', about: 'a library from Zotero, Mendeley or EndNote' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals.slice(0, 1), ['task_id'], 'add')
    const zotero = call.flags.text('zotero')
    if (zotero === undefined) takePositionals(call.positionals.slice(1, 2), ['file|folder'], 'add')
    const query = call.flags.text('query')
    const input = {
      task_id: taskId,
      paths: call.positionals.slice(1).map((path) => resolve(call.world.cwd, path)),
      wait_seconds: LONGEST_WAIT_SECONDS,
      ...(query === undefined ? {} : { query }),
      ...(zotero === undefined ? {} : { zotero }),
      ...(call.flags.on('fresh') ? { fresh: true } : {}),
    }
    const progress = progressLine(call.world)
    const hooks = { signal: call.world.signal, onProgress: progress.update }
    const answer = await withLyra(call, (lyra) => lyra.call(addDocuments, input, hooks).finally(progress.end))
    const read = answer.files.some(({ page_id: page }) => page !== null)
    return { document: answer, text: addText(answer, call.world.width), exit: read ? 0 : EXIT_NOTHING_READ }
  },
}

export function addText({ files, search }: AddDocumentsAnswer, fit: number): string {
  const more = files.length - FILES_SHOWN
  const lines = files.slice(0, FILES_SHOWN).map(({ name, outcome, reason }) => {
    return `${outcome === 'ok' ? 'read' : outcome}: ${name}${reason === null ? '' : ` (${shorten(reason, 120)})`}`
  })
  return [
    ...(files.length === 0 ? ['No file was found in what was named.'] : lines),
    ...(more > 0 ? [`and ${plural(more, 'more file')} (--json has all)`] : []),
    ...(search === null ? [] : ['', searchText(search, fit)]),
  ].join('\n')
}
