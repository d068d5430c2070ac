import { BlockList, isIPv4, isIPv6 } from 'node:net'

const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Inside 2000::/3, the only IPv6 space handed out to the public. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

const privateV4 = listOf(NOT_PUBLIC_V4, 'ipv4')
const specialV6 = listOf(NOT_PUBLIC_V6, 'ipv6')
const globalV6 = listOf(['2000::/3'], 'ipv6')
/** Addresses that carry an IPv4 address in their last 32 bits: mapped, and NAT64 of IPv6-only networks. */
const carryingV4 = listOf(['::ffff:0:0/96', '64:ff9b::/96'], 'ipv6')

/** True for addresses anybody on the internet could reach; everything local, reserved or unknown is false. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateV4.check(address, 'ipv4')
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return false
  if (carryingV4.check(plain, 'ipv6')) return !privateV4.check(lastQuad(plain), 'ipv4')
  return globalV6.check(plain, 'ipv6') && !specialV6.check(plain, 'ipv6')
}

function lastQuad(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [low = '0', high = '0'] = address.split(':').reverse()
  const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
