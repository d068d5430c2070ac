import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { loadSettings } from '../../src/app/config.ts'
import { isLocalEndpoint } from '../../src/guard/l1-network-isolation.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const DEPLOY = join(ROOT, 'deploy')

const service = z.strictObject({
  profiles: z.array(z.string()).optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  image: z.string(),
  user: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  networks: z.record(z.string(), z.strictObject({ ipv4_address: z.string().optional() })),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean(),
  tmpfs: z.array(z.string()),
  shm_size: z.string().optional(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  pids_limit: z.number(),
  stop_grace_period: z.string().optional(),
  restart: z.string(),
})
/** Strict: what is not named here (privileged, network_mode, devices, ...) fails the test by being there. */
const compose = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.strictObject({ name: z.string() })),
  })
  .parse(parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')))

const services = Object.entries(compose.services)
const PINNED = /^[\w/.-]+:[\w.-]+@sha256:[0-9a-f]{64}$/

interface Stage {
  readonly name: string
  readonly from: string
  readonly lines: readonly string[]
}

/** Instructions with their continuation lines, by stage. */
function stagesOf(text: string): readonly Stage[] {
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const stages: { name: string; from: string; lines: string[] }[] = []
  for (const line of lines) {
    const [, from = '', name = ''] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? []
    if (from !== '') stages.push({ name, from, lines: [] })
    else stages.at(-1)?.lines.push(line)
  }
  return stages
}

const stages = stagesOf(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8'))
const linesOf = (name: string, word: string) =>
  stages.find((stage) => stage.name === name)?.lines.filter((line) => line.startsWith(`${word} `)) ?? []

test('LYRA 6.8: every service runs as a user without rights, on a root that cannot be written', () => {
  assert.deepEqual(Object.keys(compose.services), ['lyra', 'ollama', 'tor'])
  for (const [name, one] of services) {
    assert.equal(one.user, '10001:10001', name)
    assert.equal(one.read_only, true, name)
    assert.deepEqual(one.cap_drop, ['ALL'], name)
    assert.deepEqual(one.security_opt, ['no-new-privileges:true'], name)
    assert.match(one.tmpfs.join(), /^\/tmp\b/, name)
  }
})

test('LYRA 6.8: one port is published, on loopback; one folder of Lyra is kept', () => {
  assert.deepEqual(
    services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port])),
    [
      ['lyra', '127.0.0.1:8765:8765'],
      ['lyra', '127.0.0.1:8766:8766'],
    ],
  )
  assert.deepEqual(compose.services.lyra?.volumes, ['lyra-home:/data'])
  assert.deepEqual(compose.services.ollama?.volumes, ['lyra-ollama:/models:ro'])
  assert.equal(compose.services.tor?.volumes, undefined)
})

test('LYRA 6.8: what is taken from elsewhere is the one of a digest; the rest is built from the Dockerfile', () => {
  for (const [name, { image, build }] of services) {
    if (build === undefined) assert.match(image, PINNED, name)
    else {
      assert.match(image, /:local$/, name)
      assert.equal(existsSync(join(DEPLOY, build.context, build.dockerfile)), true)
      assert.ok(stages.some((stage) => stage.name === build.target))
    }
  }
  for (const { name, from } of stages) assert.match(from, PINNED, name)
})

test('LYRA 6.8: Tor is there when it is asked for, and Lyra reaches it and the model by private addresses', () => {
  assert.deepEqual(
    services.filter(([, { profiles }]) => profiles !== undefined).map(([name, { profiles }]) => [name, profiles]),
    [['tor', ['tor']]],
  )
  const environment = compose.services.lyra?.environment ?? {}
  const { llm, net, home } = loadSettings({ packageRoot: ROOT, environment, flags: {} })
  assert.equal(llm.endpoint, `http://${compose.services.ollama?.networks.inference?.ipv4_address}:11434`)
  assert.equal(net.tor_proxy, `socks5h://${compose.services.tor?.networks.onion?.ipv4_address}:9050`)
  assert.equal(home, '/data')
  assert.equal(isLocalEndpoint(llm.endpoint), true)
})

test('LYRA 6.8: the images end as a user without rights, and what they copy is there', () => {
  for (const name of ['lyra', 'tor']) assert.deepEqual(linesOf(name, 'USER'), ['USER 10001:10001'])
  const copied = linesOf('packages', 'COPY').flatMap((line) => line.split(' ').slice(1, -1))
  const ignored = readFileSync(join(DEPLOY, 'Dockerfile.dockerignore'), 'utf8').split('\n')
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(ROOT, path)) || !ignored.includes(`!${path}`)),
    [],
  )
  assert.equal(ignored[1], '*')
  for (const { name, lines } of stages)
    assert.equal(
      lines.some((line) => /^ADD |curl|wget|sudo/.test(line)),
      false,
      name,
    )
})

test('LYRA 6.8: the image has what the package has, so that every command works in it', () => {
  const copied = linesOf('packages', 'COPY').flatMap((line) => line.split(' ').slice(1, -1))
  const { files } = z
    .object({ files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const needed = files.filter((path) => !path.startsWith('!') && !/\.md$|^docs\b/.test(path))

  assert.deepEqual(
    needed.filter((path) => !copied.some((one) => path === one || path.startsWith(`${one}/`))),
    [],
  )
  assert.deepEqual(
    copied.filter((path) => path.startsWith('models')),
    ['check-set', 'lyra-embed-mini', 'lyra-names-mini', 'lyra-reader-mini', 'lyra-speech-mini'].map(
      (name) => `models/${name}`,
    ),
  )
})

test('LYRA 6.8: Ollama starts though nothing was pulled yet, since its volume is read-only', () => {
  assert.deepEqual(compose.services.ollama?.entrypoint, [
    '/bin/sh',
    '-c',
    '[ -d /models/blobs ] || export OLLAMA_MODELS=/tmp/models; exec ollama serve',
  ])
})

test('LYRA 6.8: the health of the container is asked of the server, and signals reach it', () => {
  const [health = ''] = linesOf('lyra', 'HEALTHCHECK')
  assert.match(health, /fetch\('http:\/\/127\.0\.0\.1:8765\/health'\)/)
  assert.deepEqual(linesOf('lyra', 'ENTRYPOINT'), ['ENTRYPOINT ["/usr/bin/tini", "--", "node", "/opt/lyra/bin/lyra"]'])
  assert.deepEqual(linesOf('lyra', 'CMD'), ['CMD ["serve", "--host", "0.0.0.0"]'])
  assert.equal(compose.services.lyra?.stop_grace_period, '30s')
})
