import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { hubCommand } from '../../src/cli/commands/hub.ts'
import { workerCommand } from '../../src/cli/commands/worker.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HUB = join(ROOT, 'deploy', 'hub')
const read = (name: string) => readFileSync(join(HUB, name), 'utf8')

/** Strict: a word that is misspelt, or that takes rights (privileged, hostPath, hostNetwork), fails by being there. */
const words = z.record(z.string(), z.string())
const metadata = z.strictObject({ name: z.string(), namespace: z.literal('lyra') })
const httpGet = z.strictObject({
  path: z.enum(['/health/live', '/health/ready']),
  port: z.literal('probes'),
})
const probe = z.strictObject({
  httpGet,
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
})
const secret = z.strictObject({
  secretKeyRef: z.strictObject({ name: z.literal('lyra-hub'), key: z.enum(['owner', 'worker', 'monitor']) }),
})
const container = z.strictObject({
  name: z.string(),
  // The one image of `deploy` without a digest: whoever builds and pushes it has the digest (the file says so).
  image: z.string().regex(/^registry\.example\/lyra-research:\d+\.\d+\.\d+$/),
  args: z.array(z.string()),
  env: z.array(z.strictObject({ name: z.string(), value: z.string().optional(), valueFrom: secret.optional() })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.strictObject({ requests: words, limits: words }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
})
const volume = z.strictObject({
  name: z.string(),
  emptyDir: z.strictObject({ sizeLimit: z.string().optional(), medium: z.literal('Memory').optional() }).optional(),
  persistentVolumeClaim: z.strictObject({ claimName: z.string() }).optional(),
})
const pod = z.strictObject({
  metadata: z.strictObject({ labels: words, annotations: words.optional() }),
  spec: z.strictObject({
    restartPolicy: z.literal('Never').optional(),
    terminationGracePeriodSeconds: z.int().optional(),
    automountServiceAccountToken: z.literal(false),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(10001),
      runAsGroup: z.literal(10001),
      fsGroup: z.literal(10001),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.tuple([container]),
    volumes: z.array(volume),
  }),
})
const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({ replicas: z.int(), selector: z.strictObject({ matchLabels: words }), template: pod }),
})
const job = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata,
  spec: z.strictObject({ backoffLimit: z.int(), ttlSecondsAfterFinished: z.int(), template: pod }),
})
const claim = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('PersistentVolumeClaim'),
  metadata,
  spec: z.strictObject({
    accessModes: z.tuple([z.literal('ReadWriteMany')]),
    resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
  }),
})
const policy = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('NetworkPolicy'),
  metadata,
  spec: z.strictObject({
    podSelector: z.strictObject({ matchLabels: words }),
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ ports: z.array(z.strictObject({ port: z.int(), protocol: z.literal('TCP') })) })),
  }),
})
const manifest = z.discriminatedUnion('kind', [deployment, job, claim, policy])

const manifests = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
  assert.deepEqual(document.errors, [])
  return manifest.parse(document.toJS())
})
const pods = manifests.flatMap((one) => (one.kind === 'Deployment' || one.kind === 'Job' ? [one] : []))

