import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readTree } from '../../src/sources/records/answer-tree.ts'
import { readRecords } from '../../src/sources/records/map-record.ts'
import { rdapServer } from '../../src/sources/records/rdap-bootstrap.ts'
import { dataText, without } from '../engines/data-folder.ts'
import { DESCRIPTIONS } from './record-doubles.ts'

const skip = without('api')

/** The first record that the description reads from what the service once sent. */
async function readAs(name: string, answer: string, body: string) {
  const description = DESCRIPTIONS.find((one) => one.name === name)
  const shape = description?.answers[answer]
  assert.ok(description && shape)
  const tree = await readTree(body, shape.format)
  const { records, lost } = readRecords(description, shape, tree, {
    value: 'x',
    url: 'https://asked.example/',
    language: 'ja',
  })
  assert.equal(lost, 0)
  return records[0]
}

test('REQ 3.1.3: the registration of example.cz, as its registry once sent it', { skip }, async () => {
  const record = await readAs('rdap', 'domain', dataText('api/rdap/testdata/rdap/rdap.nic.cz/domain-example.cz.json'))
  const told = new Map(record?.attributes.map(({ name, value }) => [name, value]))
  assert.deepEqual(
    [told.get('domain'), told.get('registered'), told.get('name_servers'), told.get('status')],
    ['example.cz', '2004-08-30', 'ns2.pipni.cz, ns3.pipni.cz, ns.pipni.cz', 'active'],
  )
})

test('RFC 9224: the registry of a domain is found in a list as IANA publishes it', { skip }, async () => {
  const list = JSON.parse(dataText('api/rdap/testdata/bootstrap_complex/dns.json'))
  assert.equal(
    rdapServer(JSON.parse(dataText('api/rdap/testdata/bootstrap/dns.json')), 'example.cz'),
    'https://rdap.nic.cz',
  )
  assert.equal(rdapServer(list, 'example.nowhere-at-all'), null)
})

function sentByGbizinfo(endpoint: string): string {
  const file = dataText(`api/gbizinfo/Gbizinfo_Api_Endpoints_${endpoint}/success.yml`)
  const recorded = parse(file) as { http_interactions: [{ response: { body: { string: string | Uint8Array } } }] }
  const { string } = recorded.http_interactions[0].response.body
  return new TextDecoder().decode(typeof string === 'string' ? Buffer.from(string, 'base64') : string)
}

test('REQ 3.1.3: an organisation of Japan, as gBizINFO once sent it', { skip }, async () => {
  const record = await readAs('gbizinfo', 'companies', sentByGbizinfo('Hojin/hojin'))
  assert.deepEqual(record?.identifiers, [{ type: 'corporate_number', value: '4000012090001' }])
  assert.match(record?.passages[0]?.text ?? '', /法人番号は4000012090001である。/)
})

test('REQ 3.1.3: a company without subsidies or patents, as gBizINFO once sent it, has none, and nothing is lost', {
  skip,
}, async () => {
  assert.equal(await readAs('gbizinfo_subsidies', 'subsidies', sentByGbizinfo('HojinSubsidy/hojin_subsidy')), undefined)
  assert.equal(await readAs('gbizinfo_patents', 'patents', sentByGbizinfo('HojinPatent/hojin_patent')), undefined)
})

test('`verified: recorded` stands where an entry that the service once sent is read here, and nowhere else', () => {
  const marked = DESCRIPTIONS.filter(({ verified }) => verified === 'recorded').map(({ name }) => name)
  assert.deepEqual(marked.sort(), ['gbizinfo', 'rdap'])
})
