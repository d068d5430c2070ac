import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doctorResult } from '../../src/cli/commands/doctor.ts'
import type { Probes } from '../../src/cli/doctor/check.ts'
import { examine } from '../../src/cli/doctor/checks.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { copyWords, installedCopy } from '../../src/cli/installed-copy.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { isLocalEndpoint } from '../../src/guard/l1-network-isolation.ts'

const home = '/home/aki/.lyra'
const settings = settingsSchema.parse({ home })
const model = {
  name: 'lyra-embed-mini',
  task: 'sentence-embedding',
  bytes: 27_309_769,
  folder: '/m/e',
  used_for: 'embedding',
  problem: null,
} as const

function probes(over: Partial<Probes> = {}): Probes {
  return {
    platform: 'linux',
    arch: 'x64',
    nodeVersion: '24.21.0',
    words: copyWords({ kind: 'checkout' }),
    env: { DISPLAY: ':0' },
    executable: () => '/usr/bin/chromium',
    packageFolder: (name) => `/p/${name}`,
    packageFile: () => 'wreq-js.linux-x64-gnu.node',
    hasIpv6: () => true,
    reachesInternet: async () => true,
    models: async () => [model],
    getJson: async () => ({ status: 200, body: { models: [{ name: 'qwen2.5:3b' }] } }),
    socks: async () => true,
    tor: async () => ({ bootstrap: 100, circuit: true }),
    reachesByTor: async () => true,
    freeBytes: () => 50_000_000_000,
    homePlace: () => 'folder',
    ownFiles: () => ({ domainList: null, views: [] }),
    databaseExists: () => true,
    oldSchema: () => null,
    openDatabase: async () => null,
    ...over,
  }
}

async function part(name: string, over: Partial<Probes>, using = settings): Promise<Finding> {
  const found = (await examine(probes(over), using)).find((finding) => finding.part === name)
  assert.ok(found)
  return found
}

test('doctor: a machine with everything is fine in all twelve parts and exits 0', async () => {
  const findings = await examine(probes(), settings)
  assert.deepEqual(
    findings.map((finding) => [finding.part, finding.ok, finding.found]),
    [
      ['node', true, 'Node 24.21.0'],
      ['browser', true, '/usr/bin/chromium'],
      ['models', true, 'lyra-embed-mini (27.3 MB)'],
      ['ollama', true, 'http://127.0.0.1:11434: qwen2.5:3b'],
      ['tor', true, 'SOCKS proxy at 127.0.0.1:9050; control port at 127.0.0.1:9051; connections go through'],
      ['internet', true, 'one of www.wikipedia.org, api.openalex.org, duckduckgo.com answers'],
      ['handshake', true, "the browser's for pages (wreq-js); undetected browser: patchright-core"],
      ['ipv6', true, 'a global address; tried first, IPv4 behind it'],
      ['display', true, ':0'],
      ['disk', true, '50.0 GB free at /home/aki/.lyra'],
      ['database', true, 'opens, in /home/aki/.lyra'],
      ['own files', true, 'domain list and views can be read'],
    ],
  )
  assert.equal(doctorResult(findings).exit, 0)
})

test('doctor: optional parts that are missing have a fix and leave the exit at 0', async () => {
  const findings = await examine(probes({ getJson: async () => null, socks: async () => false, env: {} }), settings)
  const result = doctorResult(findings)
  assert.deepEqual(
    findings.filter((finding) => !finding.ok).map((finding) => [finding.part, finding.fix]),
    [
      ['ollama', 'ollama serve'],
      ['tor', 'sudo apt-get install -y tor'],
      ['display', 'sudo apt-get install -y xvfb'],
    ],
  )
  assert.equal(result.exit, 0)
  assert.equal(result.document.ok, true)
})

test('LYRA 4.6: doctor without internet exits with OFFLINE; with no hosts to try it says so', async () => {
  const findings = await examine(probes({ reachesInternet: async () => false }), settings)
  const { exit, text } = doctorResult(findings)
  assert.equal(exit, 18)
  assert.match(text, /^FAIL {2}internet {2}none of www\.wikipedia\.org, .* can be reached; only replays/m)
  const using = settingsSchema.parse({ home, net: { online_hosts: [] } })
  assert.equal((await part('internet', {}, using)).found, 'not tested: net.online_hosts is empty')
})

test('doctor: without any browser it exits with CHROME_NOT_READY', async () => {
  const findings = await examine(
    probes({ executable: () => null, packageFolder: (name) => (name.includes('chromium') ? null : `/p/${name}`) }),
    settings,
  )
  const result = doctorResult(findings)
  assert.equal(result.exit, 7)
  assert.match(result.text, /^FAIL {2}browser {3}no Chrome or Chromium\n {16}fix: sudo apt-get install -y chromium$/m)
})

