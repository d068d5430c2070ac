import { connectView } from './app-bridge.ts'
import { element, list, root, share, text } from './app-elements.ts'

/** What a search found, with how sure it is and what speaks against it. */
connectView('findings', () => ({
  result(data) {
    const claims = list(data.claims_found).map((claim) =>
      element(
        'li',
        [
          element('p', text(claim.text), 'words'),
          element(
            'p',
            [
              element('strong', text(claim.verification_status), `status ${text(claim.verification_status)}`),
              ` ${share(claim.confidence)} · ${text(claim.source_url)} · ${text(claim.id)}`,
            ],
            'small',
          ),
        ],
        'finding',
      ),
    )
    const against = list(data.refutations).map((one) =>
      element('li', text(one.text) || text(one.sentence) || text(one.claim_text), 'refutes'),
    )
    root().replaceChildren(
      element('h1', text(data.query) || 'Findings'),
      claims.length === 0 ? element('p', 'Nothing was found yet.') : element('ul', claims),
      ...(against.length === 0 ? [] : [element('h2', 'Against'), element('ul', against)]),
    )
  },
}))
