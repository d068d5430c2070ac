import { pathSegment } from '../url-parts.ts'
import { PLACEHOLDER, type RequestShape } from './description.ts'
import { IDENTIFIER_FORMS } from './identifier-forms.ts'

export type Values = Readonly<Record<string, string | null | undefined>>

/** The text with its placeholders filled; null where one has no value. */
export function fillTemplate(
  template: string,
  values: Values,
  encode: (value: string) => string = (value) => value,
): string | null {
  let isWhole = true
  const text = template.replace(PLACEHOLDER, (_, name: string, form: string | undefined) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') isWhole = false
    const spelled = form === undefined ? (value ?? '') : (IDENTIFIER_FORMS[form]?.(value ?? '') ?? '')
    return encode(spelled)
  })
  return isWhole ? text : null
}

/** The address of a request; a parameter without its value is left out, a path without its value is no request. */
export function requestUrl(base: string, { path, query }: RequestShape, values: Values): string | null {
  const origin = fillTemplate(base, values, encodeURIComponent)
  const place = fillTemplate(path, values, (value) => pathSegment(value).replaceAll('..', '%2E%2E'))
  if (origin === null || place === null) return null
  const search = new URLSearchParams()
  for (const [name, template] of Object.entries(query)) {
    const value = fillTemplate(template, values)
    if (value !== null) search.append(name, value)
  }
  const text = search.toString()
  return `${origin}${place}${text === '' ? '' : `?${text}`}`
}
