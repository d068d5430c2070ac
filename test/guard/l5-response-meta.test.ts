import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseMeta } from '../../src/guard/l5-response-meta.ts'

test('REQ 4.4.1 L5: domains and warnings come distinct and sorted', () => {
  const meta = responseMeta({
    unverifiedDomains: ['b.example.jp', 'a.example.com', 'b.example.jp'],
    blockedDomains: ['spam.example'],
    securityWarnings: ['L4: url in model output', 'L2: ignore previous'],
  })

  assert.deepEqual(meta, {
    unverified_domains: ['a.example.com', 'b.example.jp'],
    blocked_domains: ['spam.example'],
    security_warnings: ['L2: ignore previous', 'L4: url in model output'],
  })
})

test('REQ 4.4.1 L5: a list never grows beyond 200 entries', () => {
  const domains = Array.from({ length: 500 }, (_, n) => `d${String(n).padStart(3, '0')}.example`)

  const meta = responseMeta({ unverifiedDomains: domains, blockedDomains: [], securityWarnings: [] })

  assert.equal(meta.unverified_domains.length, 200)
  assert.equal(meta.unverified_domains[199], 'd199.example')
})
