import { search } from '../../api/search.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra } from '../session.ts'
import { waitForCitations } from '../wait-for-citations.ts'
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
  summary: 'Read what you name: addresses, papers, books, patents, laws, trials',
  usage: '<task_id> <target>...',
  details: [
    'A target is an http(s) address, a DOI, an arXiv, PubMed or PMC number, an ISBN, a patent, law or trial number, or the ' +
      'id of a citation candidate (`lyra citations`). Each is read as a search would read it: robots, archive, screening, ' +
      'claims, stance. No engine is asked and no link followed, unless --query gives one to search by as well.',
    'Every target has an outcome: read, already_read, refused_address, refused_private, robots_denied, login_wall, ' +
      'not_found, unknown_identifier, no_source, budget_spent and what else can become of a page. Exit 0 when all were ' +
      'read, 1 when one was not.',
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
    const input = { task_id, targets, ...flags.read(call.flags) }
    return withLyra(call, async (lyra) => {
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const answer = await searchToEnd(lyra, input, hooks).finally(progress.end)
      await waitForCitations(lyra, task_id, call.world)
      const unread = (answer.targets ?? []).some(({ outcome }) => outcome !== 'read' && outcome !== 'already_read')
      return { document: answer, text: searchText(answer, call.world.width), exit: unread ? EXIT_UNREAD : 0 }
    })
  },
}

const EXIT_UNREAD = 1
