import { wordSet } from './alternatives.ts'

/** Forms that are nothing but a finite verb or its auxiliary. */
export const FINITE = wordSet(`
  are aren't arose ate beat became began bit bled blew bore bought bound bred broke brought built burst came can can't
  cannot caught chose clung cost could couldn't crept cut dealt did didn't do does doesn't don't drank drew drove dug
  fed fell fled flew forbade forgave forgot fought found froze gave grew had hadn't has hasn't have haven't heard held
  hid hit hung hurt is isn't kept knew laid lay led left lent let lit lost made may meant met might must overcame
  overtook paid proved put quit ran rang rode rose said sang sank sat saw sent set shall shed shone shook shot should
  shouldn't shown shrank shut slept slew slid sold sought sped spent split spoke sprang spread sprung spun stole stood
  struck stuck swam swept swore taught thought threw told took understood undertook underwent was wasn't went were
  weren't will withdrew withheld withstood woke won won't wore would wouldn't wound wrote
`)

/** Verbs by their bare form; their -s form is read as well, their -ed form by its ending. */
export const BARE = wordSet(`
  archive attach blend chop classify climb dampen delete demote discard downgrade dust dwindle email execute fetch flag
  flip foreground garnish knead mention omit outlaw overlook override peak peel praise prioritise prioritize promise
  quote regard rename
  rain retreat rinse shield simmer skip slice snow sprinkle thaw toast upgrade upvote whisk
  germinate abrogate accelerate account accumulate acetylate achieve acidify acquire act activate adapt add address
  adhere
  adjust adopt advance affect afford aggravate agree aid aim align alleviate allow alter ameliorate amplify analyse
  analyze anneal annotate announce answer appear apply argue arise arrest ascribe assemble assert assess assist
  associate attach attack attenuate attract attribute augment avoid ban bear become begin behave belong benefit bind
  block boil boost bridge bring build burden burn buy capture carry cast catalyse catalyze cause cease challenge
  change charge choose chronicle circulate cite claim clarify cleave cluster co-exist coexist collapse collect
  colonise colonize combine come commit compensate compete complicate compose comprise compromise concede concentrate
  conclude condense confer confirm conform confront connect consider consist constitute constrain consume contact
  contain contend continue contract contrast contribute control converge converse convert cooperate coordinate correct
  correlate cost counteract couple cover create cross curb cure curtail cut cycle damage decide decline decrease
  deepen define degrade delay delineate deliver demand demonstrate deny depend dephosphorylate deplete derive descend
  describe deserve design destroy detail detect deteriorate determine develop die differ differentiate diminish direct
  disagree disappear discourage discriminate dislike display disrupt dissociate distinguish diverge divide document
  dominate donate double downregulate drain drink drive drop dwell earn eat elevate elicit eliminate elongate
  elucidate embed embody emerge emit employ empower enable encapsulate encode encompass encounter encourage endanger
  endorse endure engage engulf enhance enjoy enlarge enrich ensue ensure entail enter enwrap equal erode escape
  establish estimate evade evaluate evoke evolve exacerbate exaggerate examine exceed exclaim exclude exert exhibit
  exist exit expand expect expel experience expire explain exploit explore export expose express extend extract face
  facilitate fail fall favor favour feed feel fight fill find fire fit flank flow fluctuate focus fold follow forbid
  form fulfil fulfill function fuse gain generate get give go govern grant grasp grow guard guide handle happen harbor
  harbour harm harness hear help highlight hijack hinder hit hold hope host house hurt hydrolyse hydrolyze identify
  ignore illustrate imagine impact impair impede implicate imply import impose imprint improve inactivate include
  incorporate increase incur indicate induce infect infer inflict influence inform inhabit inherit inhibit initiate
  inspire integrate interact interconvert interfere interrupt intersect introduce invade invest investigate invoke
  involve isolate join judge jump justify keep kill know label lack land last lead learn leave lessen let level lie
  like limit link list live localise localize locate look lose love lower lyse maintain make manifest map mark match
  matter mature mean measure mediate merge merit methylate migrate mimic minimise minimize modify modulate monitor
  motivate move multiply mutate navigate necessitate need negate neutralise neutralize note notify nourish obscure
  observe obtain occupy occur offer operate oppose orchestrate order originate oscillate outline outperform outweigh
  overcome overestimate overlap oversee own participate pass pave pay penetrate perceive perform permit persist
  perturb phosphorylate place plague plan plateau play point poison pollute pose position possess potentiate precede
  preclude predate predict predispose predominate prefer prescribe present preserve prevail prevent prime proceed
  process produce profit progress prohibit project proliferate prolong promote propagate protect prove provide publish
  purify pursue put qualify question radiate raise range rank rate reach react reappear rebuild recapitulate receive
  recognise recognize recommend reconstitute recover recruit reduce refer refine reflect regenerate regulate reinforce
  reject relate release relieve rely remain remember remodel remove render reorganise reorganize repair repeat replace
  replicate report represent repress reproduce request require rescue research resemble reside resist resolve respect
  respond rest restore restrict result retain retard return reveal reverse review revisit ride rise risk round rule
  run sample say scan score search secrete see seek seem segregate sell send sense sequester serve set sever shape
  share shed shift shorten show signal silence simplify sink sit skew sleep slow solve sound space span speak specify
  speculate speed spend spread stabilise stabilize stand start state stay stem stimulate stop store strain strengthen
  stress strike struggle study substitute succeed succumb suffer suggest suit summarise summarize supply support
  suppress surge surpass surprise surround survive sustain swim switch synthesise synthesize take target tax tell tend
  test think thrive tolerate touch track transcend transduce transform translate translocate transmit transport travel
  traverse treat trigger turn ubiquitinate uncover undergo underlie undermine underpin underscore understand undertake
  unfold unite upregulate urge use utilise utilize vaccinate value vary view violate visit vote walk want warn warrant
  waste weaken weigh weight widen win withstand work worsen wrap write yield
`)

