import { foldJapanese, isJapaneseText } from './fold-letters.ts'

/** Names by which large bodies are known, the full one first; facts, as the bodies themselves write them. */
const GROUPS: readonly string[] = [
  ...[
    '東京大学,東大',
    '京都大学,京大',
    '大阪大学,阪大',
    '東北大学,東北大',
    '名古屋大学,名大',
    '九州大学,九大',
    '北海道大学,北大',
  ],
  ...['早稲田大学,早大', '慶應義塾大学,慶応義塾大学,慶大,慶応大', '一橋大学,一橋大', '東京工業大学,東工大'],
  ...[
    '日本銀行,日銀',
    '経済産業省,経産省',
    '厚生労働省,厚労省',
    '文部科学省,文科省',
    '国土交通省,国交省',
    '農林水産省,農水省',
  ],
  ...[
    '公正取引委員会,公取委',
    '日本放送協会,nhk',
    '東日本旅客鉄道,jr東日本',
    '西日本旅客鉄道,jr西日本',
    '東海旅客鉄道,jr東海',
  ],
  ...[
    '九州旅客鉄道,jr九州',
    '四国旅客鉄道,jr四国',
    '北海道旅客鉄道,jr北海道',
    '日本電信電話,ntt',
    '東京電力,東電',
    '関西電力,関電',
  ],
  ...[
    '中部電力,中電',
    '全日本空輸,全日空,ana',
    '日本航空,日航,jal',
    '日本経済新聞社,日経新聞,日本経済新聞',
    '朝日新聞社,朝日新聞',
  ],
  ...['読売新聞社,読売新聞', '毎日新聞社,毎日新聞', '産業経済新聞社,産経新聞,産経新聞社', '経済協力開発機構,oecd'],
  ...[
    '世界保健機関,who',
    '国際連合,国連',
    '欧州連合,eu',
    '国際通貨基金,imf',
    '世界貿易機関,wto',
    '宇宙航空研究開発機構,jaxa',
  ],
  ...[
    '理化学研究所,理研',
    '産業技術総合研究所,産総研',
    '日本経済団体連合会,経団連',
    '東京証券取引所,東証',
    '金融庁,fsa',
  ],
  ...[
    '日本たばこ産業,jt',
    '本田技研工業,ホンダ,honda',
    '日産自動車,日産',
    '三菱重工業,三菱重工',
    '住友商事,住商',
    'キヤノン,canon',
  ],
]

/** Folded spelling to the folded full name. */
export const ALIAS_OF: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((group) => {
    const [full = '', ...others] = group.split(',')
    return [full, ...others].map((name): [string, string] => [foldedAlias(name), foldedAlias(full)])
  }),
)

function foldedAlias(name: string): string {
  return isJapaneseText(name) ? foldJapanese(name) : name
}
