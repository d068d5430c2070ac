const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\/(\d+)/, 'edge'],
  [/\bOPR\/(\d+)/, 'opera'],
  [/\bFirefox\/(\d+)/, 'firefox'],
  [/\bChrome\/(\d+)/, 'chrome'],
  [/\bVersion\/(\d{1,4})(?:\.\d{1,6}){0,4} Safari/, 'safari'],
]

/**
 * The handshake that belongs to a User-Agent: the same browser, the newest known version that is not newer than it, so
 * that TLS and headers tell the same story (REQ 4.3). Null for what is no browser.
 */
export function handshakeProfile(userAgent: string, known: readonly string[]): string | null {
  for (const [sign, family] of FAMILIES) {
    const major = Number(sign.exec(userAgent)?.[1])
    if (Number.isNaN(major)) continue
    const versions = known
      .filter((name) => name.startsWith(`${family}_`) && /^\d+(\.\d+)*$/.test(name.slice(family.length + 1)))
      .map((name) => ({ name, version: Number.parseFloat(name.slice(family.length + 1)) }))
      .sort((a, b) => b.version - a.version)
    const fitting = versions.find(({ version }) => Math.floor(version) <= major) ?? versions.at(-1)
    return fitting?.name ?? null
  }
  return null
}

export function handshakeSystem(userAgent: string): 'windows' | 'macos' | 'linux' {
  if (/Windows/.test(userAgent)) return 'windows'
  return /Mac OS X/.test(userAgent) ? 'macos' : 'linux'
}
