import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocalEndpoint, isLoopbackAddress } from '../../src/guard/l1-network-isolation.ts'

test('REQ 4.4.1 L1: loopback and private endpoints may serve a language model', () => {
  for (const url of [
    'http://127.0.0.1:11434',
    'http://localhost:11434/api',
    'http://ollama.localhost',
    'https://192.168.1.20',
    'http://10.0.0.5:8080',
    'http://172.31.255.1',
    'http://[::1]:11434',
    'http://[fd12:3456::1]',
    'http://[::ffff:127.0.0.1]:11434',
    'http://2130706433/',
  ])
    assert.equal(isLocalEndpoint(url), true, url)
})

test('REQ 4.4.1 L1: anything that could leave the machine is refused', () => {
  for (const url of [
    'https://api.example.com/v1',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1@evil.example/',
    'http://localhost.evil.example',
    'http://127.0.0.1.nip.io',
    'http://[2001:db8::1]',
    'http://ollama:11434',
    'file:///etc/passwd',
    'not a url',
    '',
  ])
    assert.equal(isLocalEndpoint(url), false, url)
})

test('REQ 4.4.1 L1: a name of localhost may stand for loopback addresses alone', () => {
  assert.deepEqual(
    ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.5', '192.168.1.20', 'fd12::1', '8.8.8.8', 'localhost', ''].filter(
      isLoopbackAddress,
    ),
    ['127.0.0.1', '127.9.9.9', '::1'],
  )
})
