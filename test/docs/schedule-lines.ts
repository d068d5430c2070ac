import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** The page that says how an update is put on a schedule, in each language. */
export const PAGES = ['docs/how-to/keep-up-to-date.md', 'docs/how-to/keep-up-to-date.ja.md'] as const

export interface CronLine {
  /** The five fields of the time. */
  readonly when: string
  readonly command: string
}

export type Unit = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Schedule {
  readonly cron: CronLine
  /** The text of each unit file by its name: `lyra-update@.service`. */
  readonly files: ReadonlyMap<string, string>
}

/** What the page has in its blocks of text: a line of a crontab, and two unit files. */
export function scheduleOf(page: (typeof PAGES)[number]): Schedule {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```text\n(.*?)^```$/gmsu)].map(
    ([, text = '']) => text,
  )
  const lines = blocks.flatMap((text) => [...text.matchAll(/^((?:[\d*,/-]+ ){4}[\d*,/-]+) +(lyra .+)$/gmu)])
  const [, when = '', command = ''] = lines[0] ?? []
  const files = blocks.flatMap((text) => {
    const name = /^# (\S+@\.(?:service|timer))$/mu.exec(text)?.[1]
    return name === undefined ? [] : [[name, text] as const]
  })
  return { cron: { when, command }, files: new Map(files) }
}

/** A unit file by its sections; a comment is a line of its own, as systemd has it. */
export function readUnit(text: string): Unit {
  const unit: Record<string, Record<string, string>> = {}
  let section = ''
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const head = /^\[(\w+)\]$/u.exec(line)?.[1]
    if (head !== undefined) section = head
    const [, name, value] = /^(\w+)=(.*)$/u.exec(line) ?? []
    if (name !== undefined && value !== undefined) unit[section] = { ...unit[section], [name]: value }
  }
  return unit
}
