/** The language of a tag without its region: `pt-BR` is `pt`. Undefined where there is none. */
export function primaryLanguage(tag: string | null): string | undefined {
  return tag?.split('-')[0]?.toLowerCase()
}
