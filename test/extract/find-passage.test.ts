import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPassage, holdsPassage, isLongEnough } from '../../src/extract/find-passage.ts'
import { wholeText } from '../../src/extract/whole-text.ts'

const FOUND: readonly (readonly [text: string, quotation: string, found: string | null])[] = [
  ['Before. It fell by -4.1\n  mmHg. After.', 'it fell by −4.1 mmHg', 'It fell by -4.1 mmHg.'],
  ['the “40%” improve-\nment (p < 0.05) was seen', 'The "40 %" improvement', 'the “40%” improve- ment'],
  ['変化は−５％であった。次の文。', '変化は-5%であった', '変化は−５％であった。'],
  ['10㎎を投与した群では差がなかった。', '10mgを投与した群', '10㎎を投与した群'],
  ['𝒙 was large: 𝟏𝟎 people', 'was large: 10 people', 'was large: 𝟏𝟎 people'],
  ['cafe\u0301 visitors drank more', 'café visitors drank', 'café visitors drank'],
  ['It rose by 5 percent.', 'It rose by 6 percent.', null],
  ['anything', '!!!', null],
]

for (const [text, quotation, found] of FOUND)
  test(`FEEDBACK 3: "${quotation}" is ${found === null ? 'not found' : 'found in the words of the text'}`, () => {
    assert.equal(findPassage(text, quotation), found)
  })

test('FEEDBACK 3: a kanji counts three letters when a quotation is measured', () => {
  assert.deepEqual(['Figure 3', 'Figure 3 shows', '血圧', '血圧は下'].map(isLongEnough), [false, true, false, true])
})

test('FEEDBACK 3: a fragment holds a quotation whatever the marks between the words', () => {
  assert.equal(holdsPassage('Tea (green) helps.', 'tea green helps'), true)
  assert.equal(holdsPassage('Tea helps.', 'tea green helps'), false)
})

test('FEEDBACK 3: the whole text of a page has its menus and notes, and neither scripts nor styles', async () => {
  const html = `<html><head><title>T</title><style>p{}</style></head><body><nav><li>Menu</li></nav>
    <p>One <b>bold</b> word</p><script>var hidden = 1</script>
    <table><tr><td>a</td><td>b</td></tr></table></body></html>`
  const document = { url: 'https://a.example/', contentType: 'text/html', body: new TextEncoder().encode(html) }

  const text = await wholeText(document, async () => ({ ok: false, failure: 'empty', reason: '' }))

  assert.deepEqual(
    text?.split(/\s*\n\s*/u).filter((line) => line !== ''),
    ['T', 'Menu', 'One bold word', 'a', 'b'],
  )
})
