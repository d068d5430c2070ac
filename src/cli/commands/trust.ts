import { getTrust, removeTrust, setTrust, type TrustAnswer, type TrustChange } from '../../api/site-trust.ts'
import { LyraError } from '../../domain/errors.ts'
import { TRUST_ORDER } from '../../domain/trust.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { callLyra } from '../session.ts'
import { plural, printable } from '../text.ts'

const flags = contractFlags(setTrust)

export const trustCommand: Command = {
  name: 'trust',
  summary: 'Trust of a site: see it, set it, take back what you set',
  usage: '<domain> [<level> | --remove]',
  details: [
    `Levels, lowest first: ${TRUST_ORDER.join(', ')}. Nothing of a site that is BLOCKED counts.`,
    'The level is written under `user_overrides` of LYRA_HOME/domains.yaml, where you can do the same by hand; ' +
      'comments and everything else in the file stay. It stands above what Lyra finds, lifts a block that Lyra made, ' +
      'and holds at once: confidence and status of what rests on the site follow.',
    'With --remove your entry is taken out, and what Lyra finds about the site holds again.',
  ],
  flags: {
    ...flags.table,
    remove: { type: 'boolean', about: 'Take your entry back' },
  },
  examples: [
    { line: 'lyra trust heart-podcast.example', about: 'how far it is trusted, and why' },
    { line: 'lyra trust heart-podcast.example LOW --reason "a podcast"', about: 'set it; lifts a block' },
    { line: 'lyra trust spam.example BLOCKED', about: 'nothing of it counts' },
    { line: 'lyra trust spam.example --remove', about: 'take your entry back' },
  ],
  run: async (call) => {
    const remove = call.flags.on('remove')
    const given = flags.read(call.flags)
    if (call.positionals.length < 2) {
      const [domain] = takePositionals(call.positionals, ['domain'], 'trust')
      if (given.reason !== undefined)
        throw new LyraError('INVALID_PARAMS', '--reason goes with a level only', {
          hint: `For example \`lyra trust ${domain} LOW --reason "a podcast"\``,
        })
      if (!remove) {
        const answer = await callLyra(call, getTrust, { domain })
        return { document: answer, text: trustText(answer) }
      }
      const answer = await callLyra(call, removeTrust, { domain, channel: 'cli' })
      return { document: answer, text: changeText(answer) }
    }
    const [domain, trust_level] = takePositionals(call.positionals, ['domain', 'level'], 'trust')
    if (remove) throw new LyraError('INVALID_PARAMS', 'A level and --remove do not go together')
    const answer = await callLyra(call, setTrust, { ...given, domain, trust_level, channel: 'cli' })
    return { document: answer, text: changeText(answer) }
  },
}

const SOURCES: Readonly<Record<string, string>> = {
  default: 'no list names it',
  allowlist: 'listed by Lyra',
  override: 'set by you',
  verification: 'followed from its record',
}

function trustText({ domain, trust, trust_source: source, entry }: TrustAnswer): string {
  const above = entry === null || entry.domain === domain ? '' : ` for ${entry.domain}`
  const since = entry?.added_at == null ? '' : ` on ${entry.added_at}`
  const reason = entry === null || entry.reason === '' ? '' : `: ${entry.reason}`
  return printable(`${domain}: ${trust} (${SOURCES[source] ?? source}${above}${since}${reason})`)
}

function changeText(answer: TrustChange): string {
  const { domain, before, trust, changed, claims } = answer
  if (!changed) return `${trustText(answer)}; it was so already`
  return `${domain}: ${before} -> ${trust}; ${plural(claims, 'claim')} computed again`
}
