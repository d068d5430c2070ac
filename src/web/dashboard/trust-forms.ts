import type { UseCase } from '../../api/define-use-case.ts'
import type { SourceSite } from '../../api/get-sources.ts'
import { removeTrust, setTrust } from '../../api/site-trust.ts'
import { LyraError } from '../../domain/errors.ts'
import { type Html, html, NOTHING } from './html.ts'
import type { Action, PageRequest } from './page.ts'

const BY_PERSON = { byPerson: true } as const

/**
 * TRUST 4.2 by a button: what a person may say about a site. Where an entry of theirs holds, it is taken back first, so
 * that no button writes over words of the user.
 */
export function trustForms(request: PageRequest, site: SourceSite): Html {
  const { override_domain: entry } = site
  const takeBack = entry === null ? NOTHING : takeBackForm(request, site, entry)
  if (entry === site.domain || (entry !== null && site.is_blocked)) return takeBack
  return html`${takeBack}${site.is_blocked ? liftForm(request, site) : blockForm(request, site)}`
}

function takeBackForm(request: PageRequest, site: SourceSite, entry: string): Html {
  const name = request.say('sources.take_back')
  const above = entry === site.domain ? NOTHING : html` <span class="hint">${entry}</span>`
  return html`<form method="post" action="/domains/take-back" class="row">${hidden(request, site, entry)}<button
aria-label="${name}: ${entry}">${name}</button>${above}</form>`
}

function liftForm(request: PageRequest, site: SourceSite): Html {
  return setForm(request, site, { level: levelBefore(site), name: request.say('sources.lift') })
}

/** Folded, since every site of a task has one. */
function blockForm(request: PageRequest, site: SourceSite): Html {
  const { say } = request
  return html`<details><summary>${say('sources.distrust')}</summary><p>${say('sources.block_effect')}</p>
${setForm(request, site, { level: 'BLOCKED', name: say('sources.block') })}</details>`
}

interface Button {
  readonly level: SourceSite['trust']
  readonly name: string
}

function setForm(request: PageRequest, site: SourceSite, { level, name }: Button): Html {
  const { say } = request
  return html`<form method="post" action="/domains/trust" class="row">${hidden(request, site, site.domain)}
<label>${say('sources.reason')} <input name="reason" maxlength="500" autocomplete="off"></label>
<button name="trust_level" value="${level}" aria-label="${name}: ${site.domain}">${name}</button></form>`
}

function hidden({ formToken, url }: PageRequest, site: SourceSite, domain: string): Html {
  return html`${formToken}<input type="hidden" name="domain" value="${domain}"><input type="hidden" name="back"
value="${url.pathname}#site-${site.domain}">`
}

/** A block of Lyra's own remembers what the site was before. */
function levelBefore(site: SourceSite): SourceSite['trust'] {
  const before = site.blocks.findLast(({ lifted_at: lifted }) => lifted === null)?.original_trust_level
  return before === undefined || before === 'BLOCKED' ? 'UNVERIFIED' : before
}

export const setTrustAction: Action = {
  path: '/domains/trust',
  // What a form sends is for the contract to check, as what an MCP client sends is.
  act: async ({ lyra }, { back = '', ...fields }) => {
    const useCase: UseCase = setTrust
    await lyra.call(useCase, { ...fields, channel: 'dashboard' }, BY_PERSON)
    return back === '' ? '/domains' : back
  },
}

export const takeBackAction: Action = {
  path: '/domains/take-back',
  act: async ({ lyra }, { back = '', ...fields }) => {
    const useCase: UseCase = removeTrust
    try {
      await lyra.call(useCase, { ...fields, channel: 'dashboard' }, BY_PERSON)
    } catch (error) {
      // Taken back meanwhile, in another window or by hand: the page shows how it stands.
      if (!(error instanceof LyraError) || error.code !== 'NOT_FOUND') throw error
    }
    return back === '' ? '/domains' : back
  },
}
