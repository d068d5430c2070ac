import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Random } from '../domain/random.ts'
import { lookingPause, type Point, pointerPath, typingRhythm, wheelGlide } from './input-motion.ts'

/** Moves, scrolls, clicks and types in one page the way a person does (REQ 4.3.4). */
export interface HumanInput {
  /** Brings the element into view with the wheel, goes to it and presses. */
  click(target: Locator): Promise<void>
  type(text: string): Promise<void>
  /** Looks at the page for a moment. */
  look(): Promise<void>
}

export interface HumanInputOptions {
  readonly random: Random
  /** Pauses between movements; a replay skips them. */
  readonly pause: (ms: number) => Promise<void>
}

/** Share of the viewport an element should be in before it is clicked. */
const COMFORT = { top: 0.1, bottom: 0.85 } as const
/** A reader scrolls until the element is a little above the middle, by less than a screen at a time (shares of it). */
const SCROLL_TARGET = 0.45
const SCROLL_STEP = 0.8
/** Median look after a scroll, in milliseconds: an eye finds its place again in about a quarter of a second. */
const AFTER_SCROLL_MS = 250
/** People press near the middle of a target, never at its exact centre or edge: from 30 to 70 % of its extent. */
const MIDDLE = { from: 0.3, extent: 0.4 } as const
/** A wide search field is pressed near its start, where its text begins. */
const PRESSED_WIDTH_PX = 300
/** Milliseconds between arriving and pressing, and how long a button is held: least, and random addition. */
const BEFORE_PRESS_MS = { least: 40, extra: 60 } as const
const PRESS_MS = { least: 45, extra: 50 } as const
/** Turns of the wheel before the browser scrolls by itself. */
const MOST_FLICKS = 12
/**
 * Scrolling is animated frame by frame, slowly on a busy machine: a position counts as settled after this many equal
 * reads.
 */
const SETTLED = { reads: 4, gapMs: 25, most: 80 } as const

function nearMiddle(random: Random): number {
  return MIDDLE.from + MIDDLE.extent * random.next()
}

export function openHumanInput(page: Page, { random, pause }: HumanInputOptions): HumanInput {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  let at: Point = { x: size.width * nearMiddle(random), y: size.height * nearMiddle(random) }

  async function moveTo(point: Point): Promise<void> {
    for (const step of pointerPath(at, point, random)) {
      await pause(step.afterMs)
      await page.mouse.move(step.x, step.y)
    }
    at = point
  }

  /** The element's position once scrolling has settled; clicking earlier would miss it. */
  async function restingBox(target: Locator): ReturnType<Locator['boundingBox']> {
    let box = await target.boundingBox()
    for (let same = 1, read = 1; same < SETTLED.reads && read < SETTLED.most; read += 1) {
      await sleep(SETTLED.gapMs)
      const next = await target.boundingBox()
      same = next?.y === box?.y && next?.x === box?.x ? same + 1 : 1
      box = next
    }
    return box
  }

  async function bringIntoView(target: Locator): Promise<void> {
    for (let flick = 0; flick < MOST_FLICKS; flick += 1) {
      const box = await target.boundingBox()
      if (box === null) break
      const middle = box.y + box.height / 2
      if (middle > size.height * COMFORT.top && middle < size.height * COMFORT.bottom) return
      const wanted = middle - size.height * SCROLL_TARGET
      const distance = Math.sign(wanted) * Math.min(Math.abs(wanted), size.height * SCROLL_STEP)
      for (const step of wheelGlide(distance, random)) {
        await pause(step.afterMs)
        await page.mouse.wheel(0, step.deltaY)
      }
      await pause(lookingPause(random, AFTER_SCROLL_MS))
      const moved = (await restingBox(target))?.y
      if (moved === undefined || moved === box.y) break
    }
    // The end of the page was reached, or the page scrolls by script.
    await target.scrollIntoViewIfNeeded()
  }

  return {
    async click(target) {
      await page.mouse.move(at.x, at.y)
      await bringIntoView(target)
      const box = await restingBox(target)
      if (box === null) throw new Error('the field is not shown')
      const inside = (start: number, length: number) => start + length * nearMiddle(random)
      await moveTo({ x: inside(box.x, Math.min(box.width, PRESSED_WIDTH_PX)), y: inside(box.y, box.height) })
      await pause(BEFORE_PRESS_MS.least + BEFORE_PRESS_MS.extra * random.next())
      await page.mouse.down()
      await pause(PRESS_MS.least + PRESS_MS.extra * random.next())
      await page.mouse.up()
    },
    async type(text) {
      for (const { key, afterMs } of typingRhythm(text, random)) {
        await pause(afterMs)
        if (key === 'Backspace') await page.keyboard.press(key)
        else await page.keyboard.type(key)
      }
    },
    look: () => pause(lookingPause(random)),
  }
}