test('ADR 0056: the manifests have the shape of Kubernetes, and take no right that they do not need', () => {
  assert.deepEqual(
    manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`),
    [
      'PersistentVolumeClaim lyra-bundles',
      'Job lyra-hub-init-0-1-0',
      'Deployment lyra-worker',
      'Deployment lyra-monitor',
      'NetworkPolicy lyra',
    ],
  )
})

test('ADR 0056: every selector finds its pods, every mount its volume, every probe its port', () => {
  for (const one of pods) {
    const { labels } = one.spec.template.metadata
    if (one.kind === 'Deployment') assert.deepEqual(one.spec.selector.matchLabels, labels)
    const { containers, volumes } = one.spec.template.spec
    const [only] = containers
    assert.deepEqual(only.volumeMounts.map(({ name }) => name).sort(), volumes.map(({ name }) => name).sort())
    for (const { persistentVolumeClaim } of volumes)
      if (persistentVolumeClaim !== undefined)
        assert.ok(manifests.some((other) => other.metadata.name === persistentVolumeClaim.claimName))
    if (one.kind === 'Job') continue
    assert.equal(only.readinessProbe?.httpGet.path, '/health/ready')
    // A hub that is away must not have its workers started again and again.
    assert.equal(only.livenessProbe?.httpGet.path, '/health/live')
    const [port] = only.ports ?? []
    assert.equal(port?.name, 'probes')
    assert.ok(only.args.includes(`0.0.0.0:${port?.containerPort}`))
    assert.equal(one.spec.template.metadata.annotations?.['prometheus.io/port'], String(port?.containerPort))
  }
})

const service = z.strictObject({
  profiles: z.array(z.string()).optional(),
  image: z.string(),
  user: z.string().regex(/^(?:10001:10001|999:999)$/),
  environment: words,
  command: z.array(z.string()),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  networks: z.record(z.string(), z.strictObject({})),
  volumes: z.array(z.string()).optional(),
  depends_on: z.strictObject({ postgres: z.strictObject({ condition: z.literal('service_healthy') }) }).optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  shm_size: z.string().optional(),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  pids_limit: z.int(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string().optional(),
      retries: z.int(),
    })
    .optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string(),
})
const compose = z
  .strictObject({
    name: z.literal('lyra-hub'),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.strictObject({ name: z.string() })),
  })
  .parse(parse(read('compose.yaml')))

test('ADR 0056: in compose the database has no way out, everything published is on loopback, nothing has rights', () => {
  assert.deepEqual(Object.keys(compose.services), ['postgres', 'init', 'worker', 'monitor'])
  assert.equal(compose.networks.database?.internal, true)
  for (const [name, { networks, image, volumes = [] }] of Object.entries(compose.services)) {
    for (const network of Object.keys(networks)) assert.ok(network in compose.networks, name)
    for (const volume of volumes) assert.ok((volume.split(':')[0] ?? '') in compose.volumes, name)
    assert.match(image, name === 'postgres' ? /^postgres:\d+\.\d+-bookworm@sha256:[0-9a-f]{64}$/ : /:local$/, name)
  }
  assert.deepEqual(Object.keys(compose.services.worker?.networks ?? {}), ['database', 'web'])
  assert.equal('web' in (compose.services.postgres?.networks ?? {}), false)
})

test('ADR 0056: what the containers are told to run are commands and flags that there are', () => {
  const commands = [
    ...pods.map((one) => one.spec.template.spec.containers[0].args),
    ...Object.entries(compose.services).flatMap(([name, { command }]) => (name === 'postgres' ? [] : [command])),
  ]
  assert.equal(commands.length, 6)
  for (const [verb, ...rest] of commands) {
    const command = verb === 'worker' ? workerCommand : hubCommand
    assert.equal(command.name, verb)
    const flags = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
    assert.deepEqual(
      flags.filter((flag) => !(flag in command.flags)),
      [],
    )
    if (verb === 'hub') assert.ok(command.usage.includes(rest[0] ?? '?'))
  }
})

test('ADR 0056: the image has the pg that the lock file has', () => {
  const lock = z
    .object({ packages: z.object({ 'node_modules/pg': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const [, version] = /pg@([\d.]+)/.exec(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')) ?? []
  assert.equal(version, lock.packages['node_modules/pg'].version)
})

test('ADR 0056: the scripts are shell without mistakes, and take the lock that merges take', () => {
  const scripts = readdirSync(HUB).filter((name) => name.endsWith('.sh'))
  assert.deepEqual(scripts.sort(), ['address.sh', 'backup.sh', 'drill.sh', 'restore.sh'])
  for (const name of scripts) execFileSync('sh', ['-n', join(HUB, name)])
  // Whoever lists the processes of the machine would read the password.
  for (const name of scripts) assert.doesNotMatch(read(name), /(?:psql|pg_dump|pg_restore)[^\n]*LYRA_HUB/, name)
  const [lock] = /pg_advisory_xact_lock\((\d+)\)/
    .exec(readFileSync(join(ROOT, 'src', 'hub', 'merge-slice.ts'), 'utf8'))
    ?.slice(1) ?? ['none']
  assert.ok(read('backup.sh').includes(`pg_advisory_lock(${lock})`))
})

test('SECURITY: every image of others that deploy runs or builds on is the one of its digest', () => {
  const DEPLOY = join(ROOT, 'deploy')
  const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).sort()
  const named = files
    .filter((name) => /(?:\.yaml|Dockerfile)$/.test(name))
    .flatMap((name) => readFileSync(join(DEPLOY, name), 'utf8').match(/^(?:FROM|\s+image:) \S+/gm) ?? [])
    .map((line) => line.trim().split(' ')[1] ?? '')
  const others = [...new Set(named)].filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))
  assert.deepEqual(others, ['lyra-research:local', 'lyra-tor:local', 'registry.example/lyra-research:0.1.0'])
  assert.equal(named.filter((image) => image.includes('@sha256:')).length, 5)
})
