import { checkInput } from '../api/check-input.ts'
import type { Lyra, OpenLyra } from './lyra.ts'

/** One application for many calls: the first call with right input opens it. */
export function createLyra(openLyra: () => Promise<OpenLyra>): Lyra {
  let opening: Promise<OpenLyra> | null = null
  let opened: OpenLyra | null = null
  const open = () => {
    opening ??= openLyra().then(
      (lyra) => {
        opened = lyra
        return lyra
      },
      (error: unknown) => {
        // The user may fix what made the start fail (disk, config), so the next call tries again.
        opening = null
        throw error
      },
    )
    return opening
  }
  return {
    call: async (useCase, input, hooks = {}) => {
      const checked = checkInput(useCase, input)
      const lyra = await open()
      const end = lyra.beginCall()
      try {
        return await lyra.handlerOf(useCase)(checked, hooks)
      } finally {
        end()
      }
    },
    open,
    opened: () => opened,
    close: async () => {
      const lyra = await opening?.catch(() => null)
      await lyra?.close()
    },
  }
}
