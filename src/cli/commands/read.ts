import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { addDocuments } from '../../api/add-documents.ts'
import { search } from '../../api/search.ts'
import { LONGEST_WAIT_SECONDS } from '../../domain/task.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra } from '../session.ts'
import { waitForCitations } from '../wait-for-citations.ts'
import { addText } from './add.ts'
import { SCOPE_FLAGS, searchText } from './search.ts'

const flags = contractFlags(search, {
  names: { ...SCOPE_FLAGS, query: 'query' },
  without: [
    ...['targets', 'options.wait_seconds', 'options.period.asked_on', 'options.budget.max_pages'],
    ...['options.budget.max_seconds', 'options.refute', 'options.seek_primary', 'options.engines', 'options.category'],
  ],
})

export const readCommand: Command = {
  name: 'read',
  summary: 'Read what you name: addresses, papers, books, patents, laws, trials, your own files',
  usage: '<task_id> <target|file>...',
  details: [
    'A target is an http(s) address, a DOI, an arXiv, PubMed or PMC number, an ISBN, a patent, law or trial number, ' +
      'or the id of a citation candidate (`lyra citations`). Each is read as a search would read it: robots, ' +
      'archive, screening, claims, stance. No engine is asked and no link followed, unless --query gives one to ' +
      'search by as well.',
    'A file or folder of this machine is read as `lyra add` reads it.',
    'Every target has an outcome: read, already_read, refused_address, refused_private, robots_denied, login_wall, ' +
      'not_found, unknown_identifier, no_source, budget_spent and what else can become of a page. Exit 0 when all ' +
      'were read, 1 when one was not.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra read task_0123456789abcdef https://www.who.int/news-room/fact-sheets', about: 'one page' },
    { line: 'lyra read task_0123456789abcdef 10.1000/182 "PMID 12345678" NCT01234567', about: 'papers and a trial' },
    { line: 'lyra read task_0123456789abcdef 昭和25年法律第201号', about: 'a Japanese law, by its number' },
  ],
  run: async (call) => {
    const [taskId, ...targets] = call.positionals
    const [task_id] = takePositionals(taskId === undefined ? [] : [taskId], ['task_id'], 'read')
    takePositionals(targets.slice(0, 1), ['target'], 'read')
    const files = targets.filter((target) => isFile(call.world.cwd, target))
    const named = targets.filter((target) => !files.includes(target))
    const given = flags.read(call.flags)
    return withLyra(call, async (lyra) => {
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const paths = files.map((file) => resolve(call.world.cwd, file))
      const query = given.query === undefined ? {} : { query: given.query }
      const added =
        paths.length === 0
          ? null
          : await lyra
              .call(addDocuments, { task_id, paths, ...query, wait_seconds: LONGEST_WAIT_SECONDS }, hooks)
              .finally(progress.end)
      const answer =
        named.length === 0
          ? null
          : await searchToEnd(lyra, { task_id, targets: named, ...given }, hooks).finally(progress.end)
      if (answer !== null) await waitForCitations(lyra, task_id, call.world)
      const isRead = (answer?.targets ?? []).every(({ outcome }) => outcome === 'read' || outcome === 'already_read')
      const filesRead =
        added === null || (added.files.length > 0 && added.files.every(({ page_id: id }) => id !== null))
      const told = [
        ...(added === null ? [] : [addText(added, call.world.width)]),
        ...(answer === null ? [] : [searchText(answer, call.world.width)]),
      ]
      const document = { ok: true, ...(answer ?? {}), ...(added === null ? {} : { files: added.files }) }
      return { document, text: told.join('\n'), exit: isRead && filesRead ? 0 : EXIT_UNREAD }
    })
  },
}

/** What lies on this disk; an address or a number never does. */
function isFile(cwd: string, target: string): boolean {
  return !/^[a-z][a-z\d+.-]*:/i.test(target) && existsSync(resolve(cwd, target))
}

const EXIT_UNREAD = 1
