/** The part of a DOM node that is used; linkedom declares its own DOM types, the project has none. */
export interface DomNode {
  readonly tagName: string
  readonly textContent: string | null
  readonly parentElement: DomNode | null
  readonly previousElementSibling: DomNode | null
  getAttribute(name: string): string | null
  querySelector(selector: string): DomNode | null
  querySelectorAll(selector: string): Iterable<DomNode>
  cloneNode(deep: boolean): DomNode
  remove(): void
}
