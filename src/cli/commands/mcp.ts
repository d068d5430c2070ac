import { HOMEPAGE, VERSION } from '../../app/version.ts'
import { answerFirst } from '../../mcp/first-answer.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serve an assistant over stdio (MCP)',
  usage: '',
  details: [
    'Speaks MCP on stdin and stdout until stdin closes. Logs go to LYRA_HOME/logs, never to stdout. The database and ' +
      'the models open on first use, so the client gets its first answer at once.',
    'With --hub the assistant works on the hub of a team instead of a home: the same tools, answered by the database ' +
      'and by the workers, as far as the user of the address may see (docs/hub.md). LYRA_HUB alone changes nothing.',
    'stdout belongs to the protocol: --json has no effect here.',
  ],
  flags: {
    hub: { type: 'string', value: '<url>', about: 'postgres://user:token@host/database, or "env" for LYRA_HUB' },
  },
  examples: [
    { line: 'npx lyra mcp', about: 'what an MCP client runs; see "With your assistant" in the README' },
    {
      line: 'npx lyra mcp --replay demo/demo-web.warc.gz --home .demo',
      about: 'the same on the bundled demo web, offline',
    },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'mcp')
    const { stdin, stdout } = process
    const identity = { version: VERSION, ...(HOMEPAGE === undefined ? {} : { websiteUrl: HOMEPAGE }) }
    const first = answerFirst(stdin, stdout, identity, call.world.signal)
    await first.greeted
    // Wrong settings end the server at once, not when somebody asks for more.
    const { namedHub, serverOptions, settingsOf } = await import('../session.ts')
    const settings = await settingsOf(call).catch((error: unknown) => {
      stdin.destroy()
      throw error
    })
    const opening = await first.asked
    if (opening === null) return { document: undefined, text: '' }
    const [{ runStdio }, options] = await Promise.all([import('../../mcp/stdio.ts'), serverOptions(call)])
    const url = namedHub(call)
    if (url !== null) {
      const { openTeamSession, remoteLyra } = await import('../team-session.ts')
      await using session = openTeamSession(call, settings, options.log)
      const lyra = remoteLyra(session.shared, { url, isOwnMachine: true, mayWrite: true }, options.log)
      await runStdio(lyra, options, opening)
      return { document: undefined, text: '' }
    }
    const { createLyra } = await import('../../app/create-lyra.ts')
    const lyra = createLyra(() => call.world.openLyra({ ...call.open, mode: 'stdio' }))
    await runStdio(lyra, options, opening)
    return { document: undefined, text: '' }
  },
}
