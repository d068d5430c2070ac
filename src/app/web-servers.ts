import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isAlive, ownerOfThisProcess } from '../work/process-owner.ts'

const notice = z.object({ url: z.string(), owner: z.string() })

const folderOf = (home: string) => join(home, 'servers')

/**
 * Leaves word in the home that a web server is running, so that other processes can tell a person where to answer.
 * Returns what takes the word back. A home that cannot be written costs only this convenience.
 */
export function announceWebServer(home: string, url: string): () => void {
  const file = join(folderOf(home), `${process.pid}.json`)
  try {
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify({ url, owner: ownerOfThisProcess() }), { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(file, { force: true })
}

/** Addresses of the web servers of this home that are running on this machine. */
export function runningWebServers(home: string): readonly string[] {
  return namesIn(folderOf(home)).flatMap((name) => {
    const read = readNotice(join(folderOf(home), name))
    return read !== null && isAlive(read.owner) === true ? [read.url] : []
  })
}

/** Files of servers that ended without taking their word back. */
export function endedWebServers(home: string): readonly string[] {
  return namesIn(folderOf(home))
    .map((name) => join(folderOf(home), name))
    .filter((file) => {
      const read = readNotice(file)
      return read !== null && isAlive(read.owner) === false
    })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Null for what is no notice, or is being written. */
function readNotice(file: string): z.infer<typeof notice> | null {
  try {
    return notice.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
  } catch {
    return null
  }
}
