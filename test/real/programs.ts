import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's package of each program that this stage uses. */
const PACKAGES = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  wmctrl: 'wmctrl',
  xdotool: 'xdotool',
  dunst: 'dunst',
  'dbus-daemon': 'dbus',
  'notify-send': 'libnotify-bin',
  'xdg-open': 'xdg-utils',
  chromium: 'chromium',
  tor: 'tor',
  'tor-gencert': 'tor',
} as const
type Program = keyof typeof PACKAGES

/** Why a test cannot run here, with the packages it misses; false when all are there. */
export function skipWithout(...names: readonly Program[]): string | false {
  const missing = names.filter((name) => programAt(name) === null).map((name) => PACKAGES[name])
  return missing.length === 0 ? false : `needs the packages ${[...new Set(missing)].join(', ')}`
}

export function programAt(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {}
  }
  return null
}
