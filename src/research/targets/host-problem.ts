import { domainToUnicode } from 'node:url'

/** Scripts whose letters look alike; a name that mixes them imitates another. */
const ALIKE: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
]

/**
 * Why a host is not asked though its address is one: a label that mixes scripts whose letters look alike was made to
 * be taken for another. Null for anything else; whether an address is private is for the gateway to say, which resolves
 * it.
 */
export function hostProblem(host: string): string | null {
  for (const label of domainToUnicode(host).split('.')) {
    const scripts = ALIKE.filter(([, letters]) => letters.test(label)).map(([name]) => name)
    if (scripts.length > 1)
      return `the host mixes ${scripts.join(' and ')} letters and may imitate another; it is really ${host}`
  }
  return null
}
