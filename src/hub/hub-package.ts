import { LyraError } from '../domain/errors.ts'

/** What only a hub needs is the user's to install, all of it at once (docs/hub.md). */
export const HUB_PACKAGES = ['pg', 'pg-boss', 'node-pg-migrate'] as const

const PURPOSES = {
  pg: 'by which the hub is reached',
  'pg-boss': 'which keeps the queue of the hub',
  'node-pg-migrate': 'which brings the hub up to date',
} as const satisfies Record<(typeof HUB_PACKAGES)[number], string>

export async function hubPackage<T>(name: (typeof HUB_PACKAGES)[number], load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new LyraError('HUB_UNAVAILABLE', `The package ${name}, ${PURPOSES[name]}, is not installed`, {
      hint: `npm install -g ${HUB_PACKAGES.join(' ')}`,
      cause,
    })
  }
}
