import type { DemoSources } from '../../scripts/demo-pack/demo-sources.ts'

/** The demo web, with a licence on the page of every paper that has one. */
export function everyPaperOpen(sources: DemoSources): DemoSources {
  const pages = new Set(sources.pages.map(({ url }) => url))
  const works = sources.works.map((work) =>
    work.open_copy === undefined && pages.has(work.url)
      ? { ...work, open_copy: { url: work.url, licence: 'cc-by', version: 'publishedVersion' } }
      : { ...work, ...(work.open_copy === undefined ? {} : { open_copy: { ...work.open_copy, licence: 'cc-by' } }) },
  )
  return { ...sources, works }
}
