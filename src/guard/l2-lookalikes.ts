/** Letters of other scripts that a reader takes for Latin ones, each row a Latin letter and what looks like it. */
const ROWS =
  'a:аαɑᴀꭺ A:АΑΛᎪꓮ b:Ьʙ B:ВΒᏴꓐ c:сϲᴄ C:СϹᏟꓚ d:ԁᴅ D:ᎠꓓƊ e:еєεҽᴇ E:ЕΕᎬꓰ f:ꜰғ F:Ϝꓝ g:ɡɢց G:ԌᏀꓖ h:һʜ H:НΗᎻꓧ ' +
  'i:іɩıɪι I:ІΙӀꓲ j:јᴊ J:ЈᎫꓙ ' +
  'k:кκᴋ K:КΚᏦꓗ l:ӏʟ L:ᏞꓡԼ m:мᴍ M:МΜᎷꓟ n:ոɴռπп N:Νꓠ o:оοσօᴏө O:ОΟՕꓳ p:рρᴘ P:РΡᏢꓑ q:ԛգ Q:Ԛ r:гʀɾ R:ᎡᏒꓣ s:ѕꜱ ' +
  'S:ЅՏᏚꓢ t:тτᴛ T:ТΤᎢꓔ ' +
  'u:υսᴜц U:Սꓴ v:νѵᴠ V:ѴᏙꓦ w:ѡωԝᴡшա W:ԜᎳꓪ x:хχ X:ХΧꓫ y:уүγʏყ Y:УҮΥᎩꓬ z:ᴢ Z:ΖᏃꓜ'
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  ROWS.split(' ').flatMap((row) => [...row.slice(2)].map((char) => [char, row.charAt(0)] as const)),
)

/** Letters in black circles and squares, and those of flags: 26 each, which NFKC leaves alone. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const

/** Marks of the kana change the letter; all other marks only decorate one. */
const DECORATION = /^(?![\u3099\u309a])(?=\p{Script=Inherited})\p{M}$/u
const DECORATED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+$/u

/** The Latin letter that a character passes for; itself when it passes for none, nothing when it only decorates. */
export function latinOf(char: string): string {
  const known = LOOKALIKES.get(char)
  if (known !== undefined) return known
  const code = char.codePointAt(0) ?? 0
  const first = ALPHABETS.find((start) => code >= start && code < start + 26)
  if (first !== undefined) return String.fromCharCode(0x41 + code - first)
  if (DECORATION.test(char)) return ''
  const apart = char.normalize('NFD')
  if (!DECORATED.test(apart)) return char
  const bare = String.fromCodePoint(apart.codePointAt(0) ?? 0)
  return LOOKALIKES.get(bare) ?? bare
}
