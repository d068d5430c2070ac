import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import type { NetResult } from '../../src/net/types.ts'
import { valuesAt } from '../../src/sources/records/answer-path.ts'
import { readTree } from '../../src/sources/records/answer-tree.ts'
import type { AnswerShape, Description } from '../../src/sources/records/description.ts'
import { isRequest } from '../../src/sources/records/recorded-answers.ts'
import { reader } from '../judge/shipped-reader.ts'
import { openWorld, type World } from '../net/loopback.ts'
import {
  askSource,
  bodyOf,
  DESCRIPTIONS,
  type Double,
  KEY,
  type Recorded,
  type Reply,
  recordedOf,
  replyOf,
  serveDouble,
} from './record-doubles.ts'

const HTML: Reply = { body: '<!DOCTYPE html><html><body>ただいまメンテナンス中です</body></html>', type: 'text/html' }

/** Every source with every question recorded for it. */
const QUESTIONS = DESCRIPTIONS.flatMap((description) =>
  recordedOf(description.name).map((recorded) => ({ description, recorded })),
)

function shapeOf({ look_up, search, answers }: Description, recorded: Recorded): AnswerShape {
  const request =
    recorded.look_up === undefined ? search : look_up.find((one) => one.identifier === recorded.look_up?.type)
  const shape = answers[request?.answer ?? '']
  assert.ok(shape)
  return shape
}

/** What comes before the answer itself: the list of registries. */
function before(recorded: Recorded, { address }: Double): readonly Reply[] {
  return recorded.first === undefined ? [] : [replyOf(recorded.first.answer, address)]
}

async function world(t: Parameters<typeof openWorld>[0]): Promise<World & { readonly double: Double }> {
  const double = await serveDouble(t)
  const allow = { allow_private: ['127.0.0.1'], backoff_attempts: 1 }
  return { ...(await openWorld(t, allow)), double }
}

test('docs/adding.md: a source is its description and a recorded answer, and there is no other file', () => {
  const recorded = globSync(join(import.meta.dirname, '../../config/sources/recorded/*.yaml')).map((file) =>
    basename(file, '.yaml'),
  )
  assert.deepEqual(recorded.sort(), DESCRIPTIONS.map(({ name }) => name).sort())
})

test('REQ 3.1.3: every source is asked by its documented address and tells its record', async (t) => {
  const { gateway, double } = await world(t)
  for (const { description, recorded } of QUESTIONS) {
    const name = `${description.name} ${recorded.search ?? recorded.look_up?.value}`
    double.answerWith(...before(recorded, double), replyOf(recorded.answer, double.address))

    const answer = await askSource(description, recorded, { gateway, address: double.address })

    assert.deepEqual([answer.outcome, answer.reason], ['ok', null], name)
    const path = double.asked.at(-1)?.path.replace(/[?&](?:appId|Subscription-Key|appid|api_key)=[^&]*/, '')
    assert.ok(isRequest(recorded.request, path ?? ''), `${name} asked ${path}`)
    const [found] = answer.records
    assert.ok(found)
    const { title, url, date, licence, identifiers = {}, attributes = {}, passages = [], never = [] } = recorded.tells
    const { record } = found
    assert.equal(record.title, title, name)
    if (url !== undefined) assert.equal(record.url, url.replaceAll('{server}', double.address), name)
    if (date !== undefined) assert.equal(record.published_at, date, name)
    assert.equal(record.licence, licence ?? description.licence, name)
    assert.equal(record.is_primary, description.primary)
    for (const [type, value] of Object.entries(identifiers))
      assert.ok(
        record.identifiers.some((one) => one.type === type && one.value === value),
        `${name}: ${type} ${value}`,
      )
    const told = record.passages.map(({ text }) => text).join('\n')
    for (const words of passages) assert.ok(told.includes(words), `${name}: "${words}" is not in "${told}"`)
    const all = new Map(record.attributes.map((one) => [one.name, one.value]))
    for (const [attribute, value] of Object.entries(attributes)) assert.equal(all.get(attribute), value, name)
    for (const words of never) assert.ok(!JSON.stringify(record).includes(words), `${name} tells ${words}`)
  }
})

