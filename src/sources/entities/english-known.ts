/** Makers by whose name their products are called: what follows it in capitals is one of them. */
export const MAKERS: ReadonlySet<string> = new Set(
  (
    'Toyota Honda Nissan Mazda Subaru Suzuki Mitsubishi Lexus Ford Chevrolet Tesla BMW Audi Volkswagen ' +
    'Porsche Mercedes Volvo ' +
    'Hyundai Kia Renault Peugeot Fiat Ferrari Jeep Yamaha Kawasaki Ducati Boeing Airbus Cessna Sony ' +
    'Nintendo Sega Apple Samsung ' +
    'Google Microsoft Amazon Canon Nikon Fujifilm Panasonic Sharp Toshiba Hitachi LG Huawei Xiaomi Dell ' +
    'Lenovo Asus Acer Intel ' +
    'Nvidia AMD Qualcomm Adobe Oracle Apache Kindle Garmin Fitbit Dyson Philips Bosch Nokia Motorola ' +
    'BlackBerry GoPro Epson Casio ' +
    'Seiko Citizen Nestle Kellogg Gillette Lego Nike Adidas Puma'
  ).split(' '),
)
export const PRODUCT_TAILS: ReadonlySet<string> = new Set(
  'Pro Max Mini Air Plus Ultra Lite Watch Phone Pad Book Go One X Cloud Studio Suite Home Hub Player ' +
    'Engine Mobile'.split(' '),
)
/** Large firms and bodies whose names look like people, places or nothing. */
export const KNOWN_ORGANISATIONS: ReadonlySet<string> = new Set(
  (
    'Morgan Stanley|Goldman Sachs|Wells Fargo|JPMorgan Chase|Charles Schwab|Credit Suisse|Deutsche Bahn|' +
    'Deutsche Telekom|' +
    'Deutsche Post|Johnson Controls|Eli Lilly|Estee Lauder|Louis Vuitton|Hugo Boss|Ralph Lauren|' +
    'John Deere|Harley-Davidson|' +
    'Ernst Young|Arthur Andersen|Lockheed Martin|Northrop Grumman|Rolls-Royce|Red Cross|White House|' +
    'Pentagon|Kremlin|Vatican|' +
    'Bundestag|Knesset|Diet|Interpol|Europol|Unicef|UNICEF|UNESCO|Reuters|Bloomberg|BBC|CNN|NHK|' +
    'Greenpeace|Oxfam|Walmart|Costco|' +
    'Starbucks|Facebook|Meta|Twitter|Netflix|Spotify|Uber|Airbnb|Alibaba|Tencent|Baidu|ByteDance|' +
    'SoftBank|Rakuten|Shell|BP|Exxon|' +
    'Chevron|TotalEnergies|Siemens|Bayer|BASF|Novartis|Roche|Pfizer|Moderna|AstraZeneca|Merck|Sanofi|' +
    'Takeda|Unilever|Danone|' +
    'Heineken|Ikea|IKEA|Zara|Harvard|Stanford|Yale|MIT|Caltech|Congress|Parliament|Senate|Eurostat|' +
    'Nasdaq|Lehman Brothers|Mayo Clinic|' +
    'Associated Press|Wall Street Journal|New York Times|Washington Post|Financial Times|Federal Reserve|' +
    'European Union|United Nations|World Bank'
  ).split('|'),
)
