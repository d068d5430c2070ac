import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifiersIn, identifiersOfPage } from '../../src/extract/identifiers.ts'

const SICI = '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2'

const cases: readonly [name: string, text: string, expected: readonly (readonly [string, string])[]][] = [
  ['a DOI at the end of a sentence', 'See doi:10.1056/NEJMoa2034577.', [['doi', '10.1056/nejmoa2034577']]],
  ['a DOI in round brackets', '(https://doi.org/10.1001/jama.2020.1585)', [['doi', '10.1001/jama.2020.1585']]],
  [
    'a DOI with brackets of its own keeps them',
    'Lancet (10.1016/S0140-6736(20)30183-5), 2020',
    [['doi', '10.1016/s0140-6736(20)30183-5']],
  ],
  ['a DOI before a Japanese full stop', '出典は10.11477/mf.1403202000。次に', [['doi', '10.11477/mf.1403202000']]],
  [
    'an escaped DOI in an address with a query',
    'https://example.org/view?doi=10.1038%2Fs41586-020-2649-2&lang=ja',
    [['doi', '10.1038/s41586-020-2649-2']],
  ],
  [
    'a publisher page suffix is not part of the DOI',
    'https://www.frontiersin.org/articles/10.3389/fimmu.2020.00001/full',
    [['doi', '10.3389/fimmu.2020.00001']],
  ],
  ['a DOI made of a SICI is found whole, brackets and all', `Stat Med (doi:${SICI}).`, [['doi', SICI.toLowerCase()]]],
  [
    'a SICI escaped as in HTML',
    `doi:${SICI.replace('<', '&lt;').replace('>', '&gt;')}, and others`,
    [['doi', SICI.toLowerCase()]],
  ],
  [
    'a SICI whose brackets an address escapes',
    `https://onlinelibrary.wiley.com/doi/abs/${SICI.replace('<', '%3C').replace('>', '%3E')}`,
    [['doi', SICI.toLowerCase()]],
  ],
  [
    'a SICI that an address escapes throughout',
    `https://publisher.example/view/${encodeURIComponent(SICI)}/full?lang=en`,
    [['doi', SICI.toLowerCase()]],
  ],
  [
    'a SICI without its name and without a check character',
    '10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2.',
    [['doi', '10.1175/1520-0469(1963)020<0130:dnf>2.0.co;2']],
  ],
  ['half a SICI is another DOI and not named', SICI.slice(0, 55), []],
  ['a bracket of markup ends any other DOI', '10.1000/x1<b>2</b>', [['doi', '10.1000/x1']]],
  ['a DOI cut in two by a line end of a PDF is not named by its first half', 'see 10.1000/ab- c12 for more', []],
  ['a dash behind a DOI is not its own', '10.1001/jama.2020.1585— the trial', [['doi', '10.1001/jama.2020.1585']]],
  ['a PMID only with its label', 'PMID: 32109013 and the number 32109014', [['pmid', '32109013']]],
  ['a PubMed address', 'https://pubmed.ncbi.nlm.nih.gov/33301246/', [['pmid', '33301246']]],
  ['a PMCID', 'available as PMC7745181.', [['pmcid', 'PMC7745181']]],
  ['arXiv, new form with version', 'arXiv:1706.03762v5', [['arxiv', '1706.03762']]],
  ['arXiv, old form in an address', 'https://arxiv.org/abs/hep-th/9901001v2', [['arxiv', 'hep-th/9901001']]],
  ['ISBN-13 with a right check digit', 'ISBN 978-4-06-519981-7', [['isbn', '9784065199817']]],
  ['ISBN-10 becomes ISBN-13', 'ISBN 0-306-40615-2', [['isbn', '9780306406157']]],
  ['a wrong check digit is no ISBN', 'ISBN 978-4-06-519981-1', []],
  ['bare numbers, prices and versions are no identifiers', 'Call 0312345678, pay 10.1234 USD, version 10.15.7/2', []],
]

for (const [name, text, expected] of cases) {
  test(`identifiers (TRUST phase 3): ${name}`, () => {
    assert.deepEqual(
      identifiersIn(text).map((identifier) => [identifier.type, identifier.value]),
      expected,
    )
  })
}

test('identifiers: an arXiv DOI names the preprint too', () => {
  assert.deepEqual(identifiersIn('https://doi.org/10.48550/arXiv.1706.03762'), [
    { type: 'doi', value: '10.48550/arxiv.1706.03762' },
    { type: 'arxiv', value: '1706.03762' },
  ])
})

test('identifiers of a page: meta first, then address, text and links, each once', () => {
  const found = identifiersOfPage({
    url: 'https://pubmed.ncbi.nlm.nih.gov/33301246/',
    meta: new Map([
      ['citation_doi', ['10.1056/NEJMoa2034577']],
      ['dc.identifier', ['doi:10.1056/NEJMoa2034577']],
      ['citation_pmid', ['33301246']],
    ]),
    text: 'Preprint at arXiv:2012.00001. PMCID: PMC7745181',
    links: ['https://doi.org/10.1056/nejmoa2034577', 'https://doi.org/10.1016/j.cell.2020.02.052'],
  })
  assert.deepEqual(found, [
    { type: 'doi', value: '10.1056/nejmoa2034577' },
    { type: 'pmid', value: '33301246' },
    { type: 'pmcid', value: 'PMC7745181' },
    { type: 'arxiv', value: '2012.00001' },
    { type: 'doi', value: '10.1016/j.cell.2020.02.052' },
  ])
})
