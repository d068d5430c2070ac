export interface Window {
  readonly id: string
  /** 0 where the window does not say whose it is. */
  readonly pid: number
  readonly title: string
}

/**
 * The window that shows the page. Of several windows of that browser the one that carries the page's title; where the
 * process cannot be seen (a forwarded port) the title alone decides. Never a window that is merely of the same kind of
 * browser: it may be the one that searches drive.
 */
export async function findWindow(
  windows: readonly Window[],
  pid: number | null,
  titleOf: () => Promise<string | null>,
): Promise<Window | null> {
  const own = windows.filter((window) => window.title !== '' && (pid === null || window.pid === pid))
  if (own.length === 0) return null
  if (pid !== null && own.length === 1) return own[0] ?? null
  const title = (await titleOf()) ?? ''
  return title === '' ? null : (own.find((window) => window.title.startsWith(title)) ?? null)
}
