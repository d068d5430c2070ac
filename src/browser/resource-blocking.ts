import { registrableDomain } from '../domain/url.ts'

/** REQ 3.1.2 resource blocking: what costs traffic and exposure and adds nothing to the text. */
const BLOCKED_TYPES = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'eventsource',
  'websocket',
  'manifest',
  'ping',
  'cspreport',
])

const TRACKERS = new Set([
  'google-analytics.com',
  'googletagmanager.com',
  'googlesyndication.com',
  'googleadservices.com',
  'doubleclick.net',
  'facebook.net',
  'adnxs.com',
  'criteo.com',
  'criteo.net',
  'taboola.com',
  'outbrain.com',
  'scorecardresearch.com',
  'quantserve.com',
  'hotjar.com',
  'clarity.ms',
  'amazon-adsystem.com',
  'mixpanel.com',
  'segment.io',
  'newrelic.com',
  'nr-data.net',
  'chartbeat.com',
  'microad.jp',
  'i-mobile.co.jp',
])

export function isBlocked(resourceType: string, url: string): boolean {
  return BLOCKED_TYPES.has(resourceType) || TRACKERS.has(registrableDomain(url) ?? '')
}
