type Fields = Readonly<Record<string, unknown>>

/**
 * The logging interface of the rooms; the adapter (app/log.ts) decides where lines go. Never a prompt, never a page's
 * text (L8).
 */
export interface Logger {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
