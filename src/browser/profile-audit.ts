import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { z } from 'zod'
import type { Logger } from '../domain/log.ts'

/** What a site can see of the browser without asking (REQ 4.3.1). */
const profileSchema = z.object({
  user_agent: z.string(),
  major: z.string(),
  language: z.string(),
  time_zone: z.string(),
  webdriver: z.boolean(),
  fonts: z.array(z.string()),
  canvas: z.string(),
})
export type Profile = z.infer<typeof profileSchema>

export interface Deviation {
  readonly part: 'user_agent' | 'language' | 'time_zone' | 'webdriver' | 'fonts' | 'canvas'
  readonly expected: string
  readonly found: string
}

/** How the context is opened again so that it agrees with the machine. */
export interface Repair {
  readonly locale?: string
  readonly timezoneId?: string
  /** What no context can change: the browser itself is started anew. */
  readonly restart?: true
}

export interface Audit {
  readonly profile: Profile
  readonly deviations: readonly Deviation[]
  /** Null when nothing has to be opened again. */
  readonly repair: Repair | null
}

/** The system the browser should agree with. */
export interface Machine {
  readonly language: string
  readonly timeZone: string
}

export function machineProfile(): Machine {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { language: locale, timeZone }
}

/** Fonts that tell one system from another. */
const FONTS = [
  'Arial',
  'Hiragino Sans',
  'Yu Gothic',
  'Meiryo',
  'Noto Sans CJK JP',
  'Segoe UI',
  'DejaVu Sans',
  'Liberation Sans',
  'Helvetica Neue',
]

/** Runs in the page context. */
const LOOK = `(async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 240; canvas.height = 60
  const pen = canvas.getContext('2d')
  let drawn = 'none'
  if (pen) {
    pen.font = '18px sans-serif'; pen.fillStyle = '#246'; pen.fillText('Lyra 検診 123', 4, 30)
    pen.beginPath(); pen.arc(200, 30, 20, 0, 6); pen.fill()
    drawn = canvas.toDataURL()
  }
  let hash = 0
  for (let at = 0; at < drawn.length; at += 1) hash = (hash * 31 + drawn.charCodeAt(at)) | 0
  const width = (font) => { if (!pen) return 0; pen.font = '40px ' + font; return pen.measureText('検診Wwil10').width }
  const plain = width('monospace')
  return {
    user_agent: navigator.userAgent,
    major: (/Chrome\\/(\\d+)/.exec(navigator.userAgent) || [])[1] || '',
    language: navigator.language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    webdriver: navigator.webdriver === true,
    fonts: ${JSON.stringify(FONTS)}.filter((font) => width('"' + font + '", monospace') !== plain),
    canvas: String(hash >>> 0),
  }
})()`

const FILE = 'profile-audit.json'

/** Compares with the machine and with what the research profile looked like before. */
export function judgeProfile(profile: Profile, before: Profile | null, machine: Machine): Audit {
  const deviations: Deviation[] = []
  const check = (part: Deviation['part'], expected: string, found: string) => {
    if (expected !== found) deviations.push({ part, expected, found })
  }
  check('language', machine.language, profile.language)
  check('time_zone', machine.timeZone, profile.time_zone)
  check('webdriver', 'false', String(profile.webdriver))
  if (before !== null) {
    check('user_agent', before.major, profile.major)
    check('fonts', before.fonts.join(', '), profile.fonts.join(', '))
    // A new browser version draws anew; within one version the picture must stay.
    if (before.major === profile.major) check('canvas', before.canvas, profile.canvas)
  }
  const wrong = (part: Deviation['part']) => deviations.some((one) => one.part === part)
  const repair: Repair = {
    ...(wrong('language') ? { locale: machine.language } : {}),
    ...(wrong('time_zone') ? { timezoneId: machine.timeZone } : {}),
    ...(wrong('webdriver') || wrong('fonts') || wrong('canvas') ? { restart: true } : {}),
  }
  return { profile, deviations, repair: Object.keys(repair).length === 0 ? null : repair }
}

export interface AuditReport {
  /** 1: at the start; 2: after the repair. */
  readonly attempt: number
  readonly deviations: readonly Deviation[]
  readonly repair: Repair | null
  /** The look is kept as what the next audit expects. */
  readonly kept: boolean
}
export type AuditNote = (report: AuditReport) => void

export interface AuditTarget {
  readonly context: BrowserContext
  prepare(page: Page): Promise<void>
  readonly folder: string
  readonly machine: Machine
  readonly log: Logger
  readonly attempt: number
  readonly note: AuditNote
}

/**
 * Audits the profile and logs every deviation with the action taken. A deviating look becomes the new expectation only
 * when the repair could not change it.
 */
export async function auditProfile(target: AuditTarget): Promise<Audit | null> {
  const { context, folder, log, attempt } = target
  const page = await context.newPage()
  try {
    await target.prepare(page)
    const profile = profileSchema.parse(await page.evaluate(LOOK))
    const audit = judgeProfile(profile, await lastProfile(folder), target.machine)
    const { deviations, repair } = audit
    const kept = repair === null || attempt > 1
    if (kept) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, FILE), JSON.stringify(profile), { mode: 0o600 })
    }
    if (deviations.length === 0) log.debug('browser.profile_fine', { attempt })
    else log.warn('browser.profile_deviates', { deviations, repair, attempt, kept })
    target.note({ attempt, deviations, repair, kept })
    return audit
  } catch (error) {
    log.warn('browser.profile_not_audited', { error: String((error as Error).message).split('\n', 1)[0] })
    return null
  } finally {
    await page.close().catch(() => {})
  }
}

async function lastProfile(folder: string): Promise<Profile | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return profileSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
