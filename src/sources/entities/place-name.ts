import { foldJapanese, foldLatin, isJapaneseText } from './fold-letters.ts'

const SAME: Readonly<Record<string, string>> = {
  ...{ us: 'unitedstates', usa: 'unitedstates', america: 'unitedstates', unitedstatesofamerica: 'unitedstates' },
  ...{ uk: 'unitedkingdom', greatbritain: 'unitedkingdom', britain: 'unitedkingdom', uae: 'unitedarabemirates' },
  ...{ 米国: 'アメリカ', アメリカ合衆国: 'アメリカ', 英国: 'イギリス', 独: 'ドイツ', 仏: 'フランス', 日本国: '日本' },
}
const BRIEF: Readonly<Record<string, string>> = { mt: 'mount', st: 'saint', ft: 'fort' }

/** Kyoto City is Kyoto-shi; a prefecture of the same name is another place. */
export function placeKey(name: string): string {
  const folded = isJapaneseText(name)
    ? foldJapanese(name)
    : foldLatin(name)
        .replace(/^the\s/u, '')
        .replace(/-(?:shi)\b/gu, ' city')
        .replace(/-ken\b/gu, ' prefecture')
        .split(/[^\p{L}\p{N}]+/u)
        .map((word) => BRIEF[word] ?? word)
        .join('')
  return SAME[folded] ?? folded
}