/** Of the verbs above, those that are nouns as often: they count only where a verb would stand. */
export const NOUN_AS_OFTEN = wordSet(`
  archive blend dust email flag peak peel praise promise quote rain regard retreat shield slice snow
  toast upgrade
  account act address advance aid aim answer arrest associate attack ban bear benefit block boost bridge burden burn
  buy capture cast cause challenge change charge chronicle claim cluster combine complicate compromise contact
  contract contrast control correct correlate cost couple cover cross cure cut cycle damage decline decrease delay
  demand design detail direct display divide document double drain drink drive drop encounter equal escape estimate
  exit experience exploit export express extract face fall favor favour feed feel fight fill find fire fit flow focus
  form function gain grant guard guide harbor harbour harm help highlight hit hope host house hurt impact import
  imprint increase influence isolate judge jump label lack land last lead level lie like limit link list live look
  love lower map mark match matter mature mean measure merit monitor move need note offer order outline own pass pay
  place plague plan plateau play point poison position present prime process profit progress project put question
  raise range rank rate reach release repair repeat replicate report request rescue research respect rest result
  return reverse review ride rise risk round rule run sample scan score search sense set shape share shift show signal
  silence sleep slow sound space span speed spread stand start state stay stem stop store strain stress strike
  struggle study substitute suit supply support surge surprise swim switch target tax test touch track transport
  travel trigger turn use value view visit vote walk waste weight win work wrap yield
`)

/** A noun follows these, or the end of the phrase: what comes right after them is no finite verb. */
export const BEFORE_A_NOUN = wordSet(`
  a about across after against among an any as at before between by during every for from her his in into its my no
  nor of on onto our over per some such than the their these this those through to toward towards under via with
  within without your
`)

/** Join nouns as well as verbs. */
export const JOINS = wordSet('and or')

/** After a noun these go on with the same phrase: "supplements for older adults". */
export const GOES_ON = wordSet('of in on for and or with by from at between among during to per vs versus')

/** With these after it a noun of the list above is the verb all the same. */
export const VERB_AND_PREPOSITION = new Set(
  (
    'account for,accounts for,act as,act at,act in,act on,acts as,acts at,acts in,acts on,aim to,aims to,' +
    'associate with,associates with,benefit from,benefits from,binds to,change during,changes during,changes with,' +
    'comes from,contrast with,contrasts with,correlate with,correlates with,counts for,cycle between,cycles between,' +
    'declines during,declines with,decreases with,depends on,falls by,falls to,fits with,focus on,focuses on,' +
    'function as,function in,function to,functions as,functions in,functions to,help to,helps to,increase during,' +
    'increases at,increases during,increases with,lead to,leads to,lie in,lies in,live in,lives in,localizes to,' +
    'looks at,map to,maps to,move with,moves with,need to,needs to,passes through,plays in,point to,points to,' +
    'range between,range from,ranges between,ranges from,ranks among,relates to,responds to,rests on,result from,' +
    'doubles with,doubles in,doubles by,lives on,lives with,live on,live with,peak at,peaks at,rains ' +
    'in,rains on,snows in,snows on,' +
    'result in,results from,results in,rises to,rises with,runs for,runs from,runs in,runs on,serves as,spread to,' +
    'spreads to,stands at,stands for,stem from,stems from,strike at,turns to,work at,work in,works at,works by,' +
    'works for'
  ).split(','),
)

/** People and their like, whose verb has no -s: "1,100 people work in the harvest". */
export const PLURAL_SUBJECTS = wordSet('people men women children mice police they we you')
