import { blockGrounds } from '../../src/domain/domain-block.ts'
import { screenPageInTurns } from '../../src/guard/l2-page-screen.ts'
import type { ReadSpeech, ReadStated } from '../../src/guard/l2-speech.ts'

interface Passage {
  readonly text: string
}

export interface BlockedDomains {
  /** Sites with one attack on one page of theirs, one for each attack. */
  readonly byOneAttack: number
  /** One site with ten pages, each with a tenth of the attacks as comments of visitors. */
  readonly byComments: number
  /** Sites of ten pages each, all made of benign passages, those that stand together in one site. */
  readonly byBenign: number
  readonly benignSites: number
}

const PAGES = 10
const PARAGRAPH = { heading_context: null, heading_hierarchy: [], post_id: null, post_author: null }
const OTHER = { ...PARAGRAPH, text_content: 'The harvest of the island fell by 12 percent in 2019.' }
const NOW = '2026-01-01T00:00:00.000Z'

/** How a page that L2 has screened counts against the domain that made it (L6). */
type IsCharged = (fragments: readonly { readonly text: string; readonly byVisitor: boolean }[]) => Promise<boolean>

/** What a day of attacks, or of articles about them, costs a domain: by the product's screening and rule alone. */
export async function blockedDomains(
  attacks: readonly Passage[],
  benign: readonly Passage[],
  reader: { readonly readSpeech?: ReadSpeech; readonly readStated?: ReadStated } = {},
): Promise<BlockedDomains> {
  const isCharged: IsCharged = async (fragments) => {
    const page = await screenPageInTurns(
      {
        title: null,
        authors: [],
        fragments: [
          OTHER,
          ...fragments.map(({ text, byVisitor }) => ({
            ...PARAGRAPH,
            text_content: text,
            post_id: byVisitor ? 'post_1' : null,
          })),
        ],
      },
      reader.readSpeech,
      reader.readStated,
    )
    return page.isDangerous && !page.attacksOnlyInPosts
  }
  let byOneAttack = 0
  for (const { text } of attacks)
    byOneAttack += Number(isBlocked([await isCharged([{ text, byVisitor: false }])], PAGES))
  const commented: boolean[] = []
  for (let page = 0; page < PAGES; page += 1)
    commented.push(
      await isCharged(attacks.filter((_, at) => at % PAGES === page).map(({ text }) => ({ text, byVisitor: true }))),
    )
  const sites = inTens(benign)
  let byBenign = 0
  for (const site of sites) {
    const charged: boolean[] = []
    for (const { text } of site) charged.push(await isCharged([{ text, byVisitor: false }]))
    byBenign += Number(isBlocked(charged, site.length))
  }
  return { byOneAttack, byComments: Number(isBlocked(commented, PAGES)), byBenign, benignSites: sites.length }
}

function isBlocked(charged: readonly boolean[], ownPages: number): boolean {
  const dangerousPages = charged.flatMap((is, at) => (is ? [{ id: `page_${at}`, at: NOW }] : []))
  const record = { trust: 'UNVERIFIED', exempt: false, ownPages, dangerousPages } as const
  return blockGrounds({ ...record, claims: 0, contradicted: [], contradictedPages: 0, upheld: 0 }, NOW) !== null
}

function inTens<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PAGES) }, (_, at) => all.slice(at * PAGES, (at + 1) * PAGES))
}
