import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** Why no disk of a given size can be made here; false: it can. */
export function noSmallDisk(): string | false {
  if (process.platform !== 'linux') return 'a disk of a given size is made with tmpfs, of Linux'
  if (process.getuid?.() !== 0) return 'mounting a tmpfs takes root'
  const place = mkdtempSync(join(tmpdir(), 'lyra-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]).status === 0
  if (mounted) execFileSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return mounted ? false : 'this machine lets nobody mount a tmpfs'
}

/** A real disk of so many KiB, and a way to make it larger. */
export function smallDisk(t: Pick<TestContext, 'after'>, kib: number) {
  const place = mkdtempSync(join(tmpdir(), 'lyra-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', place])
  t.after(() => {
    execFileSync('umount', ['-l', place])
    rmSync(place, { recursive: true, force: true })
  })
  return { place, enlarge: (to: number) => execFileSync('mount', ['-o', `remount,size=${to}k`, place]) }
}
