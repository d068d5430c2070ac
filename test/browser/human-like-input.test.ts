import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHumanInput } from '../../src/browser/human-like-input.ts'
import { openBrowser } from '../../src/browser/launch.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

const PAGE = `<!doctype html><body style="height:3000px"><input id="q" style="position:absolute;top:1800px;left:60px;width:280px;height:30px">
<script>
window.log = { moves: [], wheels: 0, clicks: 0 }
addEventListener('mousemove', (e) => log.moves.push([Math.round(e.clientX), Math.round(e.clientY)]))
addEventListener('wheel', () => { log.wheels += 1 })
document.querySelector('#q').addEventListener('click', () => { log.clicks += 1 })
</script>`

interface PageLog {
  readonly moves: readonly (readonly [number, number])[]
  readonly wheels: number
  readonly clicks: number
}

test('REQ 4.3.4: in a real page the same seed takes the same path to the field, another seed another one', async (t) => {
  const { context } = await openBrowser({
    settings: defaultSettings.browser,
    log: silentLogger,
    replaying: true,
    mode: 'browser',
    proxy: 'http://127.0.0.1:9',
    stateFile: null,
    profileFolder: null,
    note: () => {},
  })
  t.after(() => context.browser()?.close() ?? context.close())

  async function typeWith(seed: number): Promise<PageLog & { readonly value: string }> {
    const page = await context.newPage()
    await page.setContent(PAGE)
    const hand = openHumanInput(page, { random: seededRandom(seed), pause: async () => {} })
    await hand.click(page.locator('#q'))
    await hand.type('高血圧 guideline')
    const value = await page.locator('#q').inputValue()
    const log = (await page.evaluate('log')) as PageLog
    await page.close()
    return { ...log, value }
  }
  const [one, same, other] = [await typeWith(7), await typeWith(7), await typeWith(8)]

  assert.deepEqual([one.value, one.clicks], ['高血圧 guideline', 1])
  assert.ok(one.moves.length >= 20, `${one.moves.length} moves`)
  assert.ok(one.wheels >= 10, `${one.wheels} turns of the wheel`)
  assert.deepEqual(same.moves, one.moves)
  assert.notDeepEqual(other.moves, one.moves)
})
