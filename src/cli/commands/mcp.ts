import type { Command } from '../command.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serve an assistant over stdio (MCP)',
  usage: '',
  details: [
    'Speaks MCP on stdin and stdout until stdin closes. Logs go to LYRA_HOME/logs, never to stdout. The database and the models open on first use, so the client gets its first answer at once.',
    'stdout belongs to the protocol: --json has no effect here.',
  ],
  flags: {},
  examples: [
    { line: 'npx lyra mcp', about: 'what an MCP client runs; see "MCP client" in the README' },
    {
      line: 'npx lyra mcp --replay demo/demo-web.warc.gz --home .demo',
      about: 'the same on the bundled demo web, offline',
    },
  ],
  run: async (call) => {
    const { runStdio } = await import('../../mcp/stdio.ts')
    await runStdio({ getLyra: () => call.world.openLyra({ ...call.open, mode: 'stdio' }) })
    return { document: undefined, text: '' }
  },
}
