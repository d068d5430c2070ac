import type { LookupAddress } from 'node:dns'
import { connect, type LookupFunction, type Socket } from 'node:net'

/** A TCP connection to one of these addresses, and to no others. */
export function dial(
  host: string,
  port: number,
  addresses: readonly LookupAddress[],
  timeoutMs: number,
): Promise<Socket> {
  const pinned: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (options.all) return callback(null, [...addresses])
    return callback(null, first?.address ?? '', first?.family ?? 4)
  }
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: pinned, autoSelectFamily: true, noDelay: true })
    const timer = setTimeout(
      () => fail(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    function fail(error: Error): void {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}
