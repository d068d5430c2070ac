import { type Bridge, connectView } from './app-bridge.ts'
import { element, list, root, share, text } from './app-elements.ts'

/** A claim, the passages for and against it, and the archived text of each with the judged words marked. */
connectView('passage', (bridge) => ({
  result(data) {
    const claim = element('h1', text(data.text), 'words')
    const standing = element('p', `${text(data.verification_status)} ${share(data.confidence)}`, 'small')
    const sides = list(data.judgements).filter(({ relation }) => relation !== 'neutral')
    const shown = element('section', '', 'passage')
    const source = (data.source ?? {}) as Readonly<Record<string, unknown>>
    const buttons = sides.map((one) => {
      const button = element('button', `${text(one.relation)} ${share(one.confidence)}`, text(one.relation))
      button.addEventListener('click', () => void showPassage(bridge, text(one.edge_id), shown))
      return button
    })
    root().replaceChildren(claim, standing, element('nav', buttons), shown)
    const first = text(sides[0]?.edge_id) || text(source.fragment_id)
    if (first !== '') void showPassage(bridge, first, shown)
  },
}))

interface Passage {
  readonly page: { readonly title: string | null; readonly url: string }
  readonly record: Readonly<Record<string, unknown>> | null
  readonly text: readonly { readonly words: string; readonly marked: boolean }[]
}

async function showPassage(bridge: Bridge, id: string, shown: HTMLElement): Promise<void> {
  try {
    const passage = JSON.parse(await bridge.readResource(`lyra://passages/${id}`)) as Passage
    const { page, record } = passage
    const digest =
      record?.digest_holds === true ? 'digest holds' : record?.digest_holds === false ? 'digest does not hold' : ''
    shown.replaceChildren(
      element('h2', page.title ?? page.url),
      element('p', page.url, 'small'),
      element(
        'blockquote',
        passage.text.map(({ words, marked }) => (marked ? element('mark', words) : words)),
      ),
      record === null
        ? element('p', 'not archived', 'small')
        : element(
            'p',
            `${text(record.warc_file)} ${text(record.warc_record_id)} ${text(record.captured_at)} ${digest}`,
            'small',
          ),
    )
  } catch (error) {
    shown.replaceChildren(element('p', error instanceof Error ? error.message : String(error)))
  }
}
