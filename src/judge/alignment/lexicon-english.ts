import type { AlignmentLexicon, Opposition } from './lexicon.ts'

const words = (text: string) => text.trim().split(/\s+/u)
const against = (one: string, other: string): Opposition => ({ one: words(one), other: words(other) })

/** A star stands for any ending. */
export const ENGLISH: AlignmentLexicon = {
  oppositions: [
    against(
      'increas* rais* rise rises rose risen rising grow* grew higher climb* doubl* tripl* soar* surg* ' +
        'larger greater bigger expand* widen* up upward* gain*',
      'decreas* reduc* lower* fall fallen falls fell falling drop* declin* shrink* shrank shrunk halv* ' +
        'plung* slump* smaller narrow* down downward* fewer cut cuts cutting lost loses losing',
    ),
    against('faster quicker sooner accelerat*', 'slower delay* slow* decelerat*'),
    against('better improv* stronger strengthen*', 'worse worsen* deteriorat* weaker weaken*'),
    against('longer lengthen* extend* prolong*', 'shorter shorten* curtail*'),
    against('earlier', 'later'),
    against('highest maximum most largest peak biggest best', 'lowest minimum least smallest worst'),
    against('above exceed* surpass* outperform* ahead', 'below underperform* behind'),
    against(
      'open opens opened opening reopen* existed exists',
      'close closes closed closing closure* shut shuts abolish*',
    ),
    against(
      'start starts started starting begin* began begun launch* introduc* continu*',
      'stop* end ends ended ceas* abolish* discontinu* withdr*',
    ),
    against(
      'allow* permit* legal* authoris* authoriz* lift*',
      'ban bans banned banning forbid* forbidden prohibit* outlaw* illegal* barred block*',
    ),
    against(
      'approv* accept* adopt* agree agreed agrees backed backs support* endors* favour* favor*',
      'reject* refus* oppos* veto* disagree* against',
    ),
    against('succe*', 'fail*'),
    against('includ*', 'exclud*'),
    against('profit* surplus* earn*', 'loss* deficit* lost'),
    against('added adds keep* kept retain* remain* preserv*', 'remov* drop* delet* scrap* dismantl*'),
    against(
      'safe safely harmless unaffected unharmed unhurt uninjured',
      'unsafe dangerous harmful affected harm* hurt injur* casualt*',
    ),
    against('alive surviv*', 'dead died dies death* kill* fatal*'),
    against('caus* trigger*', 'prevent* avoid* avert*'),
    against('confirm* verif* prov*', 'deny denie* disput* refut* debunk*'),
    against('majority', 'minority'),
    { ...against('always every all everyone', 'never none nobody no-one'), inClause: true },
    against('north* ', 'south*'),
    against('east*', 'west*'),
    against('import*', 'export*'),
    against('buy* bought purchas*', 'sell* sold sale*'),
    against('warm* hot* heat*', 'cool* cold*'),
    against('early', 'late'),
    against('positive*', 'negative*'),
    against('win wins won winning', 'lose loses lost losing'),
    against('enter* join*', 'leav* left exit* quit*'),
    against('hire hires hired hiring recruit*', 'fire fired dismiss* lay laid sack*'),
    against('cheaper', 'dearer costlier expensive'),
    against('free', 'paid charge*'),
    against('public*', 'private* secret*'),
    against('necessary required mandatory compulsory', 'optional voluntary unnecessary'),
  ],
  doubt: words(
    'may might could possibly perhaps probably likely unlikely apparently seem seems seemed suggest* ' +
      'believ* suspect* ' +
      'alleg* reportedly rumour* rumor* claims claimed think* thought assum* guess* suppos* heard potential* ' +
      'preliminary uncertain unclear should sure',
  ),
  plans: words(
    'will shall would plans_to planned planning propos* intends intended aims due_to expects expected ' +
      'scheduled forecast* ' +
      'going_to promis* hopes hoped pledg* should is_to are_to',
  ),
  ability: words('can able_to to_be'),
  certain: words(
    'certain certainly definit* confirmed proved proven proves undoubted* clearly conclusive* ' +
      'established officially ' +
      'guarantee* undisputed inevitabl* demonstrat* must',
  ),
  reports: words('announc* promis* said says claims claimed according_to stated told pledg*'),
  speech: words(
    'said says saying told tells claims claimed announc* warn* states stated argu* explain* writes wrote ' +
      'reports reported calculat* counted maintain* acknowledg* show ' +
      'shows showed conclud* estimates estimated measured measures measurements insist* admit* believ* ' +
      'reveal* predict* fumed insists',
  ),
  relativeYears: [
    ['this year', 0],
    ['last year', 1],
    ['a year earlier', 1],
    ['a year ago', 1],
    ['the year before', 1],
    ['previous year', 1],
    ['past year', 1],
    ['two years ago', 2],
    ['three years ago', 3],
    ['four years ago', 4],
    ['five years ago', 5],
    ['ten years ago', 10],
    ['next year', -1],
    ['new year', -1],
    ['coming year', -1],
    ['next spring', -1],
    ['coming spring', -1],
    ['yesterday', 0],
    ['today', 0],
  ],
  nameEndings: words(
    'ltd inc corp plc gmbh llc co company group university institute council ministry agency ' +
      'department fund bank court ' +
      'party committee association union street road river lake bay port cape mount island mountain ' +
      'town city county ' +
      'centre center market hall house school college hospital museum news times post daily',
  ),
  titles: words(
    'councillor mayor professor doctor dr mr mrs ms sir lord lady judge minister senator captain president ' +
      'chairman chairwoman director engineer editor reporter secretary inspector officer',
  ),
  slotEndings: [],
  measures: {
    ...{
      foot: 'ft',
      feet: 'ft',
      ft: 'ft',
      inch: 'in',
      inches: 'in',
      yard: 'yd',
      yards: 'yd',
      acre: 'acre',
      acres: 'acre',
    },
    ...{
      hectare: 'ha',
      hectares: 'ha',
      ha: 'ha',
      gallon: 'gal',
      gallons: 'gal',
      pint: 'pt',
      pints: 'pt',
      barrel: 'bbl',
    },
    ...{
      barrels: 'bbl',
      pound: 'lb',
      pounds: 'lb',
      lb: 'lb',
      lbs: 'lb',
      ounce: 'oz',
      ounces: 'oz',
      ton: 't',
      tons: 't',
    },
    ...{ kb: 'kb', mb: 'mb', gb: 'gb', tb: 'tb', kilobyte: 'kb', kilobytes: 'kb', megabyte: 'mb', megabytes: 'mb' },
    ...{ gigabyte: 'gb', gigabytes: 'gb', terabyte: 'tb', terabytes: 'tb', byte: 'byte', bytes: 'byte', bit: 'bit' },
    ...{ bits: 'bit', ms: 'ms', millisecond: 'ms', milliseconds: 'ms', microsecond: 'us', microseconds: 'us' },
    ...{ nanosecond: 'ns', nanoseconds: 'ns', hz: 'hz', khz: 'khz', mhz: 'mhz', ghz: 'ghz', hertz: 'hz', watt: 'w' },
    ...{
      watts: 'w',
      volt: 'v',
      volts: 'v',
      ampere: 'a',
      lux: 'lux',
      ppm: 'ppm',
      ppb: 'ppb',
      decibel: 'db',
      decibels: 'db',
    },
    ...{ joule: 'j', joules: 'j', calorie: 'cal', calories: 'cal', kcal: 'kcal', knot: 'kn', knots: 'kn', bar: 'bar' },
    ...{ decade: 'decade', decades: 'decade', century: 'century', centuries: 'century', quarter: 'quarter' },
    ...{ pascal: 'pa', pascals: 'pa', hpa: 'hpa', psi: 'psi', newton: 'n', degree: 'degree', degrees: 'degree' },
    ...{ 'megawatt-hours': 'mwh', 'megawatt-hour': 'mwh', 'kilowatt-hours': 'kwh', 'kilowatt-hour': 'kwh' },
    ...{
      'gigawatt-hours': 'gwh',
      'gigawatt-hour': 'gwh',
      permille: 'permille',
      carat: 'ct',
      carats: 'ct',
      dozen: 'dozen',
    },
  },
}