test('REQ 3.1.3: every attribute of every record is walked back to the bytes in the archive', async (t) => {
  const { gateway, archive, double } = await world(t)
  for (const { description, recorded } of QUESTIONS) {
    double.answerWith(...before(recorded, double), replyOf(recorded.answer, double.address))
    const { records } = await askSource(description, recorded, { gateway, address: double.address })
    const [found] = records
    assert.ok(found?.archive)
    const kept = await archive.read(found.archive.file, found.archive.recordId)
    assert.ok(kept)

    const tree = await readTree(new TextDecoder().decode(kept.body), shapeOf(description, recorded).format)

    assert.ok(found.record.attributes.length > 0)
    for (const { name, path } of found.record.attributes) {
      const steps = path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      let value: unknown = tree
      for (const step of steps) value = (value as Record<string, unknown> | undefined)?.[step]
      assert.notEqual(value, undefined, `${description.name}.${name}: nothing is at ${path}`)
    }
  }
})

test('REQ 3.1.3: a list goes on on its next page, and is cut at what was asked for', async (t) => {
  const { gateway, double } = await world(t)
  const paged = QUESTIONS.filter(({ recorded }) => recorded.next_request !== undefined)
  const unread = DESCRIPTIONS.filter(({ search }) => search?.paging !== undefined).map(({ name }) => name)
  assert.deepEqual([...new Set(paged.map(({ description }) => description.name))], unread)
  for (const { description, recorded } of paged) {
    const first = replyOf(recorded.answer, double.address)
    let body = first.body
    for (const [was, is] of Object.entries(recorded.next_page ?? {})) body = body.replaceAll(was, is)
    double.answerWith(first, { ...first, body })

    const answer = await askSource(description, recorded, { gateway, address: double.address, pageSize: 1, limit: 2 })

    const asked = double.asked.map(({ path }) => path.replace(/[?&](?:appId|Subscription-Key|appid|api_key)=[^&]*/, ''))
    assert.deepEqual(asked, [recorded.request, recorded.next_request], description.name)
    assert.deepEqual([answer.outcome, answer.records.length], ['ok', 2], description.name)
  }
})

test('REQ 3.1.3: a key is sent where the source wants it, and is neither archived nor needed for what is public', async (t) => {
  const { gateway, archive, folder, double } = await world(t)
  for (const { description, recorded } of QUESTIONS.filter(({ description: { key } }) => key !== undefined)) {
    const { key, name } = description
    double.answerWith(replyOf(recorded.answer, double.address))

    const { records } = await askSource(description, recorded, { gateway, address: double.address })

    const sent = double.asked.at(-1)
    const shown = {
      header: sent?.headers[key?.name.toLowerCase() ?? ''],
      query: new URL(sent?.path ?? '', double.address).searchParams.get(key?.name ?? ''),
      basic: sent?.headers.authorization,
      oauth: sent?.headers.authorization,
    }[key?.in ?? 'header']
    const wanted = {
      header: `${key?.prefix}${KEY}`,
      query: KEY,
      basic: `Basic ${btoa(`${KEY}:`)}`,
      oauth: 'Bearer token-of-the-user',
    }
    assert.equal(shown, wanted[key?.in ?? 'header'], name)
    const place = records[0]?.archive
    const kept = place ? await archive.read(place.file, place.recordId) : null
    assert.ok(kept)
    assert.ok(!`${kept.url} ${JSON.stringify(kept.requestHeaders)}`.includes(KEY), `${name} archives the key`)
  }
  const files = globSync(join(folder, '**/*.warc.gz'))
  for (const file of files) assert.ok(!gunzipSync(readFileSync(file)).includes(KEY))
})

test('REQ 3.1.3: a source that needs a key or an address to write to says so, and is not asked', async (t) => {
  const { gateway, double } = await world(t)
  for (const { description, recorded } of QUESTIONS) {
    double.answerWith(...before(recorded, double), replyOf(recorded.answer, double.address))
    const { outcome, reason } = await askSource(description, recorded, {
      gateway,
      address: double.address,
      keys: false,
      contact: '',
    })
    const expected = description.key?.needed === true ? 'no_key' : description.contact ? 'no_contact' : 'ok'
    assert.equal(outcome, expected, description.name)
    if (expected === 'no_key') assert.ok(reason?.includes(description.key?.environment ?? '?'))
    if (expected !== 'ok') assert.deepEqual(double.asked, [], description.name)
  }
})