test('doctor: the bundled Chromium counts on Linux x64 only', async () => {
  const none = { executable: () => null }
  assert.equal((await part('browser', none)).found, 'bundled Chromium (@sparticuz/chromium)')
  assert.equal((await part('browser', { ...none, arch: 'arm64' })).fix, 'sudo apt-get install -y chromium')
  assert.equal((await part('browser', { ...none, platform: 'darwin' })).fix, 'brew install --cask google-chrome')
})

test('doctor: a configured DevTools endpoint is asked, and its silence is a failure', async () => {
  const using = settingsSchema.parse({ home, browser: { cdp_endpoint: 'http://127.0.0.1:9333' } })
  const asked: string[] = []
  const getJson = async (url: string) => {
    asked.push(url)
    return null
  }
  const finding = await part('browser', { getJson }, using)
  assert.equal(finding.ok, false)
  assert.equal(finding.fix, 'google-chrome --remote-debugging-port=9333')
  assert.deepEqual(asked.sort(), ['http://127.0.0.1:11434/api/tags', 'http://127.0.0.1:9333/json/version'])
})

test('doctor: a public endpoint is never contacted', async () => {
  const using = settingsSchema.parse({
    home,
    llm: { endpoint: 'https://llm.example.com' },
    browser: { cdp_endpoint: 'http://203.0.113.9:9222' },
  })
  const asked: string[] = []
  const getJson = async (url: string) => {
    asked.push(url)
    return null
  }
  assert.equal((await part('ollama', { getJson }, using)).ok, false)
  assert.deepEqual(asked, [])
})

test('doctor: Tor without a network is not fine, whether its control port says so or a connection fails', async () => {
  const down = await part('tor', { tor: async () => ({ bootstrap: 45, circuit: false }) })
  const unreachable = { kind: 'unreachable', reason: 'Nothing answers at 127.0.0.1:9051' } as const
  const silent = { tor: async () => unreachable, reachesByTor: async () => false }
  const noPort = { tor: async () => unreachable, reachesByTor: async () => true }

  assert.equal(down.ok, false)
  assert.match(down.found, /but Tor has no circuit: 45 % of the way/)
  assert.equal((await part('tor', silent)).ok, false)
  assert.equal((await part('tor', { reachesByTor: async () => false })).ok, false)
  assert.deepEqual(
    [(await part('tor', noPort)).ok, (await part('tor', noPort)).found],
    [
      true,
      'SOCKS proxy at 127.0.0.1:9050; no control port at 127.0.0.1:9051: circuits are not renewed; ' +
        'connections go through',
    ],
  )
})

test('doctor: a control port that refuses the password is named with its setting', async () => {
  const wrong = { kind: 'wrong_password', reason: 'Tor refuses net.tor_control_password' } as const

  const found = await part('tor', { tor: async () => wrong })

  assert.equal(found.ok, false)
  assert.match(found.found, /circuits cannot be renewed at 127\.0\.0\.1:9051: Tor refuses net\.tor_control_password$/)
  assert.match(found.fix ?? '', /--set net\.tor_control_password=/)
})

test('doctor: Ollama without a model names the pull', async () => {
  const finding = await part('ollama', { getJson: async () => ({ status: 200, body: { models: [] } }) })
  assert.equal(finding.fix, 'ollama pull qwen2.5:3b')
})

test('doctor: an old Node, a missing model file, a full disk and a newer database each fail with their own code', async () => {
  const node = await part('node', { nodeVersion: '20.20.2' })
  const models = await part('models', { models: async () => [{ ...model, problem: 'missing model.onnx' }] })
  const disk = await part('disk', { freeBytes: () => 12_000_000 })
  const database = await part('database', {
    openDatabase: async () => ({ code: 'STORE_TOO_NEW', message: 'version 9' }),
  })
  assert.deepEqual(
    [node, models, disk, database].map((finding) => [finding.ok, finding.code, finding.fix]),
    [
      [false, 'INVALID_CONFIG', 'npm ci'],
      [false, 'MODEL_NOT_READY', 'git checkout -- models'],
      [false, 'STORE_UNAVAILABLE', 'npx lyra doctor --home <a folder on a larger disk>'],
      [false, 'STORE_TOO_NEW', 'git pull && npm ci'],
    ],
  )
})

test('doctor: a home without a database is fine and is not opened', async () => {
  const finding = await part('database', {
    databaseExists: () => false,
    openDatabase: async () => {
      throw new Error('must not be opened')
    },
  })
  assert.equal(finding.ok, true)
})

test('LYRA 6.6: doctor tells of an older schema and does not bring it forward by looking', async () => {
  const finding = await part('database', {
    oldSchema: () => ({ version: 9, newest: 17 }),
    openDatabase: async () => {
      throw new Error('must not be opened')
    },
  })
  const told = 'schema version 9, in /home/aki/.lyra; the next command, or npx lyra doctor --fix, brings it to 17'
  assert.deepEqual([finding.ok, finding.found], [true, told])
})

