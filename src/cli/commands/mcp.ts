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
    const { stdin, stdout } = process
    const identity = { version: VERSION, ...(HOMEPAGE === undefined ? {} : { websiteUrl: HOMEPAGE }) }
    const first = answerFirst(stdin, stdout, identity, call.world.signal)
    await first.greeted
    // Wrong settings end the server at once, not when somebody asks for more.
    const { serverOptions, settingsOf } = await import('../session.ts')
    await settingsOf(call).catch((error: unknown) => {
      stdin.destroy()
      throw error
    })
    const opening = await first.asked
    if (opening !== null) {
      const [{ runStdio }, { createLyra }, options] = await Promise.all([
        import('../../mcp/stdio.ts'),
        import('../../app/create-lyra.ts'),
        serverOptions(call),
      ])
      const lyra = createLyra(() => call.world.openLyra({ ...call.open, mode: 'stdio' }))
      await runStdio(lyra, options, opening)
    }
    return { document: undefined, text: '' }
  },
}
