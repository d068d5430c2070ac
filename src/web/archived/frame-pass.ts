import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a frame may show: one page, and the passage that is marked in it. */
export interface FramePass {
  readonly pageId: string
  readonly fragmentId: string | null
  readonly edgeId: string | null
  readonly claimId: string | null
}

/** A frame as a page of the dashboard needs it. */
export interface ArchivedFrame {
  /** For the page's policy. */
  readonly origin: string
  /** What lies under the pass: `${path}/page`, `${path}/r/...`. */
  readonly path: string
  readonly src: string
}

/** Paths that nobody can make up and that end by themselves. */
export interface FramePasses {
  issue(pass: FramePass): string
  /** Null: made up, changed, or over. */
  read(token: string): FramePass | null
}

/** Long enough to read a page to its end; loading the page again gives a new one. */
const MINUTES = 30
const LONGEST = 2000
type Sealed = [number, string, string | null, string | null, string | null]

export function createFramePasses(key: Uint8Array, now: () => number, minutes = MINUTES): FramePasses {
  const seal = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    issue: ({ pageId, fragmentId, edgeId, claimId }) => {
      const text = JSON.stringify([now() + minutes * 60_000, pageId, fragmentId, edgeId, claimId])
      return `${Buffer.from(text).toString('base64url')}.${seal(text).toString('base64url')}`
    },
    read: (token) => {
      const [body = '', sent = ''] = token.length > LONGEST ? [] : token.split('.', 2)
      const text = Buffer.from(body, 'base64url').toString('utf8')
      const [given, right] = [Buffer.from(sent, 'base64url'), seal(text)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      // Sealed here: its shape is known.
      const [ends, pageId, fragmentId, edgeId, claimId] = JSON.parse(text) as Sealed
      return now() < ends ? { pageId, fragmentId, edgeId, claimId } : null
    },
  }
}
