import { valuesAt } from './answer-path.ts'

/**
 * RFC 9224: the server of the longest suffix of the domain that IANA lists, https before http; null where the list has
 * none.
 */
export function rdapServer(list: unknown, domain: string): string | null {
  const services = valuesAt(list, 'services[*]').flatMap(({ value }) => (Array.isArray(value) ? [value] : []))
  const labels = domain.toLowerCase().split('.')
  for (let from = 0; from < labels.length; from += 1) {
    const suffix = labels.slice(from).join('.')
    for (const [suffixes, servers] of services) {
      if (!Array.isArray(suffixes) || !suffixes.includes(suffix) || !Array.isArray(servers)) continue
      const addresses = servers.filter((one): one is string => typeof one === 'string' && URL.canParse(one))
      const best = addresses.find((one) => one.startsWith('https:')) ?? addresses[0]
      if (best !== undefined) return best.replace(/\/$/, '')
    }
  }
  return null
}
