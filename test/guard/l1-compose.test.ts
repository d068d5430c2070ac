import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { isLocalEndpoint } from '../../src/guard/l1-network-isolation.ts'

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string
        readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string }>>
      }
    >
  >
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
}

const compose = parse(readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml'), 'utf8')) as Compose

const INTERNAL = Object.entries(compose.networks)
  .filter(([, network]) => network.internal === true)
  .map(([name]) => name)

test('REQ 4.4.1 L1: the inference container sits on the internal network only, without a way out', () => {
  assert.deepEqual(INTERNAL, ['inference', 'onion'])
  assert.deepEqual(Object.keys(compose.services.ollama?.networks ?? {}), ['inference'])
  assert.equal('network_mode' in (compose.services.ollama ?? {}), false)
  assert.deepEqual(
    Object.entries(compose.services)
      .filter(([, service]) => 'inference' in (service.networks ?? {}))
      .map(([name]) => name),
    ['lyra', 'ollama'],
  )
})

test('REQ 4.4.1 L1: no port of Ollama is published on the host', () => {
  assert.equal('ports' in (compose.services.ollama ?? {}), false)
})

test('REQ 4.4.1 L1: the address that the file gives Ollama is one that Lyra may ask', () => {
  const address = compose.services.ollama?.networks?.inference?.ipv4_address
  assert.equal(address, '172.28.7.2')
  assert.equal(isLocalEndpoint(`http://${address}:11434`), true)
})

test('REQ 4.4.1 L1: the image is the one of a digest, so that nobody can put another in its place', () => {
  assert.match(compose.services.ollama?.image ?? '', /^[\w/.-]+:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/)
})
