import { spawn } from 'node:child_process'
import type { RunProgram } from './apply-service.ts'

/** As long as a service manager may take to stop the server in order. */
const MOST_MS = 60_000
/** A shell's code for a program that is not there. */
const NOT_FOUND = 127

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    let output = ''
    const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS })
    const add = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => resolve({ code: NOT_FOUND, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
