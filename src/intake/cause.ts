/** For whom and why a text is let in: written into every row and event that comes of it. */
export interface IntakeCause {
  readonly taskId: string
  readonly causeId: string
}
