import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { type Element, marksOf } from './dom.ts'
import type { Unit } from './units.ts'

/** Choices of a widget that sorts or filters: a single one may be anything, several side by side are the widget. */
const SORTING = multilineRegExp('i')`
  ^(?:sort(?:ed)?(?: by| options)?|filters?(?: by)?|view options|clear (?:all|filters?)|reset(?: filters?)?
    |apply(?: filters?)?|relevance|most relevant|best match|recommended|newest(?: first)?|oldest(?: first)?|latest
    |most recent|top rated
    |best ?-?sell(?:ing|ers?)|most popular|popularity|customer reviews?|highest rated|discount|on sale
    |price,? ?[:：(]? ?(?:low(?:est)? (?:to high(?:est)?|first)|high(?:est)? (?:to low(?:est)?|first)|ascending
      |descending)\)?
    |(?:alphabetical(?:ly)?|name),? ?[:：(]? ?(?:a ?[-–to]{1,2} ?z|z ?[-–to]{1,2} ?a)\)?
    |date,? ?[:：(]? ?(?:old|new) to (?:old|new)\)?
    |grid|list|show(?: all)?|items? per page|loading|please wait|no results(?: found)?|並べ替え|並び替え|絞り込み|絞り込む|条件をクリア
    |(?:価格|値段)の?(?:安い|高い)順|安い順|高い順|新着順?|人気順|おすすめ順|関連度順|レビュー(?:の)?(?:多い)?順|評価(?:の)?(?:高い)?順)[\s:：.…]{0,4}$`
/** "1,204 views", "3 min read", "いいね！ 12": a figure about the page. */
const COUNTER = multilineRegExp('i')`
  ^[\d.,]{1,12}\s?[km万千]?\+?\s?(?:views?|shares?|likes?|comments?|replies|reads?|downloads?|followers?|votes?|points?
    |claps?|retweets?|reactions?|min(?:ute)?s?(?: read)?|件のコメント|回(?:再生|視聴|閲覧)|閲覧|いいね!?|ビュー|シェア|分で読めます)$
  |^(?:views?|shares?|likes?|comments?|閲覧数|アクセス数|いいね[!！]?|再生回数)[\s:：]{1,3}[\d.,]{1,12}\s?[km万千]?$`
/** Instructions for those who hear the page read to them. */
const SCREEN_READER = multilineRegExp('i')`
  ^\(?(?:skip to (?:main |the )?(?:content|navigation|search|footer)
    |(?:link |this link )?opens (?:in )?(?:a |an )?(?:new|external) (?:window|tab
        |site)|open (?:navigation|menu|search|settings menu)|close (?:navigation|menu|search|dialog|modal)
    |(?:press|use) (?:the )?(?:enter|escape|esc|tab|arrow|up|down|left|right)\b.{0,80}|expand (?:sub-?)?menu
    |toggle (?:navigation|menu|search)|main navigation|end of (?:carousel|slider|dialog)
    |本文へ(?:スキップ|移動|ジャンプ)|(?:新しい|別)(?:ウィンドウ|タブ)で開(?:く|きます)|メニューを(?:開く|閉じる))\)?[.。]?$`
const FOR_SCREEN_READERS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|a11y-hidden|assistive-text)(?:$|\s)/
/** Words, of what such an element may hold and still be a hint: a longer one is text that a script shows later. */
const LONGEST_HINT = 12
/** Words of a choice. */
const LONGEST_CHOICE = 6
/** Units in which the next choice of the same widget is looked for. */
const NEAR = 4

/** Units that work the page instead of saying something: sorting, filters, counters, hints for screen readers. */
export function widgetUnits(units: readonly Unit[]): ReadonlySet<number> {
  const found = new Set<number>()
  let last = -1
  units.forEach((unit, index) => {
    const { text, measure } = unit
    if (text.length > 120 || unit.kind === 'code') return
    if (measure.words <= 8 && SORTING.test(text)) {
      // What stands between two choices is another, in words of its own.
      if (last >= 0 && index - last <= NEAR)
        for (let at = last; at <= index; at += 1) if ((units[at]?.measure.words ?? 0) <= LONGEST_CHOICE) found.add(at)
      last = index
    } else if (COUNTER.test(text) || SCREEN_READER.test(text)) found.add(index)
    else if (measure.words <= LONGEST_HINT && isForScreenReaders(unit.element)) found.add(index)
  })
  return found
}

function isForScreenReaders(element: Element): boolean {
  for (let above: Element | null = element, steps = 0; above !== null && steps < 3; above = above.parent, steps += 1)
    if (FOR_SCREEN_READERS.test(marksOf(above))) return true
  return false
}
