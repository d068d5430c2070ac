import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run test:real [-- <words>]`: the parts that other tests replace by doubles, as Debian ships them. It runs in a
 * network of its own that has loopback and nothing else, so that no browser and no Tor can reach beyond it.
 */
const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const files = globSync('test/real/*-real.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  process.stderr.write(`No test file matches ${words.join(', ')}\n`)
  process.exit(1)
}

// As root the network is made directly; as anybody else within a user namespace, where the kernel allows it.
const apart = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user']
const UP = 'ip link set lo up && exec "$@"'
const isolated = spawnSync('unshare', [...apart, 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' }).status === 0
if (!isolated) {
  process.stderr.write('skipped  test:real: no network namespace here (unshare --net, ip): nothing was started\n')
  process.exit(0)
}
const test = [process.execPath, '--test', '--test-concurrency=1', '--test-reporter=spec', ...files]
const { status } = spawnSync('unshare', [...apart, 'sh', '-c', UP, 'sh', ...test], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
