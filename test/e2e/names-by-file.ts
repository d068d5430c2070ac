import dns from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before Lyra (`node --import`): while the file of NAMES_RESOLVE_WHEN is missing no name resolves, as on a
 * machine without internet; when it is there, every name leads to loopback. Nothing leaves this machine either way.
 */
const lookup = async (name: string) => {
  if (!existsSync(process.env.NAMES_RESOLVE_WHEN ?? ''))
    throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN' })
  return [{ address: '127.0.0.1', family: 4 }]
}
Object.assign(dns, { lookup })
syncBuiltinESMExports()
