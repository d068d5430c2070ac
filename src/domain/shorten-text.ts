/**
 * The beginning of a long text, and how long it is, so that nobody takes the part for the whole:
 * `The trial enrolled… [200 of 4,812 characters]`.
 */
export function shortenText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  const whole = /[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut
  return `${whole}… [${whole.length} of ${text.length} characters]`
}
