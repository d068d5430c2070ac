import { showPage } from '../../api/show-page.ts'
import { createLyra } from '../../app/create-lyra.ts'
import { serverToken } from '../../app/server-token.ts'
import { announceWebServer } from '../../app/web-servers.ts'
import type { HttpServer } from '../../web/serve.ts'
import { aborted } from '../aborted.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { namedHub, serverOptions, settingsOf } from '../session.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serve assistants over streamable HTTP (MCP), and the dashboard',
  usage: '',
  details: [
    'Listens on loopback only, unless server.host says otherwise. Clients always send a token, as the header ' +
      '"Authorization: Bearer <token>": the first start makes it in LYRA_HOME/server-token, which only you can read. ' +
      'A token of your own (at least 22 characters) goes into the environment (LYRA_SERVER__TOKEN) or into ' +
      'LYRA_HOME/config.yaml, not on the command line, where other users can read it.',
    'A person opens the dashboard by the link that is printed: it is good once and for 15 minutes, and leaves a ' +
      'cookie in the browser. Later, the page asks for the token.',
    'Paths: / for the dashboard, /mcp for assistants, /metrics for Prometheus, /health for a watchdog, which needs ' +
      'no token.',
    'With --hub it serves the users of a hub instead of a home, without a dashboard: clients send ' +
      '"Bearer name.token" with the token of the hub, or a token of server.oauth_issuer. ' +
      'The user of the address has the role gate (docs/hub.md).',
    'Runs until Ctrl-C or SIGTERM. With --json the one document is printed when the server listens.',
  ],
  flags: {
    host: { type: 'string', value: '<address>', about: 'Address to listen on (setting server.host)' },
    port: { type: 'string', value: '<n>', about: 'Port; 0 takes a free one (setting server.port)' },
    open: { type: 'boolean', about: 'Open the dashboard in your browser' },
    hub: { type: 'string', value: '<url>', about: 'Serve this hub: postgres://gate:token@host/database, or "env"' },
  },
  examples: [
    { line: 'lyra serve', about: 'http://127.0.0.1:8765/mcp, and a link to the dashboard' },
    { line: 'lyra serve --open', about: 'opens the dashboard in your browser' },
    { line: 'lyra serve --port 0 --json', about: 'a free port, told in the JSON document with the file of the token' },
    {
      line: 'curl -H "Authorization: Bearer $(cat ~/.lyra/server-token)" http://127.0.0.1:8765/metrics',
      about: 'how a program on this machine is handed the token',
    },
    {
      line: 'LYRA_SERVER__TOKEN=$(openssl rand -hex 24) lyra serve --host 0.0.0.0',
      about: 'reachable from elsewhere, with a token',
    },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'serve')
    call.world.becomeLean?.()
    const host = call.flags.text('host')
    const port = call.flags.integer('port')
    const open = {
      ...call.open,
      flags: {
        ...call.open.flags,
        ...(host === undefined ? {} : { 'server.host': host }),
        ...(port === undefined ? {} : { 'server.port': String(port) }),
      },
    }
    const hub = namedHub(call)
    if (hub !== null) {
      const { serveTeam } = await import('../serve-team.ts')
      await serveTeam({ ...call, open }, hub, () => aborted(call.world.signal))
      return { document: undefined, text: '' }
    }
    const [{ startHttpServer }, { openTokenVerifier }, options, settings] = await Promise.all([
      import('../../web/serve.ts'),
      import('../oauth-session.ts'),
      serverOptions({ ...call, open }),
      settingsOf({ ...call, open }),
    ])
    const { token, file } = serverToken(settings)
    const lyra = createLyra(() => call.world.openLyra({ ...open, mode: 'http' }))
    let address = ''
    const { oauth_subjects: subjects, oauth_resource: given } = settings.server
    const resource = () => given || `${address}/mcp`
    const tokens = openTokenVerifier(settings.server, resource)
    const oauth = tokens === null ? null : { ...tokens, subjects, resource }
    const server = await startHttpServer(lyra, { ...settings.server, token }, options, undefined, oauth)
    address = server.url
    const withdraw = announceWebServer(settings.home, server.url)
    const places = { url: `${server.url}/mcp`, dashboard: server.url, token_file: file }
    call.world.stdout(
      call.json
        ? `${JSON.stringify({ ok: true, pid: process.pid, ...places })}\n`
        : `${listens(server, file)}\nStop it with Ctrl-C.\n`,
    )
    if (call.flags.on('open')) {
      const { opened } = await lyra.call(showPage, { url: server.dashboardLink })
      if (!opened) call.world.stderr('No browser could be opened here: open the link by hand.\n')
    }
    await aborted(call.world.signal).finally(withdraw)
    await server.close()
    await tokens?.close()
    await lyra.close()
    return { document: undefined, text: '' }
  },
}

/** The token itself is not printed: what a terminal or a supervisor shows is kept and read by others. */
function listens({ url, dashboardLink }: HttpServer, file: string | null): string {
  const place = file === null ? 'that of server.token' : `the one in ${file}, which only you can read`
  return [
    `Lyra listens on ${url}/mcp`,
    `Clients send the header "Authorization: Bearer <token>"; the token is ${place}.`,
    `Dashboard: ${dashboardLink}`,
    'The link is good once, within 15 minutes; later the page asks for the token.',
  ].join('\n')
}
