import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { unitsOf } from '../../src/extract/units.ts'

const textOf = (html: string): string => {
  const document = parseHtml(`<body>${html}</body>`)
  return unitsOf(document, invisibleElements(document))
    .map((unit) => unit.text)
    .join('\n')
}

test('HTML (REQ 3.2): what only a style sheet keeps apart is read apart', () => {
  assert.equal(textOf('<p><span>Ada Lovelace</span><time>Mar 6</time></p>'), 'Ada Lovelace Mar 6')
  assert.equal(textOf('<div><a>Open World</a><a>Free to Play</a><a>Horror</a></div>'), 'Open World Free to Play Horror')
  assert.equal(textOf('<li><label>Compressors</label><span>521</span></li>'), 'Compressors 521')
  assert.equal(textOf('<p><b>Old Town</b><i class="icon"></i><span>Loon 120</span></p>'), 'Old Town Loon 120')
  assert.equal(
    textOf(
      '<table><tr><th>Name</th><th>Role</th></tr><tr><td><b>Ada</b><i>Parent</i></td><td>x</td></tr></table>',
    ).includes('Ada Parent'),
    true,
  )
})

test('HTML (REQ 3.2): a word, a number and a line of code in several elements stay one', () => {
  assert.equal(textOf('<p><b>W</b><span>ater</span> and <span>Le</span><span>arn</span></p>'), 'Water and Learn')
  assert.equal(textOf('<p><span>1,</span><span>234</span><span>.50</span></p>'), '1,234.50')
  assert.equal(
    textOf('<p>an <i>i</i><span>Phone</span>, <i>p</i><span>53</span>, <b>5</b><span>G</span></p>'),
    'an iPhone, p53, 5G',
  )
  assert.equal(textOf('<p>Call <code><span>get</span><span>Name</span></code></p>'), 'Call getName')
  assert.equal(textOf('<p>In<b>Design</b> and <b>Java</b>Script</p>'), 'InDesign and JavaScript')
  assert.equal(textOf('<p>H<sub>2</sub><span>SO</span><sub>4</sub></p>'), 'H2SO4')
})
