import { createLyra } from '../../app/create-lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { serverOptions } from '../session.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serve an assistant over stdio (MCP)',
  usage: '',
  details: [
    'Speaks MCP on stdin and stdout until stdin closes. Logs go to LYRA_HOME/logs, never to stdout. The database and ' +
      'the models open on first use, so the client gets its first answer at once.',
    'stdout belongs to the protocol: --json has no effect here.',
  ],
  flags: {},
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
    await runStdio(
      createLyra(() => call.world.openLyra({ ...call.open, mode: 'stdio' })),
      options,
    )
    return { document: undefined, text: '' }
  },
}
