/**
 * Names of the months and their abbreviations in forty languages, as CLDR has them, without accents and case:
 * `march`, `marz`, `maret`, `марта`, `מרץ`. Where two languages disagree (listopad), the one with more readers stands.
 */
const NAMES: readonly string[] = [
  'january jan januar janvier janv enero ene janeiro gennaio gen januari tammikuu tammikuuta tammi styczen ' +
    'stycznia sty leden ledna led januara јануар јан јануари януари январь января янв січень січня січ ' +
    'студзень студзеня сту ianuarie ian ιανουαριου ιαν ocak oca yanvar yan gener xaneiro xan urtarrila urt ' +
    'jaanuar jaan janvaris sausis sausio janar ינואר ינו׳ يناير ژانویه जनवरी जन॰ มกราคม ม.ค sijecanj sijecnja ' +
    'sij',
  'february feb februar fevrier fevr febrero fevereiro fev febbraio februari helmikuu helmikuuta helmi luty ' +
    'lutego lut unor unora uno februara фебруар феб февруари фев февраль февраля февр лютии лютого лют люты ' +
    'лютага februarie febr φεβρουαριου φεβ subat sub fevral febrer febreiro otsaila ots veebruar veebr ' +
    'februaris vasaris vasario shkurt shk פברואר פבר׳ فبراير فوریه फ़रवरी फ़र॰ กุมภาพันธ์ ก.พ veljaca veljace ' +
    'velj peb',
  'march mar marz mars marzo marco maart mrt marts maaliskuu maaliskuuta maalis marzec marca brezen brezna ' +
    'bre marec март мар mart марта березень березня бер сакавік сакавіка сак martie marcius marc μαρτιου μαρ ' +
    'maret mac martxoa kovas kovo מרץ مارس मार्च มีนาคม มี.ค ozujak ozujka ozu mrz',
  'april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecien kwietnia kwi duben dubna dub ' +
    'aprila април апр апрель апреля квітень квітня квіт красавік красавіка кра aprilie aprilis απριλιου απρ ' +
    'nisan nis aprel apirila api aprill balandis balandzio prill pri אפריל אפר׳ أبريل آوریل अप्रैल เมษายน ' +
    'เม.ย travanj travnja tra',
  'may mai mayo maio maggio mag mei maj toukokuu toukokuuta touko maja kveten kvetna kve мај маи мая ' +
    'травень травня трав majus μαιου μαι mayıs maig maiatza maijs geguze geguzes מאי مايو พฤษภาคม พ.ค svibanj ' +
    'svibnja svi मई',
  'june jun juni juin junio junho giugno giu kesakuu kesakuuta kesa czerwiec czerwca cze cerven cervna cvn ' +
    'juna junij јун јуни юни июнь июня июн червень червня черв чэрвень чэрвеня чэр iunie iun junius ιουνιου ' +
    'ιουν haziran haz iyun iyn juny xuno ekaina eka juuni junijs birzelis birzelio qershor qer יוני يونيو ' +
    'ژوئن जून มิถุนายน มิ.ย lipanj lipnja',
  'july jul juli juillet juil julio julho luglio lug heinakuu heinakuuta heina lipiec lipca lip cervenec ' +
    'cervence cvc jula julij јул јули юли июль июля июл липень липня лип ліпень ліпеня ліп iulie iul julius ' +
    'ιουλιου ιουλ temmuz tem iyul iyl julai juliol xullo xul uztaila uzt juuli julijs liepa liepos korrik ' +
    'korr יולי يوليو ژوئیه जुलाई जुल॰ กรกฎาคม ก.ค srpanj srpnja juill',
  'august aug aout agosto ago augustus augusti elokuu elokuuta elo agust agu sierpien sierpnia sie srpen ' +
    'srpna srp augusta avgust avg август авг августа серпень серпня серп жнівень жніуня жні augusztus ' +
    'αυγουστου αυγ agustos avqust avq agustus ogos ogo agost abuztua abu augusts rugpjutis rugpjucio gusht ' +
    'gush אוגוסט אוג׳ أغسطس اوت अगस्त अग॰ สิงหาคม ส.ค kolovoz kolovoza kol agt',
  'september sep sept septembre septiembre setembro set settembre syyskuu syyskuuta syys wrzesien wrzesnia ' +
    'wrz zari zar septembra септембар сеп septembar септември сентябрь сентября сент вересень вересня вер ' +
    'верасень верасня septembrie szeptember szept σεπτεμβριου σεπ eylul eyl sentyabr sen setembre iraila ira ' +
    'septembris rugsejis rugsejo shtator sht ספטמבר ספט׳ سبتمبر سپتامبر सितंबर सित॰ กันยายน ก.ย rujan rujna ' +
    'ruj',
  'october oct oktober okt octobre octubre outubro out ottobre ott lokakuu lokakuuta loka pazdziernik ' +
    'pazdziernika paz rijen rijna rij oktobra октобар окт oktobar октомври октябрь октября жовтень жовтня ' +
    'жовт кастрычнік кастрычніка кас octombrie οκτωβριου οκτ ekim eki oktyabr urria urr oktoober oktobris ' +
    'spalis spalio tetor tet אוקטובר אוק׳ أكتوبر اکتبر अक्टूबर अक्टू॰ ตุลาคม ต.ค',
  'november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu ' +
    'novembra новембар нов novembar ноември ное ноябрь ноября нояб листопад листопада лист лістапад лістапада ' +
    'ліс noiembrie νοεμβριου νοε kasım kas noyabr noy azaroa aza novembris lapkritis lapkricio nentor nen ' +
    'נובמבר נוב׳ نوفمبر نوامبر नवंबर नव॰ พฤศจิกายน พ.ย studeni studenoga stu nop',
  'december dec dezember dez decembre diciembre dic dezembro dicembre desember des joulukuu joulukuuta ' +
    'joulu grudzien grudnia gru prosinec prosince pro decembra децембар дец decembar декември дек декабрь ' +
    'декабря грудень грудня груд снежань снежня сне decembrie δεκεμβριου δεκ aralık ara dekabr dek disember ' +
    'dis desembre decembro abendua abe detsember dets decembris gruodis gruodzio dhjetor dhj דצמבר דצמ׳ ' +
    'ديسمبر دسامبر दिसंबर दिस॰ ธันวาคม ธ.ค prosinac prosinca',
]

const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

/** 1 to 12; null for any other word. */
export function monthOf(word: string): number | null {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/\.$/, '')
  return MONTHS.get(plain) ?? null
}
