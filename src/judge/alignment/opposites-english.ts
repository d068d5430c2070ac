/** Irregular forms: he form, past, participle, -ing. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ rise: 'rises rose risen rising', fall: 'falls fell fallen falling', grow: 'grows grew grown growing' },
  ...{ shrink: 'shrinks shrank shrunk shrinking', lose: 'loses lost lost losing', win: 'wins won won winning' },
  ...{ begin: 'begins began begun beginning', buy: 'buys bought bought buying', sell: 'sells sold sold selling' },
  ...{ leave: 'leaves left left leaving', build: 'builds built built building', keep: 'keeps kept kept keeping' },
  ...{ forbid: 'forbids forbade forbidden forbidding', cut: 'cuts cut cut cutting', lend: 'lends lent lent lending' },
  ...{ stop: 'stops stopped stopped stopping', drop: 'drops dropped dropped dropping', die: 'dies died died dying' },
  ...{ ban: 'bans banned banned banning', permit: 'permits permitted permitted permitting' },
  scrap: 'scraps scrapped scrapped scrapping',
  ...{ slow: 'slows slowed slowed slowing', go: 'goes went gone going', come: 'comes came come coming' },
}

/** Verbs and what is their opposite; the first of several is put in its place. */
const VERBS =
  'rise fall;increase decrease;grow shrink;expand contract;raise lower;climb drop;gain lose;win lose;improve worsen;' +
  'strengthen weaken;lengthen shorten;extend shorten;widen narrow;accelerate slow;quicken slow;open close;start stop;' +
  'begin end;launch scrap;introduce abolish;allow ban;permit forbid;approve reject;accept refuse;adopt reject;' +
  'support oppose;back oppose;endorse reject;confirm deny;include exclude;add remove;retain remove;keep drop;' +
  'earn lose;buy sell;import export;enter leave;join leave;hire dismiss;succeed fail;pass fail;cause prevent;' +
  'help harm;protect endanger;agree disagree;appear disappear;build demolish;survive die;continue stop;double halve;' +
  'advance delay;encourage discourage;praise criticise;borrow lend;lift impose;warm cool;heat cool;enlarge reduce;' +
  'arrive leave;fill empty;attract repel;welcome regret;come go;exceed miss;tighten loosen;speed slow;favour oppose'
const ONE_WAY =
  'reduce increase;cut raise;decline rise;diminish increase;shrink grow;jump drop;surge drop;plunge surge;' +
  'slump surge;refuse accept;reject approve;surpass miss;worsen improve;abolish introduce;dwindle grow;soar plunge'

/** Other words. */
const WORDS =
  'more less;most least;higher lower;highest lowest;larger smaller;largest smallest;bigger smaller;greater smaller;' +
  'longer shorter;longest shortest;faster slower;fastest slowest;quicker slower;earlier later;sooner later;' +
  'before after;above below;up down;upward downward;upwards downwards;better worse;best worst;stronger weaker;' +
  'cheaper dearer;wider narrower;deeper shallower;older younger;newer older;warmer colder;hotter cooler;' +
  'heavier lighter;often rarely;many few;majority minority;always never;first last;profit loss;surplus deficit;' +
  'profits losses;gains losses;success failure;successful unsuccessful;possible impossible;legal illegal;' +
  'public private;voluntary compulsory;necessary unnecessary;positive negative;strong weak;high low;large small;' +
  'long short;early late;with without;for against;inside outside;rare common;full empty;safe dangerous;' +
  'growth decline;north south;east west;northern southern;eastern western;easier harder;likely unlikely;' +
  'advantage disadvantage;rich poor;dry wet;present absent;same different;ahead behind;faster slower;' +
  'rising falling;alive dead;effective ineffective;reliable unreliable;free chargeable;optional mandatory'
const WORDS_ONE_WAY =
  'cut raised;' +
  'fewer more;less more;smaller larger;slower faster;later earlier;worse better;mandatory optional;never always;' +
  'expensive cheap;cheap expensive;required optional;seldom often;increasingly decreasingly;nobody everybody'

const pairs = (text: string) => text.split(';').map((pair) => pair.split(' ') as [string, string])

/** Base, he form, past, participle, -ing. */
function formsOf(verb: string): readonly string[] {
  const irregular = IRREGULAR[verb]
  if (irregular !== undefined) return [verb, ...irregular.split(' ')]
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  const isY = /[^aeiou]y$/u.test(verb)
  const past = isY ? `${verb.slice(0, -1)}ied` : `${stem}ed`
  const third = isY ? `${verb.slice(0, -1)}ies` : /(?:s|sh|ch|x|z)$/u.test(verb) ? `${verb}es` : `${verb}s`
  return [verb, third, past, past, `${stem}ing`]
}

function table(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const put = (one: string, other: string) => {
    if (!found.has(one)) found.set(one, other)
  }
  const verbs = (text: string, bothWays: boolean) => {
    for (const [one, other] of pairs(text)) {
      const [mine, theirs] = [formsOf(one), formsOf(other)]
      for (const [at, form] of mine.entries()) put(form, theirs[at] ?? other)
      if (bothWays) for (const [at, form] of theirs.entries()) put(form, mine[at] ?? one)
    }
  }
  for (const [one, other] of pairs(WORDS)) put(one, other)
  for (const [one, other] of pairs(WORDS_ONE_WAY)) put(one, other)
  for (const [one, other] of pairs(WORDS)) put(other, one)
  verbs(ONE_WAY, false)
  verbs(VERBS, true)
  return found
}

/** A word, as it is spelled, and the form of its opposite that stands for it. */
export const ENGLISH_OPPOSITES = table()
