import { workerData } from 'node:worker_threads'

/** Short: in this time a process fills some fifty megabytes. */
const EVERY_MS = 20
const most = Number(workerData)

setInterval(() => {
  if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
