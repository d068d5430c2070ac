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
  /** Waits between movements; in a replay nobody watches, and nothing is waited for. */
  readonly pause: (ms: number) => Promise<void>
}

/** Part of the window an element should stand in before it is pressed. */
const COMFORT = { top: 0.1, bottom: 0.85 } as const
/** Turns of the wheel before the browser scrolls by itself. */
const MOST_FLICKS = 12
/**
 * The wheel is answered frame by frame, and a busy machine draws few: a place counts once it was read so often without
 * a change.
 */
const SETTLED = { reads: 4, gapMs: 25, most: 80 } as const

export function openHumanInput(page: Page, { random, pause }: HumanInputOptions): HumanInput {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  let at: Point = { x: size.width * (0.3 + 0.4 * random.next()), y: size.height * (0.3 + 0.4 * random.next()) }

  async function moveTo(point: Point): Promise<void> {
    for (const step of pointerPath(at, point, random)) {
      await pause(step.afterMs)
      await page.mouse.move(step.x, step.y)
    }
    at = point
  }

  /** Where the element stands when the page has come to rest; a press before that would miss it. */
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
      const wanted = middle - size.height * 0.45
      const distance = Math.sign(wanted) * Math.min(Math.abs(wanted), size.height * 0.8)
      for (const step of wheelGlide(distance, random)) {
        await pause(step.afterMs)
        await page.mouse.wheel(0, step.deltaY)
      }
      await pause(lookingPause(random, 250))
      const moved = (await restingBox(target))?.y
      if (moved === undefined || moved === box.y) break
    }
    // The end of the page, or a page that scrolls by itself.
    await target.scrollIntoViewIfNeeded()
  }

  return {
    async click(target) {
      await page.mouse.move(at.x, at.y)
      await bringIntoView(target)
      const box = await restingBox(target)
      if (box === null) throw new Error('the field is not shown')
      const inside = (start: number, length: number) => start + length * (0.3 + 0.4 * random.next())
      await moveTo({ x: inside(box.x, Math.min(box.width, 300)), y: inside(box.y, box.height) })
      await pause(40 + 60 * random.next())
      await page.mouse.down()
      await pause(45 + 50 * random.next())
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
