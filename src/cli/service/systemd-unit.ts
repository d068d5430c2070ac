import { LyraError } from '../../domain/errors.ts'
import { ALLOCATOR } from '../lean-process.ts'
import { type ServiceProgram, WRITTEN_BY } from './service-program.ts'

export const SYSTEMD_UNIT = 'lyra.service'

/**
 * LYRA 6.8: a service of the user, without rights beyond theirs. Restrictions here work in every user manager; those
 * that need user namespaces are in deploy/systemd/strict.conf. MemoryDenyWriteExecute and RestrictNamespaces would stop
 * V8 and the sandbox of the browser.
 */
export function systemdUnit({ node, lyra, home }: ServiceProgram): string {
  return `# ${WRITTEN_BY}
# Changes of your own belong into a drop-in: systemctl --user edit lyra
[Unit]
Description=Lyra research server (MCP over HTTP, on loopback)
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${[node, lyra, 'serve', '--home', home].map(quoted).join(' ')}
# Memory that was freed is given back.
${Object.entries(ALLOCATOR)
  .map(([name, value]) => `Environment=${name}=${value}`)
  .join('\n')}
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK

[Install]
WantedBy=default.target
`
}

/** A word of a command line in a unit file: specifiers and variables are kept as they are written. */
function quoted(word: string): string {
  if (/\p{Cc}/u.test(word)) throw new LyraError('INVALID_PARAMS', 'A path of the service holds control characters')
  const plain = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain}"`
}
