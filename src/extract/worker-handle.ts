/** Why a worker will not answer. */
export type WorkerFailure =
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ended' }

export interface WorkerListener<Message> {
  message(message: Message): void
  ended(why: WorkerFailure): void
}

/** A thread or a process that reads documents. It does not keep its parent running unless it is referenced. */
export interface WorkerHandle<Message> {
  readonly alive: boolean
  send(message: unknown, transfer?: readonly ArrayBuffer[]): void
  /** One listener at a time; null while nobody asks. */
  listen(listener: WorkerListener<Message> | null): void
  ref(): void
  unref(): void
  end(): void
}
