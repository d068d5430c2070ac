/**
 * A regular expression written over several lines: a line break and the indentation behind it are no part of it.
 * Everything else is, to the letter, as in a literal.
 *
 *   multilineRegExp('iu')`
 *     (?:alpha|beta
 *       |gamma)\b`
 *
 * is `/(?:alpha|beta|gamma)\b/iu`.
 */
export function multilineRegExp(flags: string): (text: TemplateStringsArray) => RegExp {
  return ({ raw }) => new RegExp(raw.join('').replace(/\n[ \t]*/g, ''), flags)
}
