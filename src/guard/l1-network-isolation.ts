import { BlockList, isIP } from 'node:net'

/** Loopback and private ranges. Link-local is left out on purpose: 169.254.169.254 hands out cloud credentials. */
const local = new BlockList()
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('10.0.0.0', 8, 'ipv4')
local.addSubnet('172.16.0.0', 12, 'ipv4')
local.addSubnet('192.168.0.0', 16, 'ipv4')
local.addAddress('::1', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What a name under localhost may stand for (RFC 6761); a resolver that says anything else is not believed. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function isLocalAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return local.check(address, 'ipv4')
  return family === 6 && local.check(address, 'ipv6')
}

/** On this very machine, not only in its network: what may be asked about a file of the user. */
export function isLoopbackEndpoint(url: string): boolean {
  const host =
    URL.parse(url)
      ?.hostname.replace(/^\[|\]$/g, '')
      .replace(/\.$/, '') ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

/**
 * L1 (REQ 4.4.1): a language model may only be asked on this machine or its private network. Host names other than
 * those of localhost are refused, because what they resolve to can change between the check and the call; whoever calls
 * one of localhost connects to loopback only.
 */
export function isLocalEndpoint(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') || isLocalAddress(host)
}
