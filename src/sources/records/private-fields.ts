/**
 * What is read of nobody (SECURITY.md, privacy of others): a description that maps such a field is refused when it is
 * loaded, the user's own as well. Seats of organisations are read by town, or as one line where there is no other.
 */
const PRIVATE_FIELD = new RegExp(
  String.raw`(?:^|[._=[\]])(?:${[
    'date_?of_?birth|birth_?(?:date|day|place)?|dob|age|gender|sex|nationality|religion|passport|ssn',
    'e_?mails?|email_?address|phones?|phone_?number|telephone|tel|mobile|fax',
    'street|street_?address|address_?lines?\\w{0,10}|premises|postal_?code|post_?code|zip(?:_?code)?|home_?address',
    'residential_?address|country_?of_?residence|social_?accounts?|twitter|facebook|instagram|linkedin',
  ].join('|')})(?:$|[._=[\]])`,
  'i',
)

/** Networks of people: not scraped, not asked, and no account in them is looked for. */
const SOCIAL_NETWORKS = [
  ...['facebook.com', 'instagram.com', 'threads.net', 'x.com', 'twitter.com', 'linkedin.com', 'tiktok.com'],
  ...['snapchat.com', 'pinterest.com', 'reddit.com', 'vk.com', 'ok.ru', 'weibo.com', 'mixi.jp', 'line.me', 'ameba.jp'],
  ...['bsky.app', 'bsky.social', 'mastodon.social', 'telegram.org', 't.me', 'discord.com', 'whatsapp.com', 'note.com'],
]

export function isPrivateField(path: string): boolean {
  return PRIVATE_FIELD.test(path)
}

export function isSocialNetwork(host: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '')
  return SOCIAL_NETWORKS.some((network) => plain === network || plain.endsWith(`.${network}`))
}
