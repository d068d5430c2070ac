const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A name that ends with, or opens with (`Bank of ...`), one of these is an organisation's. */
export const ORGANISATION_HEADS = set(
  'University College Institute Institutes Institution School Academy Ministry Department Agency ' +
    'Administration Bureau Office ' +
    'Commission Committee Council Board Authority Association Society Federation Foundation Union League ' +
    'Organization ' +
    'Organisation Corporation Corp Company Co Inc Ltd Limited LLC LLP PLC Plc GmbH AG KG SE SA S.A. SAS ' +
    'SARL Srl SpA S.p.A. BV B.V. NV N.V. AB ASA Oy Oyj ' +
    'ApS KK K.K. Pty Pte Pvt Holdings Holding Group Partners Partnership Ventures Capital Bank Bancorp ' +
    'Trust Fund Securities ' +
    'Insurance Assurance Financial Investments Industries Industry Systems Technologies Technology ' +
    'Software Semiconductor ' +
    'Semiconductors Electronics Electric Motors Motor Automotive Aerospace Airlines Airways Aviation ' +
    'Railway Railways Railroad ' +
    'Shipping Logistics Pharmaceuticals Pharmaceutical Pharma Therapeutics Biosciences Biotech Biologics ' +
    'Laboratories Laboratory ' +
    'Labs Lab Hospital Clinic Center Centre Consortium Alliance Coalition Network Networks Media Press ' +
    'News Times Post Tribune ' +
    'Journal Herald Gazette Broadcasting Television Radio Studios Pictures Entertainment Records ' +
    'Publishing Publishers Publications ' +
    'Airline Energy Power Petroleum Oil Gas Steel Chemical Chemicals Mining Foods Beverages Brewery ' +
    'Brewing Dairy Farms Stores ' +
    'Court Tribunal Parliament Senate Congress Party Army Navy Police Guard Corps Secretariat Exchange ' +
    'Museum Library Orchestra ' +
    'Church Diocese Club Nations Solutions Services Consulting Advisors Associates Brothers Robotics ' +
    'Instruments Devices Dynamics ' +
    'Genomics Biopharma Materials Manufacturing Works Engineering Construction Properties Realty Hotels ' +
    'Resorts Telecom ' +
    'Telecommunications Communications Mobile Wireless Interactive Games Gaming Analytics Cooperative ' +
    'Chamber Observatory ' +
    'Directorate Taskforce Treasury Reserve Cabinet Embassy Bakery Cafe Café Restaurant Diner Bistro Pub ' +
    'Tavern Shop Store ' +
    'Supermarket Pharmacy Bookshop Bookstore Books Boutique Gallery Theatre Theater Cinema Choir ' +
    'Ensemble Quartet FC F.C. United ' +
    'Rovers Athletic Wanderers Ballet Opera Cathedral Chapel Synagogue Mosque Parish Seminary ' +
    'Kindergarten Nursery Polytechnic ' +
    'Conservatory Legion Guild Co-op Collective Syndicate Assembly Legislature Constabulary Brigade ' +
    'Regiment Squadron Rangers ' +
    'Apparel Optics Ceramics Textiles Cosmetics Toys Furniture Bikes Cycles Coffee Roasters Winery ' +
    'Distillery Vineyards Outfitters',
)
/** `X of ...`, `X for ...` goes on with these. */
export const OF_HEADS = set(
  'University College Institute Institutes School Academy Ministry Department Agency Administration ' +
    'Bureau Office Commission ' +
    'Committee Council Board Authority Association Society Federation Foundation Union League ' +
    'Organization Organisation Bank ' +
    'Center Centre Court House Church Museum Library Chamber Hospital Faculty Division Trust Fund ' +
    'Network Republic State City ' +
    'Gulf Bay Isle Strait Sea Cape Act Code Treaty Statute Convention Declaration Bill Law Secretary ' +
    'Minister Chamber Province ' +
    'Federal Exchange Congress Parliament Bishop Diocese Tower Port District Kingdom Protocol Charter Constitution',
)
/** Last word of a law's name. */
export const LAW_HEADS = set(
  'Act Law Code Treaty Directive Regulation Regulations Convention Constitution Ordinance Statute ' +
    'Accord Accords Protocol Amendment Decree Charter Bill Rules Principles Accord',
)
export const LAW_SHORT = set(
  'GDPR HIPAA CCPA CPRA DMCA FCRA FERPA COPPA FOIA REACH RoHS MiFID PSD2 eIDAS NIS2 DORA KYC ERISA ' +
    'FISMA TRIPS NAFTA USMCA APPI PIPL LGPD DSA DMA',
)
/** Last word of a place's name, and words that open one. */
export const PLACE_TAILS = set(
  'River Lake Island Islands Bay Mountains Mountain Valley County Province Prefecture Prefectures City ' +
    'Street Avenue Road ' +
    'Boulevard Highway Expressway Motorway Lane Way Route Square Ocean Sea Desert Peninsula Park Forest ' +
    'Creek Canyon Falls Beach Hills Plateau Glacier Strait Channel Gulf ' +
    'Basin Delta Ridge Reef Harbour Harbor Port Airport Station Bridge Tower Castle Palace Temple Shrine ' +
    'Stadium District Ward ' +
    'Village Town Borough Township Region State Territory Republic Kingdom Archipelago Coast Highlands ' +
    'Plain Plains Canal Dam ' +
    'Area Heights Springs Wharf Pass Volcano Hall Abbey Gardens Zoo Arena Dome Pier Tunnel',
)
export const PLACE_OPENERS = set('Mount Mt Lake Cape Fort Port Isle Gulf Bay Strait Saint')
/** Before a person; they end the name before them. */
export const ROLES = set(
  'CEO CFO CTO COO CIO President Chairman Chairwoman Chairperson Chair Minister Premier Chancellor ' +
    'Senator Representative ' +
    'Congressman Congresswoman Governor Mayor Ambassador Secretary Director Professor Dr Doctor Mr Mrs ' +
    'Ms Miss Sir Dame Lord Lady ' +
    'Judge Justice Captain Colonel General Lieutenant Sergeant Major Admiral Commissioner Inspector ' +
    'Detective Officer Executive ' +
    'Founder Co-founder Cofounder Chief Vice Prime Deputy Editor Author Economist Analyst Spokesman ' +
    'Spokeswoman Spokesperson Coach King Queen ' +
    'Prince Princess Emperor Pope Bishop Archbishop Father Sister Reverend Rev Prof Sen Rep Gov Gen Col ' +
    'Capt Lt Sgt Hon Attorney ' +
    'Manager Engineer Scientist Researcher Physicist Chemist Biologist Historian Managing Senior ' +
    'Principal Associate Assistant Head Foreign Finance',
)
/** Small words before a person that say so. */
export const PERSON_BEFORE = set(
  'professor director president chairman chairwoman founder co-founder cofounder economist analyst ' +
    'researcher scientist author ' +
    'spokesman spokeswoman spokesperson minister senator actor actress singer composer painter poet ' +
    'novelist writer journalist ' +
    'engineer physicist chemist biologist historian lawyer attorney judge coach player executive officer ' +
    'chief engineer manager ' +
    'architect designer inventor philosopher mathematician psychologist physician surgeon doctor ' +
    'colleague wife husband son daughter ' +
    'brother sister mother father named ceo mayor governor student activist entrepreneur investor artist ' +
    'sculptor photographer editor ' +
    'astronaut pilot chef curator head chair investigator plaintiff defendant treasurer librarian ' +
    'conductor pianist violinist biographer',
)
export const PERSON_AFTER = set(
  'said says told tells wrote writes argued argues explained explains recalled testified resigned ' +
    'retired born died graduated ' +
    'studied married noted added joined earned taught teaches believes thinks thought stepped became ' +
    'succeeded who whose emphasized ' +
    'stressed insisted admitted apologized criticized praised warned met moved grew recalled remembers ' +
    'remarked commented served',
)
export const ORGANISATION_AFTER = set(
  'announced announces acquired acquires launched launches reported reports unveiled released releases ' +
    'filed agreed merged bought ' +
    'sold sells hired employs plans raised posted manufactures builds makes operates developed develops ' +
    'sued fined owns invested ' +
    'partnered expects closed opened shipped supplies recalled disclosed spun licensed issued approved ' +
    'published shares stock ' +
    'officials spokesman spokeswoman spokesperson executives employees engineers researchers subsidiary ' +
    'headquarters said will has ' +
    'warned confirmed declined rejected introduced adopted ruled banned oversees funds regulates produced produces',
)
export const ORGANISATION_BEFORE = set(
  'company startup firm maker manufacturer automaker retailer supplier subsidiary conglomerate ' +
    'developer publisher broadcaster ' +
    'newspaper magazine airline bank insurer brewer chipmaker drugmaker carrier operator agency ' +
    'regulator charity nonprofit by at ' +
    'joined rival competitor parent giant group lender utility vendor watchdog think-tank broker employer sponsor',
)
export const PLACE_BEFORE = set(
  'in near across throughout outside around toward towards from to into via between of at over through ' +
    'along north south east west ' +
    'northern southern eastern western central upstate downtown',
)
export const PRODUCT_BEFORE = set(
  'launched launches released releases unveiled introduced called named using drug software app device ' +
    'smartphone vehicle model ' +
    'platform console processor chip browser vaccine laptop tablet camera aircraft engine product brand ' +
    'medication new its runs running ' +
    'installed uses used ships supports bought upgraded library language framework tool game drone robot ' +
    'service application program',
)
export const PRODUCT_AFTER = set(
  'software app apps smartphone smartphones phone phones tablet tablets console consoles vaccine ' +
    'vaccines drug drugs engine engines ' +
    'processor processors chip chips car cars sedan SUV truck trucks pickup aircraft jet jets camera ' +
    'cameras platform browser ' +
    'operating series laptop laptops headset headsets printer printers model models database framework ' +
    'library users capsules ' +
    'inhaler assistant chatbot compiler kernel sensor sensors battery batteries microscope version ' +
    'versions edition headphones ' +
    'watch watches router routers speaker speakers tool toolkit game games satellite rocket spacecraft ' +
    'detergent shampoo cereal beer cigarettes ' +
    'sneakers shoes bars toothpaste cream soap razor drone drones bike motorcycle scooter suite plugin ' +
    'font robot robots',
)
/** Capital letters that name no entity of ours. */
export const NO_NAMES = set(
  'January February March April May June July August September October November December Monday ' +
    'Tuesday Wednesday Thursday ' +
    'Friday Saturday Sunday Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Christmas Easter Ramadan ' +
    'Internet English French ' +
    'German Japanese Chinese Korean Spanish Italian Portuguese Russian Arabic Latin Greek Dutch Swedish ' +
    'Norwegian Danish Finnish ' +
    'Polish Turkish Hindi American British European Asian African Australian Canadian Mexican Brazilian ' +
    'Indian Irish Scottish ' +
    'Welsh Swiss Austrian Belgian Czech Hungarian Romanian Ukrainian Israeli Iranian Iraqi Egyptian ' +
    'Vietnamese Thai Indonesian ' +
    'Taiwanese Singaporean Nordic Scandinavian Jewish Muslim Islamic Christian Catholic Protestant ' +
    'Buddhist Hindu God CEO CFO CTO ' +
    'COO GDP DNA RNA AI HIV AIDS PhD MRI CT UTC GMT EST TV PC CPU GPU USB API URL HTML PDF FAQ IPO CO2 ' +
    'VAT ID COVID COVID-19 ' +
    'LED LCD DVD CD SMS GPS ATM HR PR IT R&D Q1 Q2 Q3 Q4 I II III IV Mr Mrs Ms Dr Prof AM PM BC AD ' +
    'Figure Table Section Chapter ' +
    'Article Appendix Part Volume Page Internet Web World War Renaissance Olympics Olympic Bible Nobel ' +
    'Prize Award Democrats Democrat Republican ' +
    'Republicans Conservative Liberal Western Eastern Northern Southern OK No Yes Today Yesterday Monday ' +
    'Spring Summer Autumn Winter NFT ESG M&A EV EVs ' +
    'SNS IoT DX PCR ICT LGBT NPO NGO QR EC BGM OEM VR AR UV JAN IC PV HP OB OG UFO FX URL NG PR DIY CG ' +
    'DUNS ISIN IBAN BIC NPI VIN EIN IMEI GTIN OCLC CAS IMO ROR LEI ISBN ISSN DOI CIK ORCID CVE EIN VAT ' +
    'IP ISO NCT PMID Patent RFC Case Docket SKU VIN IBAN SWIFT No EDINET iPS ES MBA BA MA BSc MSc ' +
    'Democratic Socialist Communist Federal OS CM GK TVs',
)
/** Goes with a number before or after it and with the capital words around it. */
export const MINISTRY_WORDS = set(
  'Health Trade Industry Welfare Labour Labor Transport Transportation Tourism Technology Science ' +
    'Culture Sports Sport Education ' +
    'Finance Agriculture Forestry Fisheries Infrastructure Environment Energy Commerce Justice Defense ' +
    'Defence Affairs ' +
    'Communications Human Urban Housing Services Economy Land Food Drug Drugs Rural Interior Security ' +
    'Research Innovation Water ' +
    'Employment Family Climate Digital Arts Medicine Engineering Prevention Control Development Planning ' +
    'Investment Budget',
)

/** What a person does rather than a firm. */
export const SPEAKS = set(
  'said says told tells wrote writes argued argues thinks added explained recalled noted admitted ' +
    'laughed smiled replied asked ' +
    'joked nodded shrugged sighed insisted remembers remembered recalls believes died retired resigned',
)
