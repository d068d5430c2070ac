import { readdir, readFile, readlink } from 'node:fs/promises'

/** A socket that waits for connections, in the tables of the kernel. */
const LISTENING = '0A'

/** Linux: the process that listens on this port of the machine; null where that cannot be seen. */
export async function listeningProcess(port: number, proc = '/proc'): Promise<number | null> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`${proc}/net/${name}`, 'utf8').catch(() => '')),
  )
  const wanted = new Set(
    tables
      .flatMap((table) => table.split('\n').slice(1))
      .map((line) => line.trim().split(/ +/))
      .filter(([, local, , state]) => state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port)
      .map((fields) => `socket:[${fields[9]}]`),
  )
  if (wanted.size === 0) return null
  for (const id of await readdir(proc).catch(() => [])) {
    if (!/^\d+$/.test(id)) continue
    const folder = `${proc}/${id}/fd`
    // A process of another user, or one that has just ended, shows nothing.
    for (const file of await readdir(folder).catch(() => []))
      if (wanted.has(await readlink(`${folder}/${file}`).catch(() => ''))) return Number(id)
  }
  return null
}
