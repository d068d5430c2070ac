import { search } from '../../api/search.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra } from '../session.ts'
import { SCOPE_FLAGS, searchText } from './search.ts'

const flags = contractFlags(search, {
  names: { ...SCOPE_FLAGS, query: 'query' },
  without: [
    ...['targets', 'pivot_from', 'options.wait_seconds', 'options.period.asked_on', 'options.budget.max_pages'],
    ...['options.budget.max_seconds', 'options.refute', 'options.seek_primary', 'options.engines', 'options.category'],
    ...['options.expand', 'options.mirror'],
  ],
})

export const pivotCommand: Command = {
  name: 'pivot',
  summary: 'Ask public sources what leads on from a company, a domain, a person or a number',
  usage: '<task_id> <from>',
  details: [
    'From a company: registrations, officers, filings, domains, certificates, patents, subsidies, news. From a ' +
      'domain: registration, certificates, hosts, archived history. From a person, in public roles only: papers, ' +
      'posts, filings. Each step is counted: what was asked of whom, and how many records came.',
    '<from> is a domain, a number of a register (法人番号, LEI, CIK, ORCID...), company:NAME, person:NAME, or the id of ' +
      'a record or page of the task. Accounts, e-mail addresses and telephone numbers are refused.',
    'No engine is asked, unless --query gives one to search by as well. The steps are in config/pivots.yaml, your ' +
      'own in LYRA_HOME/pivots.yaml.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra pivot task_0123456789abcdef example.org', about: 'who stands behind a domain' },
    { line: 'lyra pivot task_0123456789abcdef "company:株式会社加賀見製作所"', about: 'a company by its name' },
  ],
  run: async (call) => {
    const [task_id, pivot_from] = takePositionals(call.positionals, ['task_id', 'from'], 'pivot')
    const given = flags.read(call.flags)
    return withLyra(call, async (lyra) => {
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const answer = await searchToEnd(lyra, { task_id, pivot_from, ...given }, hooks).finally(progress.end)
      return { document: answer, text: searchText(answer, call.world.width) }
    })
  },
}
