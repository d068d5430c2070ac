import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const AUTHORITIES = 3
const RELAYS = 3
/** For the certificates of the authorities: this network ends with the test. */
const CERTIFICATE_MONTHS = '1'

/** A Tor network of seven nodes on loopback: three authorities, three relays that are exits, one client. */
export interface TorNetwork {
  readonly socksPort: number
  readonly control: string
  /** Names that the exits looked up. */
  readonly looked: readonly string[]
  /** Ends the authorities and relays; the client goes on without a network. */
  endRelays(): Promise<void>
  close(): Promise<void>
}

export interface TorClient {
  /** Lines of its torrc: how the control port lets in. */
  readonly control: readonly string[]
}

interface Node {
  readonly name: string
  readonly folder: string
  readonly orPort: number
  readonly dirPort: number
}

export async function startTorNetwork(client: TorClient): Promise<TorNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-tor-'))
  const names = [...numbered('authority', AUTHORITIES), ...numbered('relay', RELAYS)]
  const nodes = await Promise.all(names.map((name) => prepare(folder, name)))
  const authorities = nodes.slice(0, AUTHORITIES).map((node) => ({ ...node, ...authorityKeys(node) }))
  const shared = [
    'TestingTorNetwork 1',
    'AssumeReachable 1',
    'Address 127.0.0.1',
    'DisableDebuggerAttachment 0',
    'RunAsDaemon 0',
    'Log notice stdout',
    ...authorities.map(
      ({ name, dirPort, orPort, v3ident, fingerprint }) =>
        `DirAuthority ${name} orport=${orPort} v3ident=${v3ident} 127.0.0.1:${dirPort} ${fingerprint}`,
    ),
  ]
  const dns = await startNameServer()
  writeFileSync(join(folder, 'resolv.conf'), `nameserver 127.0.0.1:${dns.port}\n`)
  const exit = [
    'ExitRelay 1',
    'ExitPolicyRejectPrivate 0',
    'ExitPolicy accept 127.0.0.0/8:*',
    `ServerDNSResolvConfFile ${join(folder, 'resolv.conf')}`,
    'ServerDNSDetectHijacking 0',
    'ServerDNSTestAddresses',
  ]
  const voting = [
    'AuthoritativeDirectory 1',
    'V3AuthoritativeDirectory 1',
    'V3AuthVotingInterval 10',
    'V3AuthVoteDelay 2',
    'V3AuthDistDelay 2',
    'TestingV3AuthInitialVotingInterval 10',
    'TestingV3AuthInitialVoteDelay 2',
    'TestingV3AuthInitialDistDelay 2',
    'TestingDirAuthVoteExit *',
    'TestingDirAuthVoteGuard *',
    'ContactInfo none',
  ]
  const relays = nodes.map((node, n) =>
    startNode(node, [
      ...shared,
      ...(n < AUTHORITIES ? voting : []),
      ...exit,
      `ORPort ${node.orPort}`,
      ...(n < AUTHORITIES ? [`DirPort ${node.dirPort}`] : []),
      'SocksPort 0',
      `Nickname ${node.name}`,
    ]),
  )
  const own = await prepare(folder, 'client')
  const [socksPort, controlPort] = [own.orPort, own.dirPort]
  const local = [
    ...shared,
    `SocksPort 127.0.0.1:${socksPort}`,
    `ControlPort 127.0.0.1:${controlPort}`,
    ...client.control,
  ]
  const started = startNode(own, local)
  return {
    socksPort,
    control: `127.0.0.1:${controlPort}`,
    looked: dns.looked,
    endRelays: () => end(relays),
    async close() {
      await end([started, ...relays])
      dns.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n + 1}`)

async function prepare(folder: string, name: string): Promise<Node> {
  const own = join(folder, name)
  mkdirSync(join(own, 'keys'), { recursive: true, mode: 0o700 })
  const [orPort = 0, dirPort = 0] = await freePorts(2)
  return { name, folder: own, orPort, dirPort }
}

/** An authority's signing keys, and the two names by which the others know it. */
function authorityKeys({ name, folder, orPort, dirPort }: Node): { v3ident: string; fingerprint: string } {
  const keys = join(folder, 'keys')
  const at = (file: string) => join(keys, file)
  const files = [
    '-i',
    at('authority_identity_key'),
    '-s',
    at('authority_signing_key'),
    '-c',
    at('authority_certificate'),
  ]
  const options = [
    '--create-identity-key',
    '-m',
    CERTIFICATE_MONTHS,
    '-a',
    `127.0.0.1:${dirPort}`,
    '--passphrase-fd',
    '0',
  ]
  execFileSync('tor-gencert', [...options, ...files], { input: '\n', stdio: ['pipe', 'ignore', 'ignore'] })
  const v3ident = /^fingerprint ([0-9A-F]{40})$/m.exec(readFileSync(at('authority_certificate'), 'utf8'))?.[1] ?? ''
  const dummy = ['--list-fingerprint', '--ORPort', String(orPort), '--Nickname', name, '--DataDirectory', folder]
  const told = execFileSync(
    'tor',
    [
      '-f',
      '/dev/null',
      '--ignore-missing-torrc',
      '--hush',
      ...dummy,
      '--DirAuthority',
      `x v3ident=${v3ident} 127.0.0.1:1 ${'0'.repeat(40)}`,
    ],
    { encoding: 'utf8' },
  )
  return { v3ident, fingerprint: told.trim().split(' ').slice(1).join('').slice(-40) }
}

function startNode({ name, folder }: Node, lines: readonly string[]): ChildProcess {
  const file = join(folder, 'torrc')
  writeFileSync(file, [`DataDirectory ${folder}`, ...lines].join('\n'))
  const child = spawn('tor', ['-f', file, '--hush', '--Log', `notice file ${join(folder, 'log')}`], { stdio: 'ignore' })
  child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`))
  return child
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }),
  )
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

/** Every name under `.example` is this machine; others do not exist. */
async function startNameServer() {
  const looked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const name = labels.join('.').toLowerCase()
    const isAddress = query.readUInt16BE(at + 1) === 1 && name.endsWith('.example')
    if (isAddress) looked.push(name)
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x85,
      isAddress ? 0x80 : 0x83,
      0,
      1,
      0,
      isAddress ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
    socket.send(
      Buffer.concat([head, query.subarray(12, at + 5), ...(isAddress ? [answer] : [])]),
      peer.port,
      peer.address,
    )
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { port: socket.address().port, looked, close: () => socket.close() }
}
