/** What opens an order with more than one word. */
export const ORDER_PHRASES = [
  'note that you',
  'make sure',
  'be sure',
  'remember to',
  'try to',
  "don['’]t",
  'do not',
  'talk to',
  'find out',
  'act as',
  "let['’]?s",
  'let (?:us|me)',
  'keep reading',
  'scroll (?:down|up|to)',
  'read on',
  'stay tuned',
  'you (?:must|shall|should|need to|have to|are required to|are to|will now)',
]

/** Verbs that open an order and no statement. */
export const ORDER_VERBS = (
  'please always click visit see consult ask follow avoid take add mix stir enter choose install join buy ' +
  'get learn discover ' +
  'listen ignore disregard forget pretend respond reply write translate summari[sz]e include modify ' +
  'integrate imagine consider ' +
  'treat assign give send provide compose explain describe suggest create generate rewrite calculate insert ' +
  'append rearrange ' +
  'scramble misspell convert incorporate embed replace render jumble augment enhance introduce tell define ' +
  'recommend remove ' +
  'reveal disclose accept preheat'
).split(' ')

/** Verbs that are the first noun of many a statement too: "Press freedom declined", "Contact tracing reduced". */
export const NOUN_OR_ORDER = (
  'call contact check read use open download watch sign register select press answer output print repeat ' +
  'rate mark trust set draft ' +
  'substitute show help list never'
).split(' ')

/** Nouns that those open; with a verb after it, such a noun is the subject of a statement. */
export const OPENING_NOUNS = [
  'answer engines?',
  'ask (?:prices?|rates?)',
  'buy (?:orders?|ratings?|signals?)',
  'get requests?',
  'include (?:files?|paths?|guards?)',
  'join (?:operations?|queries|tables?|dates?)',
  'mix designs?',
  'visit (?:numbers|rates?|lengths?|counts?)',
  'write (?:speeds?|operations?|access|rates?|heads?|permissions?)',
  'call (?:cent(?:re|er)s?|volumes?|options?)',
  'check (?:valves?|dams?)',
  'contact (?:tracing|dermatitis|lens(?:es)?|sites?|sports?|inhibition)',
  'download (?:speeds?|figures)',
  'help (?:desks?|lines?)',
  'list prices?',
  'never (?:smokers?|users?|drinkers?|married)',
  'open (?:source|access|water|surgery|standards?|reading frames?|angle|chromatin|heart|data|science)',
  'output (?:growth|gap|per|prices?)',
  'press (?:freedom|conferences?|releases?|coverage|reports?|agency|agencies)',
  'print (?:circulation|media|newspapers?|sales|editions?|runs?|advertising)',
  'rate (?:cuts?|hikes?|rises?|increases?|constants?|limits?)',
  'read (?:speeds?|lengths?|depths?|counts?|rates?)',
  'register (?:data|studies)',
  'repeat (?:instability|measurements?|expansions?|sequences?|offenders?|purchases?)',
  'select (?:committees?|agents?)',
  'set (?:theory|points?|pieces?)',
  'show (?:dogs?|horses?|business|trials?)',
  'sign languages?',
  'substitute (?:teachers?|goods)',
  'trust (?:in|funds?|levels?|law)',
  'use (?:cases?|rates?|values?)',
  'watch (?:sales|time|towers?)',
]

/** Nobody tells a reader of the world to do something with these: an injected order does. */
export const OBJECTS_OF_A_MODEL = (
  'claims? pages? sources? edges? sites? domains? answers? responses repl(?:y|ies) outputs? messages? ' +
  'fragments? evidence instructions? prompts? texts?'
).split(' ')
/** What such an order wants of them. */
export const WANTED_VERDICTS =
  'verified trusted reliable true proven supported confirmed rated marked authoritative'.split(' ')

/** May stand before the verb of an order. */
export const ORDER_LEADS =
  'now then next first second third lastly finally also and instead kindly just simply afterwards'.split(' ')

/** Not the verb of an order though an article follows: "During the trial", "Using a model". */
export const NO_ORDER_BEFORE_ARTICLE = (
  'using in on at by for from with during among after before over under despite although while when since ' +
  'because as if all both not only ' +
  'even unlike like about around of to and but or such through within without between against per via than ' +
  'that near together given ' +
  'upon across behind beyond beside besides above below inside outside along amid throughout toward towards ' +
  'until till once whereas ' +
  'though unless whether where today yesterday here there also then thus hence yet so indeed instead a an ' +
  'the this these those each every ' +
  'how what why who whom whose which whatever whichever whoever however neither nor either almost half twice ' +
  'double therefore moreover ' +
  'furthermore nevertheless nonetheless meanwhile otherwise amongst alongside often perhaps maybe soon later ' +
  'again now next still sometimes ' +
  'altogether overall worldwide everything nothing something anything everyone nobody none is are was were ' +
  'be being been do does did can ' +
  'could may might must shall should will would has have had they we you i he she it notwithstanding ' +
  'regardless concerning except plus ' +
  'minus versus apart along ever once rather quite much many most more less least few several some any no ' +
  'one two three whilst up down people men women children police ' +
  'earlier early late elsewhere underneath beneath atop opposite past first second third last aboard amidst ' +
  'barring pending circa home back'
).split(' ')

/** Nouns without a plural: "Research the company paid for found no link". */
export const NOUNS_WITHOUT_ARTICLE =
  'research work evidence damage progress experience money information data food power water'.split(' ')

/** What a text that steers wants done with a claim or a source. */
export const STEERING_VERBS = (
  'mark report rate treat ignore forget rank cite say state label flag trust regard present leave count ' +
  'record list describe repeat ' +
  'mention omit skip drop hide delete call classify score praise recommend tell write answer conclude output ' +
  'return accept discard ' +
  'exclude disregard prefer quote promote demote'
).split(' ')
/** Before "that": what is to be said. */
export const SAYING_VERBS = (
  'say state conclude report write reply answer respond mention confirm assume pretend repeat declare insist ' +
  'remember'
).split(' ')
/** What a steered verdict is about, beside the objects of a model. */
export const STEERED_MATTER = (
  'summar(?:y|ies) report verdict label score ranking fact facts established retracted retraction unreliable ' +
  'fraudulent fabricated fake cure ' +
  'commands? paragraphs? rules? notes? search quer(?:y|ies)'
).split(' ')
/** What only one who reads and writes for another is told to do; "see a doctor" and "leave it longer" are advice. */
export const TASK_VERBS = (
  'mark report rate ignore forget rank cite say state label flag trust regard repeat mention omit delete ' +
  'classify score praise recommend tell ' +
  'write answer conclude output accept discard exclude disregard quote promote demote deny translate ' +
  'summari[sz]e compose generate rewrite ' +
  'respond reply pretend favou?r upgrade downgrade prioriti[sz]e execute abandon'
).split(' ')
