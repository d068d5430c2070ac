import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocalEndpoint, isLoopbackAddress, isLoopbackEndpoint } from '../../src/guard/l1-network-isolation.ts'

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
    'http://127.200.0.1',
    'http://10.200.0.1',
    'http://192.168.200.1',
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
    'ftp://127.0.0.1/',
    'ws://localhost/',
    'http://11.0.0.1',
    'http://192.169.0.1',
    'http://[fe80::1]',
    'not a url',
    '',
  ])
    assert.equal(isLocalEndpoint(url), false, url)
})

test('REQ 4.4.1 L1: a name of localhost may stand for loopback addresses alone', () => {
  assert.deepEqual(
    ['127.0.0.1', '127.200.9.9', '::1', '10.0.0.5', '192.168.1.20', 'fd12::1', '128.0.0.1', 'localhost', ''].filter(
      isLoopbackAddress,
    ),
    ['127.0.0.1', '127.200.9.9', '::1'],
  )
})

test('REQ 4.4.1 L1: a file of the user is asked about on this very machine alone', () => {
  const urls = [
    'http://localhost:11434',
    'http://ollama.localhost.',
    'http://127.0.0.1',
    'http://[::1]:1',
    'http://192.168.1.20',
    'http://localhost.evil.example',
    'not a url',
  ]
  assert.deepEqual(urls.filter(isLoopbackEndpoint), urls.slice(0, 4))
})
