/**
 * How much of a text from outside is read in one go. The longest fragments of some 700 collected pages have 20,000
 * characters, the longest sentences 2,400, and no page has more than 600 fragments: whoever writes longer ones wants to
 * be read for ever. Nothing is lost by these limits on a page that people read.
 */

/** Characters of a fragment; a longer block becomes several. */
export const LONGEST_FRAGMENT = 20_000

/** Fragments and characters of a page: those of a long book; what comes behind is not kept. */
export const MOST_FRAGMENTS = 3000
export const LONGEST_PAGE = 4_000_000

/** Characters of a heading where it is the context of others: it is stored once for each fragment under it. */
export const LONGEST_HEADING = 500

/** Characters of a sentence; a longer one is read as several. Claims end at 420. */
export const LONGEST_SENTENCE = 2500

/** Characters of a title, an author, a licence or another field beside the text. */
export const LONGEST_FIELD = 2000

/** Authors of one page: the largest collaborations of physics have three thousand. */
export const MOST_AUTHORS = 4000

/** Characters of an address that is looked at: browsers and servers end at some thousands. */
export const LONGEST_URL = 4000
