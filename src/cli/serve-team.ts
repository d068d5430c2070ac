import { connectHub } from '../hub/connection.ts'
import { requireHubVersion } from '../hub/migrate.ts'
import { gatePassword } from '../hub/people.ts'
import { startTeamServer } from '../web/team-server.ts'
import type { Call } from './command.ts'
import { openTokenVerifier } from './oauth-session.ts'
import { serverOptions, settingsOf } from './session.ts'
import { createSeating, openTeamSession } from './team-session.ts'

/** `lyra serve --hub`: the assistants of a team, each under the name of its user. */
export async function serveTeam(call: Call, url: string, untilTold: () => Promise<void>): Promise<void> {
  const [settings, options] = await Promise.all([settingsOf(call), serverOptions(call)])
  const { log } = options
  const { server: listening } = settings
  let address = ''
  const audience = () => listening.oauth_resource || `${address}/mcp`
  const tokens = openTokenVerifier(listening, audience)
  const gate = await connectHub(url)
  await using session = openTeamSession(call, settings, log)
  try {
    await requireHubVersion(gate)
    const gateKey = call.world.env.LYRA_HUB_GATE_KEY ?? ''
    // Told now, not to the first who signs in.
    if (tokens !== null) gatePassword(gateKey, 'nobody')
    const seating = createSeating({ shared: session.shared, url, gate, gateKey, verify: tokens?.verify ?? null, log })
    const oauth = tokens === null ? null : { issuer: tokens.issuer, resource: listening.oauth_resource }
    const server = await startTeamServer(listening, { ...options, seating, oauth })
    address = server.url
    try {
      call.world.stdout(
        call.json
          ? `${JSON.stringify({ ok: true, pid: process.pid, url: `${server.url}/mcp`, oauth: oauth !== null })}\n`
          : `Lyra listens on ${server.url}/mcp for the users of the hub\nStop it with Ctrl-C.\n`,
      )
      await untilTold()
    } finally {
      await server.close()
    }
  } finally {
    await tokens?.close()
    await gate.close()
  }
}
