/** Countries, states, regions and large cities as English writes them; several words are one name. */
const COUNTRIES =
  'Andorra|United Arab Emirates|Afghanistan|Antigua|Barbuda|Anguilla|Albania|Armenia|Curaçao|Angola|' +
  'Antarctica|Argentina|' +
  'Austria|Australia|Aruba|Azerbaijan|Bosnia|Herzegovina|Barbados|Bangladesh|Belgium|Burkina Faso|' +
  'Bulgaria|Bahrain|Burundi|' +
  'Benin|Bermuda|Brunei|Bolivia|Brazil|Bahamas|Bhutan|Myanmar|Burma|Botswana|Belarus|Belize|Canada|Congo|' +
  'Central African Republic|Switzerland|Ivory Coast|Chile|Cameroon|China|Colombia|Costa Rica|Serbia|' +
  'Cuba|Cape Verde|Cyprus|' +
  'Czechia|Czech Republic|Germany|Djibouti|Denmark|Dominica|Dominican Republic|Algeria|Ecuador|Estonia|' +
  'Egypt|Eritrea|Spain|' +
  'Ethiopia|Finland|Fiji|Micronesia|France|Gabon|United Kingdom|Grenada|Georgia|French Guiana|Guernsey|' +
  'Ghana|Gibraltar|' +
  'Greenland|Gambia|Guinea|Guadeloupe|Greece|Guatemala|Guam|Guyana|Hong Kong|Honduras|Croatia|Haiti|' +
  'Hungary|Indonesia|' +
  'Ireland|Northern Ireland|Israel|India|Iraq|Iran|Iceland|Italy|Jersey|Jamaica|Jordan|Japan|Kenya|' +
  'Kyrgyzstan|Cambodia|' +
  'Kiribati|Comoros|North Korea|South Korea|Korea|Kuwait|Kazakhstan|Laos|Lebanon|Liechtenstein|' +
  'Sri Lanka|Liberia|Lesotho|' +
  'Lithuania|Luxembourg|Latvia|Libya|Morocco|Monaco|Moldova|Montenegro|Madagascar|Macedonia|Mali|' +
  'Mongolia|Macau|Martinique|' +
  'Mauritania|Malta|Mauritius|Maldives|Malawi|Mexico|Malaysia|Mozambique|Namibia|New Caledonia|Niger|Nigeria|Vanuatu|' +
  'Nicaragua|Netherlands|Holland|Norway|Nepal|Nauru|New Zealand|Oman|Panama|Peru|Papua New Guinea|' +
  'Philippines|Pakistan|' +
  'Poland|Puerto Rico|Palestine|Gaza|Portugal|Palau|Paraguay|Qatar|Romania|Russia|Rwanda|Saudi Arabia|' +
  'Seychelles|Sudan|' +
  'South Sudan|Sweden|Singapore|Slovenia|Slovakia|Sierra Leone|San Marino|Senegal|Somalia|Suriname|El Salvador|Syria|' +
  'Eswatini|Chad|Togo|Thailand|Tajikistan|Timor|Turkmenistan|Tunisia|Tonga|Turkey|Türkiye|Trinidad|' +
  'Tobago|Tuvalu|Taiwan|' +
  'Tanzania|Ukraine|Uganda|United States|United States of America|U.S.|U.S.A.|U.K.|USA|UAE|UK|US|' +
  'Uruguay|Uzbekistan|Vatican|' +
  'Vietnam|Venezuela|Samoa|Kosovo|Yemen|South Africa|Zambia|Zimbabwe|England|Scotland|Wales|Great Britain|Britain|' +
  'Soviet Union|USSR|Yugoslavia|Prussia|Persia'
