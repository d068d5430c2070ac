import type { Page } from 'playwright-core'

/**
 * Runs in the page. Open shadow roots are part of what a reader sees and of no part of `outerHTML`: they are written as
 * declarative shadow roots, which any reader of HTML can take up again. Null where the page has none.
 */
const WITH_SHADOW_ROOTS = `(() => {
  const roots = []
  const collect = (under) => {
    for (const element of under.querySelectorAll('*')) {
      if (element.shadowRoot === null) continue
      roots.push(element.shadowRoot)
      collect(element.shadowRoot)
    }
  }
  collect(document)
  const html = document.documentElement
  if (roots.length === 0 || typeof html.getHTML !== 'function') return null
  const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const attributes = [...html.attributes].map(({ name, value }) => ' ' + name + '="' + escaped(value) + '"')
  return '<!DOCTYPE html><html' + attributes.join('') + '>' + html.getHTML({ shadowRoots: roots }) + '</html>'
})()`

/** The page as it is drawn, shadow roots included. */
export async function renderedHtml(page: Page): Promise<string> {
  const whole = await page.evaluate(WITH_SHADOW_ROOTS).catch(() => null)
  return typeof whole === 'string' ? whole : page.content()
}
