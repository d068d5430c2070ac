import { createLyra } from '../../app/create-lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { namedHub, serverOptions, settingsOf } from '../session.ts'

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
    const [{ runStdio }, options] = await Promise.all([import('../../mcp/stdio.ts'), serverOptions(call)])
    const url = namedHub(call)
    if (url !== null) {
      const { openTeamSession, remoteLyra } = await import('../team-session.ts')
      await using session = openTeamSession(call, await settingsOf(call), options.log)
      await runStdio(remoteLyra(session.shared, { url, isOwnMachine: true, mayWrite: true }, options.log), options)
      return { document: undefined, text: '' }
    }
    await runStdio(
      createLyra(() => call.world.openLyra({ ...call.open, mode: 'stdio' })),
      options,
    )
    return { document: undefined, text: '' }
  },
}
