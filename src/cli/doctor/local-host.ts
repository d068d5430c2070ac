import { BlockList, isIP } from 'node:net'

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4')
LOCAL.addSubnet('10.0.0.0', 8, 'ipv4')
LOCAL.addSubnet('172.16.0.0', 12, 'ipv4')
LOCAL.addSubnet('192.168.0.0', 16, 'ipv4')
LOCAL.addAddress('::1', 'ipv6')
LOCAL.addSubnet('fc00::', 7, 'ipv6')

/** Whether a URL names this machine or a private address. Names other than localhost are not looked up: that would leave the machine. */
export function isLocalHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost') return true
  const family = isIP(host)
  return family !== 0 && LOCAL.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
