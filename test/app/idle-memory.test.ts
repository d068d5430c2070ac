import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleMemory } from '../../src/app/idle-memory.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('REQ 4.2: a server that rests collects its memory once, and again after later work', async () => {
  const collected: string[] = []
  const memory = createIdleMemory(({ flavor }) => void collected.push(flavor), 300)

  for (let call = 0; call < 5; call += 1) {
    memory.touch()
    await wait(100)
  }
  const whileBusy = collected.length
  await wait(900)
  const rested = collected.length
  memory.touch()
  await wait(900)

  assert.deepEqual([whileBusy, rested, collected.length], [0, 1, 2])
})

test('REQ 4.2: the collector of the engine is reached, and gives memory back', async () => {
  const memory = createIdleMemory(undefined, 1)
  let held: number[][] | null = Array.from({ length: 200 }, () => Array.from({ length: 20_000 }, (_, n) => n))
  const full = process.memoryUsage().heapUsed
  assert.equal(held.length, 200)
  held = null
  memory.touch()
  await new Promise((resolve) => setTimeout(resolve, 200))

  assert.ok(process.memoryUsage().heapUsed < full - 10_000_000)
})