const REGIONS =
  'Europe|Asia|Africa|America|North America|South America|Latin America|Central America|Oceania|' +
  'Southeast Asia|East Asia|' +
  'Middle East|Scandinavia|Balkans|Caribbean|Siberia|Crimea|Catalonia|Bavaria|Saxony|Tuscany|Sicily|Sardinia|Corsica|' +
  'Normandy|Brittany|Provence|Andalusia|Flanders|Wallonia|Transylvania|Kashmir|Punjab|Kerala|Gujarat|Tibet|Xinjiang|' +
  'Manchuria|Mesopotamia|Sahara|Sahel|Patagonia|Amazonia|Arctic|Antarctic|Pacific|Atlantic|' +
  'Mediterranean|Baltic|Himalayas|' +
  'Alps|Andes|Pyrenees|Rockies|Appalachia|Silicon Valley|Wall Street|Alabama|Alaska|Arizona|Arkansas|' +
  'California|Colorado|' +
  'Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|' +
  'Maryland|Massachusetts|' +
  'Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|' +
  'North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|' +
  'South Dakota|Tennessee|Texas|' +
  'Utah|Vermont|Virginia|West Virginia|Washington|Wisconsin|Wyoming|Ontario|Quebec|Alberta|Manitoba|' +
  'Saskatchewan|Nova Scotia|' +
  'British Columbia|Newfoundland|Yukon|Queensland|Tasmania|New South Wales|Hokkaido|Honshu|Kyushu|' +
  'Shikoku|Okinawa|Tohoku|' +
  'Kanto|Kansai|Hokuriku|Chugoku|Kinki|Cornwall|Devon|Kent|Sussex|Yorkshire|Lancashire|Essex|Norfolk|' +
  'Surrey|Jutland|Zealand|' +
  'Lapland|Bohemia|Moravia|Galicia|Lombardy|Piedmont|Hesse|Brandenburg|Westphalia|Rhineland|Wuhan|' +
  'Hubei|Guangdong|Sichuan'
