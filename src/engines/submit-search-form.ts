import type { Page } from 'playwright-core'
import { openHumanInput } from '../browser/human-like-input.ts'
import type { LoadedPage, PageBrowser } from '../browser/types.ts'
import type { Clock } from '../domain/clock.ts'
import type { Random } from '../domain/random.ts'
import type { NetRequest, NetResult } from '../net/types.ts'
import { findSearchForm } from './search-form.ts'

export interface FormSubmission {
  /** The page with the form, as it was before typing. */
  readonly home: NetResult | null
  /** What the form led to; where there was no form, `problem` says so. */
  readonly results: NetResult
  readonly problem: string | null
}

/** Opens a site, types a query into its search form and sends it. */
export type SubmitSearchForm = (
  request: NetRequest,
  query: string,
  beforeSending: () => Promise<void>,
) => Promise<FormSubmission>

/** Many forms do nothing on Enter: then the button is pressed, which gets the time of a slow page. */
const ENTER_MS = 8000
const BUTTON_MS = 20_000

/** REQ 3.1.5 in a real browser, with the movements of REQ 4.3.4; in a replay the same without waiting. */
export function createFormSubmitter(options: {
  readonly browser: Pick<PageBrowser, 'load'>
  readonly random: Random
  readonly clock: Clock
  readonly replaying: boolean
}): SubmitSearchForm {
  const { browser, random, clock, replaying } = options
  return async (request, query, beforeSending) => {
    const { signal } = request
    const seen: { home: LoadedPage | null; problem: string | null } = { home: null, problem: null }
    const pause = (ms: number) => (replaying ? Promise.resolve() : clock.sleep(ms, signal))

    async function typeAndSend(page: Page, home: LoadedPage): Promise<string | null> {
      seen.home = home
      const form = await findSearchForm(textOf(home), home.response?.finalUrl ?? request.url)
      if (!form.ok) return form.reason
      const fields = page.locator('form').nth(form.index)
      const field = fields.locator(`input[name=${JSON.stringify(form.name)}]`).first()
      if (!(await field.isVisible()) || !(await field.isEditable())) return 'the search field is not shown'
      const hand = openHumanInput(page, { random, pause })
      await hand.look()
      await hand.click(field)
      if ((await field.inputValue()) !== '') await page.keyboard.press('ControlOrMeta+A')
      await hand.type(query)
      await beforeSending()
      if (await leads(page, ENTER_MS, () => page.keyboard.press('Enter'))) return null
      const button = fields.locator('button:not([type=button]):not([type=reset]), input[type=submit]').first()
      if ((await button.count()) === 0) return 'the search form does nothing on Enter'
      return (await leads(page, BUTTON_MS, () => hand.click(button))) ? null : 'the search form leads nowhere'
    }

    const results = await browser.load(request, {
      onward: async (page, home) => {
        seen.problem = await typeAndSend(page, home)
        return seen.problem
      },
    })
    return { home: seen.home, results, problem: seen.problem }
  }
}

/** True when the act led to another page. */
async function leads(page: Page, timeout: number, act: () => Promise<void>): Promise<boolean> {
  const gone = page.waitForNavigation({ timeout, waitUntil: 'domcontentloaded' }).then(
    () => true,
    (error: Error) => {
      if (error.name === 'TimeoutError') return false
      throw error
    },
  )
  await Promise.all([gone, act()])
  return gone
}

function textOf({ response }: LoadedPage): string {
  return Buffer.from(response?.body ?? []).toString('utf8')
}
