/** Words of one kind, of which one may stand where another does: general language, written for no text at hand. */
const ENGLISH_KINDS = [
  'council,ministry,government,committee,parliament,board,agency,authority,commission,assembly',
  'company,university,institute,union,association,foundation,cooperative,charity,society,museum,hospital,court,bank,police',
  'mayor,minister,director,chairman,manager,spokesperson,secretary,president,treasurer,chief executive,engineer,professor',
  'teachers,students,pupils,parents,nurses,doctors,farmers,drivers,workers,residents,visitors,tourists,volunteers,fishermen',
  'men,women,boys,girls,children,adults,teenagers,pensioners',
  'researchers,officials,critics,experts,organisers,owners,operators,campaigners,inspectors,editors',
  'north,south,east,west', 'northern,southern,eastern,western', 'upper,lower,middle', 'left,right',
  'spring,summer,autumn,winter', 'morning,afternoon,evening,night',
  'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday', 'Mondays,Tuesdays,Wednesdays,Thursdays,Fridays,Saturdays,Sundays',
  'January,February,April,June,July,August,September,October,November,December',
  'red,blue,green,yellow,black,white,brown,grey', 'gold,silver,copper,bronze,iron,lead,zinc,tin,nickel',
  'wood,steel,concrete,brick,stone,plastic,glass,paper,aluminium', 'oak,pine,beech,birch,ash,larch,spruce,elm',
  'cows,sheep,goats,pigs,horses,chickens,dogs,cats,bees', 'salmon,trout,cod,herring,eel,carp,pike,mackerel',
  'wheat,barley,rice,maize,oats,rye,potatoes,beans', 'milk,cheese,butter,meat,bread,eggs,honey,fish',
  'petrol,diesel,gas,coal,electricity,hydrogen,oil', 'solar,wind,nuclear,geothermal,hydroelectric,tidal',
  'bus,train,tram,ferry,car,plane,bicycle,lorry', 'buses,trains,trams,ferries,cars,planes,bicycles,lorries',
  'bridge,tunnel,road,harbour,airport,station,dam,canal', 'river,lake,sea,mountain,valley,island,forest,coast',
  'school,library,theatre,church,factory,farm,hotel,shop,restaurant,warehouse', 'roof,wall,floor,door,window,cellar',
  'city,village,county,district,province,region', 'Germany,France,Italy,Spain,Japan,China,India,Brazil,Canada,Norway,Poland,Kenya',
  'London,Paris,Berlin,Tokyo,Osaka,Madrid,Rome,Vienna,Oslo,Boston,Toronto,Lisbon', 'Europe,Asia,Africa,Australia,North America,South America',
  'Japanese,German,French,British,Chinese,Spanish,Italian,Swedish,Dutch,Korean', 'state,private,public,municipal,federal',
  'first,second,third,fourth,fifth,last', 'before,after', 'all,most,half of,few of,none of', 'only,also', 'always,never,often,rarely',
  'heart,liver,kidney,lung,brain,skin,stomach', 'vitamin C,vitamin D,vitamin B12,iron,calcium,magnesium,zinc', 'wages,prices,taxes,rents,fees,costs',
  'noise,dust,smoke,heat,cold,damp,salt', 'fire,flood,storm,earthquake,drought,frost', 'online,by post,by phone,in person',
  'hot,cold,warm,cool', 'daily,weekly,monthly,yearly', 'every day,every week,every month,every year',
  'a day,a week,a month,a year,an hour', 'per day,per week,per month,per year,per hour', 'quarter,third,half,fifth,tenth', 'twice,three times,four times,five times',
  'seconds,minutes,hours,days,weeks,months,years,decades', 'minute,hour,day,week,month,year', 'metres,kilometres,miles,feet,centimetres,millimetres', 'm,km,cm,mm',
  'grams,kilograms,tonnes,pounds', 'g,kg,mg,t', 'litres,millilitres,gallons,barrels', 'hectares,acres,square kilometres,square metres',
  'thousand,million,billion', 'kW,MW,GW', 'kWh,MWh,GWh', 'euros,dollars,pounds,yen,francs,crowns', 'percent,percentage points,per mille',
  'degrees,percent', 'hired,dismissed,trained,paid', 'designed,built,financed,owned,tested,repaired', 'proposed,approved,rejected,withdrew,postponed',
]
const JAPANESE_KINDS = [
  '市,県,国,町,村', '委員会,協会,組合,財団,研究所,大学,会社,役所,病院,警察,裁判所,博物館,図書館', '市長,知事,町長,村長,社長,会長,大臣,理事長,所長,館長,校長',
  '教員,生徒,学生,保護者,看護師,医師,農家,運転手,従業員,住民,観光客,利用者,漁師,職員', '男性,女性,子ども,大人,高齢者,若者,乳児', '専門家,研究者,担当者,関係者,主催者,所有者',
  '北,南,東,西', '北部,南部,東部,西部,中部', '上流,中流,下流', '春,夏,秋,冬', '朝,昼,夕方,夜,深夜', '午前,午後',
  '月曜,火曜,水曜,木曜,金曜,土曜,日曜', '赤,青,緑,黄色,黒,白,茶色', '金,銀,銅,鉄,鉛,亜鉛', '木材,鉄骨,コンクリート,れんが,石,ガラス,紙,アルミ',
  '杉,松,檜,桜,栗,楓', '牛,羊,豚,馬,鶏,犬,猫,鹿,猪,熊', '鮭,鱒,鯉,鮎,鰻,鯛,鯖,鰯', '米,麦,大豆,そば,芋,野菜,果物', '牛乳,卵,肉,魚,パン,味噌,茶',
  'ガソリン,軽油,ガス,石炭,電気,水素', '太陽光,風力,原子力,地熱,水力', 'バス,電車,船,飛行機,自転車,タクシー,トラック', '橋,道路,空港,駅,港,ダム,トンネル',
  '川,湖,海,山,島,森,谷', '学校,保育園,工場,農場,旅館,商店,倉庫,体育館,公民館', '東京,大阪,京都,名古屋,札幌,福岡,仙台,広島,神戸,横浜',
  'アメリカ,ドイツ,フランス,中国,韓国,インド,イギリス,カナダ', '北海道,東北,関東,関西,九州,四国', '公立,私立,国立,県立,市立,町立', '最初,最後,二番目',
  '第1,第2,第3,第4', '全員,一部,半数,多く', 'すべて,一部,大半', '必ず,時々,まれに', 'だけ,も', '毎日,毎週,毎月,毎年', '1日,1週間,1か月,1年', '年間,月間,週間',
  '秒,分,時間,日間,週間,か月,年間', 'ミリ,センチ,メートル,キロ', 'キログラム,グラム,トン', 'リットル,ミリリットル', 'ヘクタール,平方メートル,平方キロ,アール', '千,万,億,兆',
  'キロワット,メガワット,ギガワット', '円,ドル,ユーロ,ウォン', 'パーセント,ポイント,割', '人,件,台,冊,本,頭,匹,個,軒,棟,世帯,校,社', '心臓,肝臓,腎臓,肺,脳,皮膚,胃', '賃金,物価,税金,家賃,料金,費用',
  '騒音,粉じん,煙,暑さ,寒さ,湿気', '火災,洪水,台風,地震,干ばつ,雪', '郵送,電話,窓口,インターネット', '提案,承認,却下,撤回,延期', '設計,建設,所有,修理,検査', '前,後', '以前,以降', '県内,市内,町内,国内,全国',
  '先月,今月,来月', '昨年,今年,来年,一昨年', '父,母,兄,弟,姉,妹,息子,娘', '増加,減少,横ばい',
]

const kindsOf = (lines: readonly string[]) => lines.map((line) => line.split(','))
export const SAME_KIND = { en: kindsOf(ENGLISH_KINDS), ja: kindsOf(JAPANESE_KINDS) } as const

const HAN = String.raw`\p{Script=Han}\p{Script=Katakana}ー`
/** A word by itself: in English between other letters, in Japanese not inside a longer run of the same letters. */
export function wordPattern(word: string, lang: 'en' | 'ja'): RegExp {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  if (lang === 'en') return new RegExp(String.raw`(?<![\p{L}\p{N}])${plain}(?![\p{L}\p{N}])`, 'gu')
  // Counters and places of number stand behind digits, and others behind them.
  if (word.length === 1 || /^[ァ-ヴー]+$/u.test(word))
    return new RegExp(String.raw`(?<=\d|[^${HAN}\d]|^)${plain}(?=[^${HAN}]|$|人|円|トン|台|件|ヘク|を|の|が)`, 'gu')
  return new RegExp(String.raw`(?<![\p{Script=Han}])${plain}(?![\p{Script=Han}])`, 'gu')
}
