const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Small letters without accents. */
export function foldLatin(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøđłðþı]/gu, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
}

/** Müller is written Mueller as well as Muller. */
export function withoutUmlautSpelling(folded: string): string {
  return folded.replace(/(?<![aeou])([aou])e(?![aeiou])/gu, '$1')
}

/** Old, printed and handwritten forms of one character, the usual one first. */
const KANJI_FORMS =
  '高髙 崎﨑嵜 辺邊邉 斎齋斉齊 沢澤 浜濱濵 広廣 桜櫻 国國 島嶋嶌 竜龍 恵惠 真眞 富冨 峰峯 館舘 徳德 栄榮 円圓 応應 楽樂 気氣 亀龜 ' +
  '鉄鐵鐡 関關 滝瀧 柳栁 静靜 浅淺 桧檜 条條 学學 会會 実實 寿壽 万萬 与與 弥彌 宝寶 条條 辻辻 黒黑 緑綠 郎郞 浄淨 豊豐 歩步 ' +
  '吉𠮷 橋𣘺 塚塚 鶴靏靍 薮藪 頼賴 戸戶 内內 福福 神神 祐祐 隆隆 晴晴 巌巖 尭堯 遥遙 瑶瑤 権權 検檢 険險 剣劍劔 医醫 芸藝 ' +
  '経經 済濟 電電 産產 発發 総總 証證 党黨 県縣 区區 台臺 双雙 尾尾 糸絲 薬藥 図圖 売賣 読讀 鉱鑛 駅驛 塩鹽 児兒 乗乘 勲勳 渋澁 ' +
  '曽曾 礼禮 瀬瀨 鴎鷗 槙槇 篭籠 岳嶽 穂穗 毎每 亜亞 鶯鴬 恒恆 凛凜 壱壹 参參 囲圍 衛衞 駆驅 勧勸 帰歸 旧舊 径徑 茎莖 験驗 蔵藏 収收 従從 将將 奨獎 焼燒 剰剩 醸釀 ' +
  '粋粹 数數 声聲 摂攝 専專 戦戰 銭錢 禅禪 壮壯 争爭 荘莊 装裝 属屬 続續 対對 帯帶 滞滯 択擇 担擔 団團 弾彈 昼晝 虫蟲 鋳鑄 庁廳 聴聽 鎮鎭 点點 転轉 伝傳 灯燈 当當 ' +
  '闘鬪 独獨 悩惱 脳腦 覇霸 拝拜 廃廢 抜拔 払拂 仏佛 併倂 並竝 変變 弁辨辯瓣 舗舖 翻飜 満滿 黙默 訳譯 予豫 余餘 揺搖 様樣 謡謠 来來 乱亂 覧覽 猟獵 塁壘 励勵 霊靈 ' +
  '齢齡 恋戀 炉爐 労勞 楼樓 湾灣 付附 連聯 糀麹 葛葛 飯飯 鯵鰺 頬頰 桑桒 秋秌 船舩 笹笹 渚渚 琢琢 祥祥 節節'

const USUAL_FORM: ReadonlyMap<string, string> = new Map(
  KANJI_FORMS.split(' ').flatMap((forms) => {
    const [usual = '', ...others] = [...forms]
    return others.filter((other) => other !== usual).map((other) => [other, usual])
  }),
)

const LARGE_KANA: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ァィゥェォッャュョヮヵヶ'].map((small, at) => [small, [...'アイウエオツヤユヨワカケ'][at] ?? small]),
)

/** NFKC, one form for each kanji, katakana for hiragana, large for small, one long mark, no dots or spaces. */
export function foldJapanese(text: string): string {
  let folded = ''
  for (const char of text.normalize('NFKC')) {
    const code = char.codePointAt(0) ?? 0
    const katakana = code >= 0x3041 && code <= 0x3096 ? String.fromCodePoint(code + 0x60) : char
    folded += USUAL_FORM.get(katakana) ?? LARGE_KANA[katakana] ?? katakana
  }
  return folded
    .toLowerCase()
    .replace(/(\p{Script=Han})々/gu, '$1$1')
    .replace(/(?<=\p{Script=Han})[ガケカ](?=\p{Script=Han})/gu, 'ケ')
    .replace(/(?<=[ァ-ヴ])[-‐‑‒–—―−ｰ~〜]/gu, 'ー')
    .replace(/ヴア/gu, 'バ')
    .replace(/ヴイ/gu, 'ビ')
    .replace(/ヴエ/gu, 'ベ')
    .replace(/ヴオ/gu, 'ボ')
    .replace(/ヴ/gu, 'ブ')
    .replace(/ヂ/gu, 'ジ')
    .replace(/ヅ/gu, 'ズ')
    .replace(/(?<=[ァ-ヴ])ー(?![ァ-ヴー])/gu, '')
    .replace(/[\s・･.,、。「」『』"'’“”()（）=＝-]/gu, '')
}

export function isJapaneseText(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
}
