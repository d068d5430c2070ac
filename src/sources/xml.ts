/** The part of an XML element that is used; linkedom declares its own DOM types, the project has none. */
export interface XmlElement {
  readonly textContent: string | null
  readonly innerHTML: string
  getAttribute(name: string): string | null
  getElementsByTagName(name: string): Iterable<XmlElement>
}

/** The document when its root is the expected one, else null (an error page, JSON, nothing). */
export async function parseXml(text: string, root: string): Promise<XmlElement | null> {
  const { DOMParser } = await import('linkedom')
  try {
    const document = new DOMParser().parseFromString(text, 'text/xml') as unknown as XmlElement
    return first(document, root)
  } catch {
    return null
  }
}

export function first(element: XmlElement, name: string): XmlElement | null {
  for (const found of element.getElementsByTagName(name)) return found
  return null
}

export function all(element: XmlElement, name: string): readonly XmlElement[] {
  return [...element.getElementsByTagName(name)]
}

export function textOf(element: XmlElement | null): string | null {
  const text = (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}