const CITIES =
  'Abidjan|Abu Dhabi|Abuja|Accra|Addis Ababa|Adelaide|Aichi|Akita|Albuquerque|Aleppo|Alexandria|Algiers|Almaty|Amman|' +
  'Amsterdam|Anchorage|Ankara|Antwerp|Aomori|Asahikawa|Ashgabat|Asuncion|Athens|Atlanta|Auckland|Austin|Baghdad|Baku|' +
  'Baltimore|Bamako|Bangalore|Bengaluru|Bangkok|Barcelona|Basel|Basra|Beijing|Beirut|Belfast|Belgrade|' +
  'Bergen|Berkeley|Berlin|' +
  'Bern|Bilbao|Birmingham|Bogota|Bologna|Bonn|Bordeaux|Boston|Bratislava|Bremen|Brighton|Brisbane|' +
  'Bristol|Brooklyn|Brussels|' +
  'Bucharest|Budapest|Buenos Aires|Buffalo|Busan|Cairo|Calcutta|Calgary|Cambridge|Canberra|Cape Town|Caracas|Cardiff|' +
  'Casablanca|Charlotte|Chengdu|Chennai|Chiba|Chicago|Chongqing|Christchurch|Cincinnati|Cleveland|' +
  'Cologne|Colombo|Columbus|' +
  'Copenhagen|Cordoba|Cork|Cupertino|Dakar|Dalian|Dallas|Damascus|Delhi|New Delhi|Denver|Detroit|Dhaka|' +
  'Doha|Dortmund|Dresden|' +
  'Dubai|Dublin|Durban|Düsseldorf|Edinburgh|Edmonton|Ehime|Eindhoven|Essen|Florence|Frankfurt|Freiburg|' +
  'Fresno|Fukui|Fukuoka|' +
  'Fukushima|Galway|Gdansk|Geneva|Genoa|Ghent|Gifu|Glasgow|Gothenburg|Graz|Grenoble|Guangzhou|Gunma|' +
  'Hakodate|Halifax|Hamburg|' +
  'Hamamatsu|Hangzhou|Hanoi|Hanover|Harare|Havana|Heidelberg|Helsinki|Himeji|Hiroshima|' +
  'Ho Chi Minh City|Hobart|Honolulu|' +
  'Houston|Hyderabad|Hyogo|Ibaraki|Indianapolis|Innsbruck|Irkutsk|Ishikawa|Islamabad|Istanbul|Iwate|' +
  'Jakarta|Jerusalem|' +
  'Johannesburg|Kabul|Kagawa|Kagoshima|Kampala|Kanagawa|Kanazawa|Karachi|Kathmandu|Kawasaki|Khartoum|Kigali|Kingston|' +
  'Kinshasa|Kitakyushu|Kobe|Kochi|Kolkata|Krakow|Kuala Lumpur|Kumamoto|Kyiv|Kiev|Kyoto|Lagos|Lahore|La Paz|Las Vegas|' +
  'Lausanne|Leeds|Leicester|Leiden|Leipzig|Lille|Lima|Lisbon|Liverpool|Ljubljana|London|Los Angeles|' +
  'Louisville|Lusaka|Lyon|' +
  'Madrid|Malaga|Malmö|Manchester|Manila|Manhattan|Maputo|Marseille|Matsuyama|Mecca|Melbourne|Memphis|' +
  'Mexico City|Miami|Mie|' +
  'Milan|Milwaukee|Minneapolis|Minsk|Mito|Miyagi|Miyazaki|Mogadishu|Montevideo|Montreal|Morioka|Moscow|' +
  'Mosul|Mumbai|Bombay|' +
  'Munich|Nagano|Nagasaki|Nagoya|Naha|Nairobi|Nanjing|Naples|Nara|Nashville|Newark|Newcastle|' +
  'New Orleans|Niigata|Nice|' +
  'Nottingham|Nuremberg|Oakland|Odessa|Oita|Okayama|Omaha|Orlando|Osaka|Oslo|Ottawa|Oxford|Palermo|' +
  'Palo Alto|Paris|Perth|' +
  'Philadelphia|Phnom Penh|Phoenix|Pittsburgh|Portland|Porto|Prague|Pretoria|Princeton|Pune|Pyongyang|' +
  'Quito|Rabat|Reykjavik|' +
  'Richmond|Riga|Rio de Janeiro|Riyadh|Rome|Rotterdam|Sacramento|Saga|Saitama|Sakai|Salzburg|San Antonio|San Diego|' +
  'San Francisco|San Jose|San Juan|Santiago|Santo Domingo|Sao Paulo|São Paulo|Sapporo|Sarajevo|Seattle|' +
  'Sendai|Seoul|Seville|' +
  'Sevilla|Shanghai|Sheffield|Shenzhen|Shiga|Shimane|Shizuoka|Sofia|Southampton|Stockholm|Strasbourg|' +
  'Stuttgart|Surabaya|' +
  'Suzhou|Sydney|Taichung|Taipei|Tallinn|Tampa|Tampere|Tashkent|Tbilisi|Tehran|Tel Aviv|The Hague|' +
  'Tianjin|Tirana|Tochigi|' +
  'Tokushima|Tokyo|Toronto|Tottori|Toulouse|Toyama|Trieste|Tripoli|Trondheim|Tucson|Tunis|Turin|Turku|' +
  'Ulaanbaatar|Uppsala|' +
  'Utrecht|Utsunomiya|Valencia|Vancouver|Venice|Verona|Vienna|Vilnius|Vladivostok|Wakayama|Warsaw|Washington, D.C.|' +
  'Wellington|Winnipeg|Wroclaw|Yamagata|Yamaguchi|Yamanashi|Yangon|Yekaterinburg|Yerevan|Yokohama|' +
  'Zagreb|Zaragoza|Zurich|' +
  'Shinjuku|Shibuya|Minato|Chiyoda|Ginza|Roppongi|Akihabara|Tsukuba|Toyota City|Hakone|Nikko|Kamakura|Karuizawa'

