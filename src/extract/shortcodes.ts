/** Longer brackets are text. */
const LONGEST = 400

/**
 * Without the shortcodes of a content manager that no longer knows them: `[vc_row full_width="yes"]`, `[/vc_row]`. What
 * people write in brackets ("[1]", "[sic]", "[Nature]") stays.
 */
export function withoutShortcodes(text: string): string {
  if (!text.includes('[')) return text
  let kept = ''
  let from = 0
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const end = text.indexOf(']', at)
    if (end < 0) break
    if (end - at > LONGEST || !isShortcode(text.slice(at + 1, end))) continue
    kept += text.slice(from, at)
    from = end + 1
  }
  return from === 0 ? text : (kept + text.slice(from)).replace(/[^\S\n]{2,}/g, ' ').trim()
}

/** A closing one, one with an underscore in its name, or one with values: `/caption`, `vc_row`, `gallery ids="1,2"`. */
function isShortcode(inside: string): boolean {
  if (/^\/[a-z][a-z\d_-]{1,40}$/.test(inside)) return true
  if (/^[a-z][a-z\d]{0,20}_[a-z\d_]{1,40}(?:\s[\w-]{1,40}=.*)?$/s.test(inside)) return true
  return /^[a-z][a-z\d_-]{1,40}\s[\w-]{1,40}=["'“”″&\d].*$/s.test(inside)
}
