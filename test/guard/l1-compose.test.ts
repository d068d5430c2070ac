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

test('REQ 4.4.1 L1: the inference containers sit on internal networks only, without a way out', () => {
  assert.deepEqual(Object.keys(compose.services), ['ollama'])
  for (const [name, service] of Object.entries(compose.services)) {
    const joined = Object.keys(service.networks ?? {})
    assert.deepEqual([name, joined], [name, ['inference']])
    assert.equal('network_mode' in service, false, name)
  }
  assert.deepEqual(
    Object.entries(compose.networks).map(([name, network]) => [name, network.internal]),
    [['inference', true]],
  )
})

test('REQ 4.4.1 L1: no port of Ollama is published on the host', () => {
  for (const [name, service] of Object.entries(compose.services)) assert.equal('ports' in service, false, name)
})

test('REQ 4.4.1 L1: the address that the file gives Ollama is one that Lyra may ask', () => {
  const address = compose.services.ollama?.networks?.inference?.ipv4_address
  assert.equal(address, '172.28.7.2')
  assert.equal(isLocalEndpoint(`http://${address}:11434`), true)
})

test('REQ 4.4.1 L1: every image is the one of a digest, so that nobody can put another in its place', () => {
  for (const [name, { image }] of Object.entries(compose.services))
    assert.match(image ?? '', /^[\w/.-]+:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/, name)
})
