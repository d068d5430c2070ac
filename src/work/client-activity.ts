import type { Clock } from '../domain/clock.ts'

/** REQ 2.1.5: whether a client is active. A running call counts, however long it takes. */
export class ClientActivity {
  readonly #clock: Clock
  readonly #silentMs: number
  #underWay = 0
  #lastSeen: number

  /** Real time, also in a replay. */
  constructor(clock: Clock, silentMs: number) {
    this.#clock = clock
    this.#silentMs = silentMs
    this.#lastSeen = clock.now()
  }

  enter(): void {
    this.#underWay += 1
  }

  leave(): void {
    this.#underWay -= 1
    this.#lastSeen = this.#clock.now()
  }

  isSilent(): boolean {
    return this.#underWay === 0 && this.#clock.now() - this.#lastSeen >= this.#silentMs
  }
}