test('doctor: local means loopback and private addresses, by literal only', () => {
  const local = [
    'http://127.0.0.1:11434',
    'http://localhost',
    'http://[::1]:1',
    'http://10.1.2.3',
    'http://192.168.0.9',
    'http://172.31.0.1',
    'http://[fd00::1]',
  ]
  const away = [
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://ollama.example',
    'http://[2001:db8::1]',
    'not a url',
    'http://127.0.0.1.example',
  ]
  assert.deepEqual(
    local.filter((url) => !isLocalEndpoint(url)),
    [],
  )
  assert.deepEqual(away.filter(isLocalEndpoint), [])
})

test('doctor: a home that is a file, or that cannot be written, is a failure with its own fix', async () => {
  const file = await part('disk', { homePlace: () => 'file' })
  assert.deepEqual(
    [file.ok, file.found, file.fix],
    [false, 'the home /home/aki/.lyra is a file, not a folder', 'npx lyra doctor --home <another folder>'],
  )
  const closed = await part('disk', { homePlace: () => 'closed' })
  assert.equal(closed.fix, 'chmod -R u+rwX /home/aki/.lyra')
})

test('doctor: a damaged database is put aside, not made readable', async () => {
  const message = '/home/aki/.lyra/lyra.db: the file is not a database (file is not a database)'
  const found = await part('database', { openDatabase: async () => ({ code: 'STORE_UNAVAILABLE', message }) })
  assert.equal(found.fix, 'mv /home/aki/.lyra/lyra.db /home/aki/.lyra/lyra.db.damaged')
})

test('doctor: a broken domain list is required to be right, a refused view is named', async () => {
  const list = await part('own files', { ownFiles: () => ({ domainList: 'domains.yaml: not valid', views: [] }) })
  assert.deepEqual([list.required, list.ok, list.found], [true, false, 'domains.yaml: not valid'])
  const view = await part('own files', { ownFiles: () => ({ domainList: null, views: ['v_a.sql: no purpose'] }) })
  assert.deepEqual([view.required, view.ok, view.found], [false, false, 'v_a.sql: no purpose'])
})

test('doctor: which handshake pages get is named: by setting, by the missing build, and what to set then', async () => {
  const plain = settingsSchema.parse({ home, net: { handshake: 'plain' } })
  const bare = { packageFolder: () => null, packageFile: () => null, arch: 'riscv64' }

  const chosen = await part('handshake', {}, plain)
  const missing = await part('handshake', bare)

  assert.equal(chosen.found, "Node's own for pages (net.handshake); undetected browser: patchright-core")
  assert.equal(
    missing.found,
    "Node's own for pages: wreq-js has no build for linux-riscv64; undetected browser: not installed",
  )
  assert.deepEqual(
    [missing.ok, missing.required, missing.fix],
    [false, false, 'npx lyra doctor --set net.handshake=plain'],
  )
  assert.equal((await part('ipv6', { hasIpv6: () => false })).found, 'none; sites are reached over IPv4')
})

test('doctor: the fixes of a package are commands that a package has', async () => {
  const words = copyWords(installedCopy('/home/aki/.npm/_npx/1f2e/node_modules/lyra-research/', '0.1.0'))
  const fixOf = async (name: string, over: Partial<Probes>) => (await part(name, { ...over, words })).fix
  const online = 'start it once while the npm registry can be reached: npx -y lyra-research@0.1.0 doctor'
  assert.equal(await fixOf('node', { nodeVersion: '22.1.0' }), online)
  assert.equal(await fixOf('models', { packageFolder: () => null }), online)
  assert.equal(
    await fixOf('models', { models: async () => [{ ...model, problem: 'wrong hash' }] }),
    'rm -r /home/aki/.npm/_npx/1f2e && npx -y lyra-research@0.1.0 doctor',
  )
  const tooNew = { code: 'STORE_TOO_NEW', message: 'schema 99' } as const
  assert.equal(await fixOf('database', { openDatabase: async () => tooNew }), 'npx -y lyra-research@latest doctor')
  assert.equal(
    await fixOf('disk', { freeBytes: () => 1 }),
    'npx -y lyra-research@0.1.0 doctor --home <a folder on a larger disk>',
  )
})

test('doctor --fix: a home that is not there yet is named, with nothing to fix', async () => {
  const { text, document, exit } = doctorResult(await examine(probes(), settings), [], { lyra: 'lyra', missing: home })
  assert.match(text, /^The home: \/home\/aki\/\.lyra is not there yet, so there is nothing to fix/m)
  assert.deepEqual([document.nothing_to_fix, exit], [{ home, why: 'no home yet' }, 0])
})
