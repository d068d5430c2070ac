import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFailure } from '../../src/browser/navigation-failure.ts'
import { type AskedByPage, decideRequest } from '../../src/browser/request-decision.ts'

const page: AskedByPage = {
  isMain: true,
  blocked: false,
  standsIn: false,
  replaying: false,
  firstAtHand: false,
  navigations: 1,
}
const resource: AskedByPage = { ...page, isMain: false }

test('REQ 3.1.2: live, the first navigation was admitted before; whatever follows is admitted by the gateway', () => {
  assert.equal(decideRequest(page), 'continue')
  assert.equal(decideRequest({ ...page, navigations: 2 }), 'admit')
  assert.equal(decideRequest(resource), 'admit')
})

test('REQ 3.1.2: trackers and pictures go nowhere, a page of such an address is still a page', () => {
  assert.equal(decideRequest({ ...resource, blocked: true }), 'block')
  assert.equal(decideRequest({ ...page, blocked: true }), 'continue')
})

test('REQ 4.6: in a replay nothing is sent: the page at hand first, then what the archive has', () => {
  const replay = { ...page, replaying: true }
  assert.equal(decideRequest({ ...replay, firstAtHand: true }), 'first_page')
  assert.equal(decideRequest({ ...replay, navigations: 2 }), 'replay')
  assert.equal(decideRequest({ ...resource, replaying: true, firstAtHand: true }), 'replay')
})

test('REQ 3.1.1: the page one comes from is answered by us, live and in a replay', () => {
  assert.equal(decideRequest({ ...page, standsIn: true, navigations: 0 }), 'stand_in')
  assert.equal(decideRequest({ ...page, standsIn: true, replaying: true, firstAtHand: true }), 'stand_in')
})

test('a load that fails is named by the cause we know of before what Chromium made of it', () => {
  const error = new Error('page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://a.example/')
  const none = { aborted: false, refusal: null, refused: null }
  const refusal = { outcome: 'robots_denied', reason: 'no', route: 'browser', archive: null, elapsedMs: 1 } as const
  const outcomes = [
    loadFailure(error, 9, { ...none, aborted: true, refusal }),
    loadFailure(error, 9, { ...none, refusal, refused: 'refused_private' }),
    loadFailure(error, 9, { ...none, refused: 'refused_private' }),
    loadFailure(error, 9, { ...none, refused: 'offline' }),
    loadFailure(error, 9, none),
    loadFailure(new Error('net::ERR_NAME_NOT_RESOLVED'), 9, none),
  ].map(({ outcome, route, screenshot }) => [outcome, route, screenshot])
  assert.deepEqual(
    outcomes.map(([outcome]) => outcome),
    ['cancelled', 'robots_denied', 'refused_private', 'offline', 'connection', 'dns'],
  )
  assert.ok(outcomes.every(([, route, screenshot]) => route === 'browser' && screenshot === null))
})
