import { join } from 'node:path'
import { type ServiceProgram, WRITTEN_BY } from './service-program.ts'

export const LAUNCHD_LABEL = 'io.lyra-research.serve'

/** A number, since property lists know no octal: 077. */
const UMASK = 0o077

/** LYRA 6.8: the same service for launchd. It starts again after a crash, not after an orderly end. */
export function launchdPlist({ node, lyra, home }: ServiceProgram): string {
  const log = join(home, 'logs', 'service.log')
  const words = [node, lyra, 'serve', '--home', home].map((word) => `    <string>${escaped(word)}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${WRITTEN_BY} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LAUNCHD_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>Umask</key>
  <integer>${UMASK}</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  <string>${escaped(log)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
