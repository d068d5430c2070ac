import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { askTor, reachesByTor } from '../../src/app/tor-health.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { torRoute } from '../../src/net/routes.ts'
import { socksAnswers } from '../../src/net/socks-client.ts'
import { newCircuit, torState } from '../../src/net/tor-control.ts'
import { ask, openWorld, serve, textOf } from '../net/loopback.ts'
import { eventually } from './display.ts'
import { skipWithout } from './programs.ts'
import { startTorNetwork, type TorNetwork } from './tor-network.ts'
import { hashPassword } from './tor-password.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
/** Authorities vote every ten seconds; two cores need several rounds until the relays are in the consensus. */
const NETWORK_MS = 240_000
const PASSWORD = 'a "quoted" word'

suite('a Tor network of seven nodes on loopback', { skip: skipWithout('tor', 'tor-gencert') }, () => {
  let network: TorNetwork

  before(
    async () => {
      network = await startTorNetwork({
        control: ['CookieAuthentication 1', `HashedControlPassword ${hashPassword(PASSWORD)}`],
      })
      await eventually(
        'a circuit',
        async () => {
          const state = await torState({ address: network.control, password: '', nonce: randomBytes })
          return 'circuit' in state && state.circuit ? true : null
        },
        NETWORK_MS,
      )
    },
    { timeout: NETWORK_MS + 20_000 },
  )
  after(() => network?.close())

  const kindOf = async (password: string) =>
    (await newCircuit({ address: network.control, password, nonce: randomBytes }))?.kind ?? 'renewed'

  test('the control port is opened by the cookie, and by the password; a wrong password is said to be one', async () => {
    assert.equal(await kindOf(''), 'renewed')
    assert.equal(await kindOf(PASSWORD), 'renewed')
    assert.equal(await kindOf('another'), 'wrong_password')
  })

  test('REQ 4.3: a page comes over three real hops, and its name is looked up by the exit alone', async (t) => {
    const { host, seen } = await serve(t, (_request, response) =>
      response.writeHead(200, html).end('<p>検診の案内</p>'),
    )
    const port = Number(host.split(':')[1])
    const here: string[] = []
    const { gateway } = await openWorld(
      t,
      {
        allow_private: ['clinic.example'],
        tor_proxy: `socks5h://127.0.0.1:${network.socksPort}`,
        tor_control: network.control,
        timeout_seconds: 60,
      },
      {
        resolve: async (name) => {
          here.push(name)
          return [{ address: '127.0.0.1', family: 4 }]
        },
      },
    )
    const request = ask(`http://clinic.example:${port}/a`)
    // As in a search: the direct line comes first, and with it robots.txt and its look-up.
    await gateway.fetch(ask(`http://clinic.example:${port}/direct`))
    const before = here.length

    assert.equal(await torRoute(gateway).unavailable(request), null)
    const result = await eventually(
      'the page',
      async () => {
        const got = await torRoute(gateway).fetch(request)
        return got.outcome === 'ok' ? got : null
      },
      90_000,
    )

    assert.equal(textOf(result), '<p>検診の案内</p>')
    assert.equal(result.route, 'tor')
    assert.ok(seen.includes('/a'))
    assert.ok(network.looked.includes('clinic.example'))
    assert.equal(here.length, before)
    assert.equal((await gateway.tor.renew('clinic.example')).outcome, 'renewed')
  })

  test('doctor: with the relays gone no connection goes through, though the proxy still greets', async () => {
    const net = { ...defaultSettings.net, tor_control: network.control, tor_control_password: '' }
    const proxy = { host: '127.0.0.1', port: network.socksPort }
    await network.endRelays()

    const state = await askTor(net)

    assert.ok(state !== null && 'bootstrap' in state)
    assert.equal(await socksAnswers(proxy.host, proxy.port, 1500), true)
    assert.equal(await reachesByTor(proxy.host, proxy.port, ['clinic.example']), false)
  })
})
