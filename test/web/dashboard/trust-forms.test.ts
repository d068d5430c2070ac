import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import { blockedBlog } from '../../research/graph/blocked-blog.ts'
import { dashboard, TASK } from './seeded-home.ts'

describe('what a person says about a site', () => {
  // The server has the clock of the machine, and a block ends after a time.
  const world = blockedBlog(Date.now())
  const ends: (() => unknown)[] = []
  let shown: ReturnType<typeof dashboard>

  before(() => {
    shown = dashboard({ after: (end: () => unknown) => ends.push(end) } as never, world)
  })
  beforeEach(async () => {
    writeFileSync(world.file, '# My sites.\n')
    await shown.get('/domains')
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const finding = () => {
    const { findings } = world.store
    return findings.get(findings.byClaim(TASK).get('c2') ?? '')?.verification_status
  }
  const card = async (domain: string, path = `/tasks/${TASK}/sources`, language = 'en') => {
    const text = await (await shown.get(path, { 'accept-language': language })).text()
    return new RegExp(`<section class="card site" id="site-${domain}">[\\s\\S]*?</section>`).exec(text)?.[0] ?? ''
  }
  const field = (text: string, name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(text)?.[1] ?? ''

  test('CSRF: without the token of the form, or with a wrong one, nothing is written', async () => {
    for (const path of ['/domains/trust', '/domains/take-back'])
      for (const token of ['', 'guessed']) {
        const fields = { domain: 'blog.example', trust_level: 'LOW', form_token: token }
        assert.equal((await shown.post(path, fields)).status, 400)
      }
    const away = await shown.app.request('/domains/trust', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'blog.example', trust_level: 'LOW', form_token: shown.sessions.formToken }),
    })

    assert.equal(away.status, 401)
    assert.equal(readFileSync(world.file, 'utf8'), '# My sites.\n')
    assert.equal(finding(), 'pending')
  })

  test('a block is lifted with one button: the finding follows, and the entry can be taken back', async () => {
    const blocked = await card('blog.example')
    const sent = await shown.post('/domains/trust', {
      domain: field(blocked, 'domain'),
      back: field(blocked, 'back'),
      trust_level: field(blocked, 'trust_level'),
      reason: 'I <b>know</b> them',
    })
    const lifted = await card('blog.example')
    const afterLift = finding()
    const written = readFileSync(world.file, 'utf8')
    const back = await shown.post('/domains/take-back', {
      domain: field(lifted, 'domain'),
      back: field(lifted, 'back'),
    })

    assert.match(blocked, /<form method="post" action="\/domains\/trust"[\s\S]*Lift this block<\/button>/)
    assert.ok(!/Block this site|Take my entry back/.test(blocked))
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/tasks/${TASK}/sources#site-blog.example`])
    assert.match(lifted, /trust-UNVERIFIED|UNVERIFIED|unverified/i)
    assert.match(lifted, /set by you: I &lt;b&gt;know&lt;\/b&gt; them/)
    assert.match(lifted, /action="\/domains\/take-back"[\s\S]*Take my entry back<\/button>/)
    assert.ok(!/Lift this block|Block this site/.test(lifted))
    assert.match(written, /^# My sites\.\nuser_overrides:\n {2}- domain: blog\.example\n {4}trust_level: UNVERIFIED\n/)
    assert.equal(afterLift, 'verified')
    assert.equal(back.status, 303)
    assert.match(await card('blog.example'), /Lift this block/)
    assert.equal(finding(), 'pending')
  })

  test('the log tells that a person did it on the dashboard', async () => {
    await shown.post('/domains/trust', { domain: 'nejm.org', trust_level: 'BLOCKED' })
    const [event] = world.store.events.about(['nejm.org']).filter(({ kind }) => kind === 'override_set')
    assert.deepEqual([event?.data.by, event?.data.channel, event?.data.to], ['person', 'dashboard', 'BLOCKED'])
  })

  test('a site is blocked by a form that is folded until it is asked for, in the reader’s language', async () => {
    const english = await card('reuters.com')
    const japanese = await card('reuters.com', undefined, 'ja')
    await shown.post('/domains/trust', { domain: 'reuters.com', trust_level: field(english, 'trust_level') })

    assert.match(english, /<details><summary>[\s\S]*aria-label="Block this site: reuters\.com">Block this site</)
    assert.match(japanese, /aria-label="このサイトを遮断する: reuters\.com">このサイトを遮断する</)
    assert.match(await card('reuters.com', '/domains'), /Take my entry back/)
    assert.match(await card('reuters.com', '/domains', 'ja'), /指定を取り消す/)
  })

  test('an entry of a domain above is named, and it is the one taken back', async () => {
    writeFileSync(world.file, 'user_overrides:\n  - { domain: example, trust_level: BLOCKED, reason: none of them }\n')
    const text = await card('blog.example')
    await shown.post('/domains/take-back', { domain: field(text, 'domain') })
    const twice = await shown.post('/domains/take-back', { domain: 'example' })

    assert.match(text, /set by you \(example\): none of them/)
    assert.equal(readFileSync(world.file, 'utf8'), 'user_overrides:\n')
    assert.deepEqual([twice.status, twice.headers.get('location')], [303, '/domains'])
  })

  test('what is no site or no level is refused, and a damaged file is told and kept', async () => {
    const wrong = [
      { domain: 'two words', trust_level: 'LOW' },
      { domain: 'a.example\n- x', trust_level: 'LOW' },
      { domain: 'a.example', trust_level: 'DIVINE' },
      { domain: 'a.example', trust_level: 'LOW', reason: 'x'.repeat(501) },
    ]
    for (const fields of wrong) assert.equal((await shown.post('/domains/trust', fields)).status, 400)
    assert.equal(readFileSync(world.file, 'utf8'), '# My sites.\n')

    writeFileSync(world.file, 'user_overrides: [mine')
    const damaged = await shown.post('/domains/trust', { domain: 'a.example', trust_level: 'LOW' })

    assert.ok(damaged.status >= 400)
    assert.match(await damaged.text(), /not valid YAML/)
    assert.equal(readFileSync(world.file, 'utf8'), 'user_overrides: [mine')
  })
})
