/** Sentences written for this measurement, in languages whose pages still come in encodings of their own. */
export interface WrittenText {
  readonly language: string
  /** Encodings in which pages of this language are met. */
  readonly charsets: readonly string[]
  readonly title: string
  readonly body: string
}

const CYRILLIC = ['windows-1251', 'iso-8859-5']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const WESTERN = ['windows-1252', 'iso-8859-15']

export const WRITTEN_TEXTS: readonly WrittenText[] = [
  {
    language: 'Russian',
    charsets: [...CYRILLIC, 'koi8-r', 'ibm866', 'x-mac-cyrillic'],
    title: 'Городская библиотека открыла новый читальный зал',
    body:
      'После двух лет ремонта посетители снова могут брать книги на дом. По словам директора, в первые ' +
      'дни пришло больше тысячи человек, а летом здесь будут проходить встречи с писателями и занятия ' +
      'для школьников.',
  },
  {
    language: 'Ukrainian',
    charsets: ['windows-1251', 'koi8-u'],
    title: 'Мешканці села відновили старий млин біля річки',
    body:
      'Цього року громада зібрала кошти на дах і колесо, а навесні сюди приїхали перші гості. Їм ' +
      'показують, як мололи зерно сто років тому, і пригощають свіжим хлібом із місцевого борошна.',
  },
  {
    language: 'Bulgarian',
    charsets: CYRILLIC,
    title: 'Учени измериха нивото на водата в язовира',
    body:
      'През последните три месеца валежите са били под обичайните стойности, затова общината призовава ' +
      'хората да пестят вода. Очаква се през есента положението да се подобри, ако завали повече дъжд.',
  },
  {
    language: 'Greek',
    charsets: ['windows-1253', 'iso-8859-7'],
    title: 'Το λιμάνι του νησιού ανοίγει ξανά για τους επισκέπτες',
    body:
      'Οι εργασίες κράτησαν περισσότερο από έναν χρόνο και κόστισαν λιγότερο από όσο είχε υπολογιστεί. ' +
      'Από τον Μάιο τα πλοία θα φτάνουν κάθε μέρα, ενώ οι ψαράδες απέκτησαν καινούργιες θέσεις για τις ' +
      'βάρκες τους.',
  },
  {
    language: 'Turkish',
    charsets: ['windows-1254'],
    title: 'Köydeki okulun bahçesine yüz elli ağaç dikildi',
    body:
      'Öğrenciler, öğretmenler ve veliler hafta sonu birlikte çalıştı. Müdür, ağaçların büyüdüğünde ' +
      'gölge yapacağını ve kuşların geri döneceğini söyledi. Önümüzdeki yıl aynı çalışma ırmağın ' +
      'kıyısında da yapılacak.',
  },
  {
    language: 'Hebrew',
    charsets: ['windows-1255', 'iso-8859-8'],
    title: 'המוזיאון העירוני פותח תערוכה חדשה',
    body:
      'בתערוכה מוצגים כלי עבודה של חקלאים מלפני מאה שנים, לצד תמונות ומכתבים שנשמרו במשפחות. הכניסה ' +
      'חופשית לילדים, ובסוף השבוע יתקיימו סיורים מודרכים עם אנשי המקום.',
  },
  {
    language: 'Arabic',
    charsets: ['windows-1256', 'iso-8859-6'],
    title: 'افتتاح سوق جديد للخضار في وسط المدينة',
    body:
      'يضم السوق أكثر من مئة متجر صغير ويعمل من الصباح حتى المساء. وقال أحد التجار إن الأسعار أقل من ' +
      'العام الماضي بسبب وفرة المحصول، وإن الناس يأتون من القرى القريبة لشراء ما يحتاجون إليه.',
  },
  {
    language: 'Thai',
    charsets: ['windows-874'],
    title: 'ชาวบ้านร่วมกันปลูกป่าริมแม่น้ำ',
    body:
      'ปีนี้มีผู้เข้าร่วมมากกว่าสองร้อยคน เด็กนักเรียนช่วยกันรดน้ำต้นไม้ทุกสัปดาห์ ' +
      'และเจ้าหน้าที่บอกว่าน้ำในแม่น้ำใสขึ้นกว่าเดิม ปลาหลายชนิดจึงกลับมาอาศัยอยู่อีกครั้ง',
  },
  {
    language: 'Polish',
    charsets: CENTRAL,
    title: 'Mieszkańcy wsi odbudowali zabytkową kapliczkę',
    body:
      'Prace trwały pół roku, a pieniądze pochodziły ze zbiórki. Najtrudniejsze było znalezienie ' +
      'kogoś, kto potrafi łączyć kamienie bez zaprawy. Wieczorem zapłonęły świece i śpiewano stare ' +
      'pieśni, których młodzież uczyła się od dziadków.',
  },
  {
    language: 'Czech',
    charsets: CENTRAL,
    title: 'Kočičí útulek hledá nové dobrovolníky',
    body:
      'Každý týden sem lidé přinášejí opuštěná zvířata a ošetřovatelé už nestíhají. Kdo má chuť ' +
      'pomáhat, může přijít v sobotu dopoledne, prohlédnout si zázemí a domluvit se na službách. Žádné ' +
      'zkušenosti nejsou potřeba.',
  },
  {
    language: 'Hungarian',
    charsets: CENTRAL,
    title: 'Új kerékpárút épült a tó körül',
    body:
      'A huszonöt kilométer hosszú út három települést köt össze, és őszig még két pihenőhely készül ' +
      'el. A helyiek örülnek, mert gyerekeik végre biztonságosan járhatnak iskolába, a vendéglősök ' +
      'pedig több látogatót várnak.',
  },
  {
    language: 'Croatian',
    charsets: CENTRAL,
    title: 'Ribari na otoku čiste uvalu od otpada',
    body:
      'Već treću godinu zaredom okupljaju se početkom ljeta i izvlače mreže, bačve i gume. Kažu da je ' +
      'more sada čišće nego prije, ali da još uvijek ima previše plastike koju donose struje s juga.',
  },
  {
    language: 'Romanian',
    charsets: ['iso-8859-16', 'utf-8'],
    title: 'Apicultorii din județ așteaptă o recoltă bună',
    body:
      'După o primăvară blândă, salcâmii au înflorit devreme și albinele au avut de lucru. Prețul ' +
      'mierii rămâne însă același, spun ei, fiindcă în piață ajung și borcane aduse din alte țări, ' +
      'vândute mai ieftin.',
  },
  {
    language: 'Lithuanian',
    charsets: ['windows-1257', 'iso-8859-13'],
    title: 'Miestelio gyventojai atnaujino seną tiltą',
    body:
      'Darbai užtruko visą vasarą, nes medžiagų teko ieškoti net kaimyninėje šalyje. Dabar tiltu vėl ' +
      'galima važiuoti dviračiu, o šeštadieniais čia vyksta mugė, kurioje ūkininkai parduoda sūrį ir ' +
      'duoną.',
  },
  {
    language: 'Latvian',
    charsets: ['windows-1257', 'iso-8859-13'],
    title: 'Skolēni mērī ūdens kvalitāti ezerā',
    body:
      'Katru mēnesi viņi ņem paraugus trijās vietās un salīdzina tos ar iepriekšējiem gadiem. ' +
      'Skolotāja stāsta, ka bērni paši izvēlējušies šo darbu un rudenī parādīs rezultātus pašvaldībai.',
  },
  {
    language: 'German',
    charsets: [...WESTERN, 'macintosh'],
    title: 'Bäcker öffnet früher für die Frühschicht',
    body:
      'Seit Montag gibt es im Ort schon um fünf Uhr frische Brötchen. Die Nachfrage sei größer als ' +
      'gedacht, erzählt der Inhaber, und für ältere Leute bringe seine Tochter die Bestellungen mit ' +
      'dem Fahrrad über die Brücke nach Hause.',
  },
  {
    language: 'French',
    charsets: [...WESTERN, 'macintosh'],
    title: 'Le marché couvert rouvre après une année de travaux',
    body:
      'Les étals ont été déplacés, la toiture refaite et les lampes changées. « Nous avions hâte de ' +
      'revenir », déclare une maraîchère installée là depuis trente ans. Les clients, eux, découvrent ' +
      'déjà les nouvelles allées.',
  },
  {
    language: 'Spanish',
    charsets: WESTERN,
    title: 'Los niños del pueblo plantan un jardín junto al colegio',
    body:
      'Cada mañana riegan las plantas y apuntan cuánto han crecido. La maestra explica que así ' +
      'aprenden matemáticas sin darse cuenta. ¿Y en vacaciones? Entonces serán los abuelos quienes ' +
      'cuiden del huerto hasta septiembre.',
  },
  {
    language: 'Portuguese',
    charsets: WESTERN,
    title: 'Pescadores reúnem-se para salvar a tradição',
    body:
      'As embarcações são pintadas à mão e cada família tem as suas cores. A associação quer abrir uma ' +
      'escola para que os jovens aprendam a construção dos barcos, que já não interessa às grandes ' +
      'companhias.',
  },
  {
    language: 'Swedish',
    charsets: WESTERN,
    title: 'Färjan över sjön får en ny motor',
    body:
      'Under våren står färjan stilla och resenärerna får åka buss runt viken. Enligt kommunen blir ' +
      'den nya motorn både tystare och billigare, och på hösten går turerna åter varje halvtimme från ' +
      'båda sidor.',
  },
  {
    language: 'Icelandic',
    charsets: WESTERN,
    title: 'Fuglar snúa aftur í mýrina við fjörðinn',
    body:
      'Þegar skurðirnir voru fylltir hækkaði vatnið og gróðurinn breyttist fljótt. Bændur segja að ' +
      'þetta hafi gengið betur en þeir þorðu að vona og næsta sumar verður sama aðferð reynd víðar.',
  },
  {
    language: 'Japanese',
    charsets: ['shift_jis', 'euc-jp', 'iso-2022-jp', 'utf-16le', 'utf-16be', 'utf-8'],
    title: '町の図書館が夜も開くようになりました',
    body: '四月から金曜日は午後九時まで本を借りることができます。仕事の帰りに立ち寄る人が増え、子どもと一緒に絵本を選ぶ姿も見られます。館長は、来年には自習室を広げたいと話しています。',
  },
  {
    language: 'Chinese, simplified',
    charsets: ['gbk', 'gb18030', 'utf-16le', 'utf-8'],
    title: '山村小学有了自己的天文台',
    body: '老师和家长用半年时间把旧仓库改成了观测室。晚上天气好的时候，孩子们轮流看月亮和木星，还把看到的情况写在本子上。附近的学校听说以后，也希望能够过来参观学习。',
  },
  {
    language: 'Chinese, traditional',
    charsets: ['big5', 'utf-8'],
    title: '老街的茶館重新開門營業',
    body: '經過三年的整修，這間百年茶館終於恢復原來的樣子。老闆說，最難找的是會做木窗的師傅。現在每個週末都有人來聽說書，年輕人也慢慢認識了以前的生活。',
  },
  {
    language: 'Korean',
    charsets: ['euc-kr', 'utf-16be', 'utf-8'],
    title: '바닷가 마을에 작은 책방이 생겼습니다',
    body:
      '주인은 도시에서 일하다가 고향으로 돌아와 오래된 창고를 고쳤습니다. 여름에는 관광객이 많이 찾고 겨울에는 주민들이 모여 함께 책을 읽습니다. 내년에는 아이들을 위한 글쓰기 ' +
      '모임도 열 계획이라고 합니다.',
  },
]