const MORE_CITIES =
  'Aarhus|Aberdeen|Abilene|Acapulco|Agadir|Ajaccio|Akron|Albany|Alice Springs|Alicante|Amarillo|Amiens|Anaheim|' +
  'Ann Arbor|Annapolis|Antalya|Arequipa|Arlington|Arnhem|Asheville|Augsburg|Avignon|Bali|Bangor|Bari|Bath|' +
  'Baton Rouge|Belfort|Bellevue|Benares|Bergamo|Bhopal|Bialystok|Biarritz|Boise|Borneo|Boulder|Bradford|Braga|' +
  'Brasilia|Brest|Brno|Bruges|Burlington|Bursa|Cadiz|Caen|Calabria|Canary Islands|Cancun|Canterbury|Cardenas|' +
  'Carlisle|Cartagena|Cebu|Charleston|Chattanooga|Chelmsford|Chester|Chiang Mai|Chisinau|Cluj|Coimbra|' +
  'Colorado Springs|Constanta|Corfu|Coventry|Cracow|Crete|Cusco|Da Nang|Darwin|Davao|Daegu|Debrecen|Delft|Derby|' +
  'Des Moines|Dhanbad|Dijon|Dnipro|Dundee|Dunedin|Durham|El Paso|Erfurt|Eugene|Evansville|Exeter|Faro|Fez|' +
  'Flagstaff|Fort Worth|Freetown|Fremont|Galveston|Gaborone|Gloucester|Goa|Gold Coast|Granada|Greensboro|' +
  'Groningen|Guadalajara|Guayaquil|Haarlem|Haifa|Hartford|Hull|Huntsville|Inverness|Ipswich|Iqaluit|Izmir|' +
  'Jaipur|Java|Jeddah|Jena|Jersey City|Juneau|Kandahar|Kano|Karlsruhe|Kassel|Kaunas|Kazan|Kharkiv|Kiel|' +
  'Knoxville|Kosice|Kraków|Kumasi|Lahti|Lancaster|Lansing|Laredo|Lexington|Liege|Limassol|Limerick|Lincoln|Linz|' +
  'Little Rock|Livorno|Lodz|Long Beach|Lubbock|Lublin|Lucknow|Lugano|Luxor|Lviv|Maastricht|Madison|Mandalay|' +
  'Mannheim|Maribor|Marrakech|Medellin|Medina|Mérida|Messina|Metz|Mobile|Modena|Mombasa|Monterey|Monterrey|' +
  'Montpellier|Mykonos|Nantes|Nassau|Norwich|Novi Sad|Novosibirsk|Nukus|Odense|Odesa|Olympia|Oran|Orleans|' +
  'Ostrava|Oulu|Oviedo|Padua|Palma|Pamplona|Parma|Pasadena|Patna|Penang|Perugia|Phuket|Pisa|Pittsburg|Plovdiv|' +
  'Plymouth|Poznan|Providence|Puebla|Queens|Queenstown|Raleigh|Ravenna|Reading|Reims|Reno|Rennes|Rhodes|' +
  'Rochester|Rostock|Rouen|Rosario|Salamanca|Salerno|Salford|Salt Lake City|Salvador|Samarkand|San Sebastian|' +
  'Santa Barbara|Santa Cruz|Santa Fe|Santa Monica|Santander|Sassari|Savannah|Scottsdale|Shenyang|Siena|Skopje|' +
  'Spokane|Split|Springfield|St. Louis|St. Petersburg|Stavanger|Sunderland|Swansea|Syracuse|Szczecin|Szeged|' +
  'Tacoma|Taranto|Tartu|Tempe|Thessaloniki|Timisoara|Tijuana|Toledo|Topeka|Trento|Tromsø|Tulsa|Udine|Ulm|' +
  'Varanasi|Varna|Vicenza|Vigo|Volgograd|Wichita|Wiesbaden|Winchester|Windhoek|Wolfsburg|Worcester|Wuppertal|' +
  "Xi'an|York|Zhengzhou|Bronx|Staten Island|Fukuyama|Takamatsu|Kurashiki|Otaru|Hida|Takayama|Matsumoto|Beppu|" +
  'Aso|Yakushima|Sado|Shonan|Odawara|Atami|Gotemba|Ise|Koya|Uji|Otsu|Sasebo|Kurume|Nobeoka|Miyako|Ishigaki'

const ALL = [COUNTRIES, REGIONS, CITIES, MORE_CITIES].flatMap((list) => list.split('|'))

/** Names of one word. */
export const PLACE_WORDS: ReadonlySet<string> = new Set(ALL.filter((name) => !name.includes(' ')))
/** Names of several words, by the first. */
export const PLACE_PHRASES: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  ALL.filter((name) => name.includes(' ')).map((name) => name.replace(',', '').split(' ')),
  ([first = '']) => first,
)