test('REQ 3.1.3: a bad key, a used-up allowance, a page for people and a changed field are told apart at every source', async (t) => {
  const { gateway, double } = await world(t)
  for (const { description, recorded } of QUESTIONS) {
    const good = replyOf(recorded.answer, double.address)
    const ask = async (reply: Reply) => {
      double.answerWith(...before(recorded, double), reply)
      return (await askSource(description, recorded, { gateway, address: double.address })).outcome
    }
    const told = {
      denied: await ask({ status: 401, body: '{"message":"no"}' }),
      quota: await ask({ status: 429, body: 'slow down', type: 'text/plain' }),
      maintenance: await ask({ ...HTML, status: 503 }),
      page: await ask(HTML),
      nonsense: await ask({ body: '{"half":' }),
      changed: await ask({ ...good, body: withoutRequired(good.body, shapeOf(description, recorded)) }),
      missing: await ask({ status: 404, body: HTML.body, type: 'text/html' }),
    }
    assert.deepEqual(
      told,
      {
        denied: description.key === undefined ? 'blocked' : 'bad_key',
        quota: 'quota',
        maintenance: 'maintenance',
        page: 'maintenance',
        nonsense: 'parser_broken',
        changed: 'parser_broken',
        missing: 'not_found',
      },
      description.name,
    )
    for (const [outcome, answer] of Object.entries(recorded.refusals ?? {}))
      assert.equal(await ask({ body: bodyOf(answer, double.address) }), outcome, description.name)
  }
})

test('REQ 3.1.3: a machine without a network is told as such by every source', async () => {
  const lost: NetResult = {
    outcome: 'offline',
    route: 'http',
    reason: 'nobody is reached',
    archive: null,
    elapsedMs: 1,
  }
  const gateway = { replaying: false, fetch: async () => lost }
  for (const { description, recorded } of QUESTIONS) {
    const { outcome, records } = await askSource(description, recorded, { gateway, address: 'http://127.0.0.1:9' })
    assert.deepEqual([outcome, records], ['offline', []], description.name)
  }
})

test('a path says lists, places, conditions and anything below, and tells where each value stands', () => {
  const tree = {
    a: [
      { b: 1, r: ['x', 'y'] },
      { b: 2, r: 'z' },
    ],
    c: { d: { e: 'deep' } },
  }
  const at = (path: string) => valuesAt(tree, path).map((one) => [one.path, one.value])
  assert.deepEqual(at('a.b'), [
    ['/a/0/b', 1],
    ['/a/1/b', 2],
  ])
  assert.deepEqual(at('a[1].b'), [['/a/1/b', 2]])
  assert.deepEqual(at('a[?r~y].b'), [['/a/0/b', 1]])
  assert.deepEqual(at('a[?b=2].r'), [['/a/1/r', 'z']])
  assert.deepEqual(at('..e'), [['/c/d/e', 'deep']])
  assert.deepEqual(at('a.nothing'), [])
})

/** The answer as it would be if its maker had renamed the fields without which an entry is none. */
function withoutRequired(body: string, { required, attributes }: AnswerShape): string {
  const names = required
    .flatMap((name) => attributes[name]?.path ?? [])
    .map((path) => {
      const last =
        path
          .replace(/\[[^\]]*\]/g, '')
          .split('.')
          .at(-1) ?? ''
      return last.replace(/^@(?=[a-z-]+$)/, body.startsWith('<') ? '' : '@')
    })
  let changed = body
  for (const name of names)
    changed = changed
      .replaceAll(`"${name}":`, `"${name}_2":`)
      .replaceAll(`<${name}>`, `<${name}_2>`)
      .replaceAll(`<${name} `, `<${name}_2 `)
      .replaceAll(`</${name}>`, `</${name}_2>`)
      .replaceAll(` ${name}="`, ` ${name}_2="`)
      // The row that names the columns.
      .replace(/^\[\[[^\]]*\]/, (names) => names.replace(`"${name}"`, `"${name}_2"`))
  return changed
}

test('REQ 4.4.1 L2: every statement of a recorded answer stands the second reading, and is a claim', async (t) => {
  const { gateway, double } = await world(t)
  const settings = { ...defaultSettings.judgement, claims_per_fragment: 10 }
  const extractor = createClaimExtractor({ embedder: null, reader, settings })
  for (const { description, recorded } of QUESTIONS) {
    double.answerWith(...before(recorded, double), replyOf(recorded.answer, double.address))
    const { records } = await askSource(description, recorded, { gateway, address: double.address })
    const sources = records.flatMap(({ record }, place) =>
      record.passages
        .filter(({ isStatement }) => isStatement)
        .map(({ text }, at) => ({
          ...{ fragmentId: `${place}-${at}`, text, headingContext: null, fragmentType: 'statement' },
          values: record.attributes.map(({ value }) => value).filter((value) => text.includes(value)),
        })),
    )

    const read = await extractor.extract(sources, '')

    assert.deepEqual(
      read.flatMap(({ claims }) => claims.map(({ text }) => text)),
      sources.map(({ text }) => text),
      description.name,
    )
  }
})
