import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from '../../src/net/address.ts'
import { createSsrfGuard, systemResolve } from '../../src/net/ssrf-guard.ts'

test('LYRA 4.5: addresses of this machine, its network and reserved ranges are not public', () => {
  const closed = [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'not an address',
  ]
  const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']

  assert.deepEqual(closed.filter(isPublicAddress), [])
  assert.deepEqual(open.filter(isPublicAddress), open)
})

test('LYRA 4.5: URLs are refused by scheme, credentials, port, literal address in any spelling and local name', () => {
  const guard = createSsrfGuard([], systemResolve)
  const refused: readonly (readonly [string, string])[] = [
    ['file:///etc/passwd', 'Only http and https are allowed'],
    ['ftp://example.com/', 'Only http and https are allowed'],
    ['javascript:alert(1)', 'Only http and https are allowed'],
    ['nonsense', 'Not a valid URL'],
    ['https://user:pass@example.com/', 'A URL with a user name or password is not requested'],
    ['http://example.com:22/', 'Port 22 is not a web port'],
    ['http://example.com:6379/', 'Port 6379 is not a web port'],
    ['http://127.0.0.1/', 'The address is private or reserved'],
    ['http://2130706433/', 'The address is private or reserved'],
    ['http://0x7f.1/', 'The address is private or reserved'],
    ['http://0177.0.0.1/', 'The address is private or reserved'],
    ['http://127.1/', 'The address is private or reserved'],
    ['http://１２７.0.0.1/', 'The address is private or reserved'],
    ['http://[::1]/', 'The address is private or reserved'],
    ['http://[::ffff:127.0.0.1]/', 'The address is private or reserved'],
    ['http://169.254.169.254/latest/meta-data/', 'The address is private or reserved'],
    ['http://localhost/', 'The host name belongs to a local network'],
    ['http://LOCALHOST./', 'The host name belongs to a local network'],
    ['http://app.localhost/', 'The host name belongs to a local network'],
    ['http://printer.local/', 'The host name belongs to a local network'],
    ['http://metadata.google.internal/', 'The host name belongs to a local network'],
    ['http://intranet/', 'The host name belongs to a local network'],
  ]
  for (const [url, reason] of refused) assert.equal(guard.checkUrl(url), reason, url)
  for (const url of [
    'https://example.com/',
    'http://example.com:8080/',
    'https://8.8.8.8/',
    'https://厚生労働省.jp/',
  ]) {
    assert.equal(guard.checkUrl(url), null, url)
  }
})

test('LYRA 4.5: the allow-list opens a host, or one port of it, and nothing else', () => {
  const guard = createSsrfGuard(['wiki.intranet', '127.0.0.1:8081', '[::1]:9000'], systemResolve)

  assert.equal(guard.checkUrl('http://wiki.intranet:22/'), null)
  assert.equal(guard.checkUrl('http://127.0.0.1:8081/'), null)
  assert.equal(guard.checkUrl('http://[::1]:9000/'), null)
  assert.equal(guard.checkUrl('http://127.0.0.1:8082/'), 'The address is private or reserved')
  assert.equal(guard.checkUrl('http://other.intranet/'), 'The host name belongs to a local network')
})

test('LYRA 4.5: a name is resolved once, and one private address among its addresses refuses it', async () => {
  const names: Record<string, readonly string[]> = {
    'good.example': ['93.184.215.14'],
    'rebind.example': ['93.184.215.14', '127.0.0.1'],
    'wiki.corp.example': ['10.0.0.7'],
    'empty.example': [],
  }
  const guard = createSsrfGuard(['wiki.corp.example:443'], async (host) => {
    const found = names[host]
    if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: 4 }))
  })

  assert.deepEqual(await guard.resolve('good.example', 443), {
    ok: true,
    addresses: [{ address: '93.184.215.14', family: 4 }],
  })
  assert.deepEqual(await guard.resolve('rebind.example', 443), {
    ok: false,
    outcome: 'refused_private',
    reason: 'The host resolves to a private or reserved address',
  })
  assert.equal((await guard.resolve('wiki.corp.example', 443)).ok, true)
  assert.equal((await guard.resolve('wiki.corp.example', 80)).ok, false)
  assert.deepEqual(await guard.resolve('empty.example', 80), {
    ok: false,
    outcome: 'dns',
    reason: 'The host name has no address',
  })
  assert.deepEqual(await guard.resolve('nowhere.example', 80), {
    ok: false,
    outcome: 'dns',
    reason: 'The host name cannot be resolved',
  })
})

test('LYRA 4.5: the ports of other services are refused, one by one; those beside them are not', () => {
  const guard = createSsrfGuard([], systemResolve)
  const services = [
    1433, 1521, 2049, 2375, 2376, 3306, 3389, 4045, 5060, 5061, 5432, 5900, 6000, 6379, 6665, 6666, 6667, 6668, 6669,
    9100, 9200, 11_211, 27_017,
  ]
  const isOpen = (port: number) => guard.checkUrl(`http://example.com:${port}/`) === null

  assert.deepEqual(services.filter(isOpen), [])
  assert.deepEqual([80, 443, 1024, 1434, 8080, 8443, 65_535].filter(isOpen), [80, 443, 1024, 1434, 8080, 8443, 65_535])
  assert.equal(isOpen(1023), false)
})

test('LYRA 4.5: every place of a carried IPv4 address is read, and a zone is no part of the address', () => {
  assert.deepEqual(
    [
      '64:ff9b::a00:1',
      '64:ff9b::c0a8:1',
      '::ffff:a9fe:1',
      '::ffff:c0a8:101',
      '::ffff:0:1',
      '64:ff9b::',
      '64:ff9b::c000:2ff',
      '64:ff9b::c633:64ff',
    ].filter(isPublicAddress),
    [],
  )
  assert.deepEqual(['64:ff9b::808:0', '::ffff:b00:1', '64:ff9b::c0a9:1'].filter(isPublicAddress), [
    '64:ff9b::808:0',
    '::ffff:b00:1',
    '64:ff9b::c0a9:1',
  ])
  assert.equal(isPublicAddress('2606:4700::1111%eth0'), true)
  assert.equal(isPublicAddress('2606:4700::1111%eth0%1'), true)
  assert.equal(isPublicAddress(''), false)
})

test('LYRA 4.5: a host that was allowed is allowed in brackets as well; a literal address is no local name', async () => {
  const guard = createSsrfGuard(['[::1]:8080'], async () => [])

  assert.equal((await guard.resolve('[::1]', 8080)).ok, true)
  assert.equal((await guard.resolve('[::1]', 8081)).ok, false)
  assert.equal((await guard.resolve('2606:4700::1111', 443)).ok, true)
})
