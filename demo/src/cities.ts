/**
 * A town of the demo. Telephone prefixes are reserved for fiction, so that no demo number belongs to a real
 * subscriber.
 */
export interface City {
  city: string
  country: 'GB' | 'DE' | 'AT' | 'CH' | 'FR'
  region: string
  postcode: string
  time_zone: string
  currency: string
  locale: 'en' | 'de'
  /** Country code and prefix of the number; null if no range is reserved for fiction. */
  phone: [code: string, prefix: string] | null
  /** Number of digits after the prefix. */
  digits: number
}

const inBritain = (city: string, region: string, postcode: string, prefix: string): City => ({
  city,
  country: 'GB',
  region,
  postcode,
  time_zone: 'Europe/London',
  currency: 'GBP',
  locale: 'en',
  phone: ['44', prefix],
  digits: 3,
})
const inGermany = (city: string, region: string, postcode: string, prefix: string): City => ({
  city,
  country: 'DE',
  region,
  postcode,
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
  locale: 'de',
  phone: ['49', prefix],
  digits: 3,
})

// Ofcom, "Telephone numbers for use in TV and radio drama programmes"; Bundesnetzagentur, "Rufnummern für
// Medienproduktionen".
export const cities = {
  london: inBritain('London', 'Greater London', 'EC2A 4NE', '2079460'),
  manchester: inBritain('Manchester', 'Greater Manchester', 'M2 5DB', '1614960'),
  leeds: inBritain('Leeds', 'West Yorkshire', 'LS1 4AP', '1134960'),
  sheffield: inBritain('Sheffield', 'South Yorkshire', 'S1 2HE', '1144960'),
  bristol: inBritain('Bristol', 'Bristol', 'BS1 4ST', '1174960'),
  birmingham: inBritain('Birmingham', 'West Midlands', 'B2 4QA', '1214960'),
  edinburgh: inBritain('Edinburgh', 'Scotland', 'EH2 2ER', '1314960'),
  glasgow: inBritain('Glasgow', 'Scotland', 'G2 1DU', '1414960'),
  liverpool: inBritain('Liverpool', 'Merseyside', 'L3 1HU', '1514960'),
  newcastle: inBritain('Newcastle upon Tyne', 'Tyne and Wear', 'NE1 4XD', '1914980'),
  cardiff: inBritain('Cardiff', 'Wales', 'CF10 1EP', '2920180'),
  munich: inGermany('München', 'Bayern', '80331', '8999998'),
  berlin: inGermany('Berlin', 'Berlin', '10117', '3023125'),
  hamburg: inGermany('Hamburg', 'Hamburg', '20095', '4066969'),
  cologne: inGermany('Köln', 'Nordrhein-Westfalen', '50667', '2214710'),
  frankfurt: inGermany('Frankfurt am Main', 'Hessen', '60311', '6990009'),
  vienna: {
    city: 'Wien',
    country: 'AT',
    region: 'Wien',
    postcode: '1010',
    time_zone: 'Europe/Vienna',
    currency: 'EUR',
    locale: 'de',
    phone: null,
    digits: 0,
  },
  zurich: {
    city: 'Zürich',
    country: 'CH',
    region: 'Zürich',
    postcode: '8001',
    time_zone: 'Europe/Zurich',
    currency: 'CHF',
    locale: 'de',
    phone: null,
    digits: 0,
  },
  lyon: {
    city: 'Lyon',
    country: 'FR',
    region: 'Auvergne-Rhône-Alpes',
    postcode: '69002',
    time_zone: 'Europe/Paris',
    currency: 'EUR',
    locale: 'en',
    phone: ['33', '46571'],
    digits: 4,
  },
} satisfies Record<string, City>

export type CityName = keyof typeof cities

export const streets: Record<City['country'], string[]> = {
  GB: [
    'Station Road',
    'Mill Lane',
    'Queen Street',
    'Exchange Square',
    'Canal Wharf',
    'Albion Place',
    'Victoria Street',
    'Market Hill',
  ],
  DE: ['Bahnhofstraße', 'Lindenallee', 'Hafenstraße', 'Am Markt', 'Schillerstraße', 'Industrieweg'],
  AT: ['Ringstraße', 'Mariengasse'],
  CH: ['Seestrasse', 'Limmatquai'],
  FR: ['Rue de la République', 'Quai des Tisserands'],
}

export const firstNames: Record<'en' | 'de', string[]> = {
  en: [
    'Helen',
    'Marcus',
    'Priya',
    'Tom',
    'Aisha',
    'Gareth',
    'Ellen',
    'Ravi',
    'Fiona',
    'Callum',
    'Nadia',
    'Owen',
    'Beth',
    'Samir',
    'Joan',
    'Patrick',
    'Lucy',
    'Kwame',
    'Hannah',
    'Declan',
    'Zoe',
    'Martin',
    'Ines',
    'Rhys',
  ],
  de: [
    'Anna',
    'Jonas',
    'Katharina',
    'Lukas',
    'Miriam',
    'Florian',
    'Sabine',
    'Tobias',
    'Leyla',
    'Matthias',
    'Claudia',
    'Stefan',
    'Julia',
    'Emre',
    'Petra',
    'Andreas',
    'Sophie',
    'Rainer',
    'Nina',
    'Valentin',
  ],
}
export const lastNames: Record<'en' | 'de', string[]> = {
  en: [
    'Ashworth',
    'Okafor',
    'Sharma',
    'Hughes',
    'Rahman',
    'Pritchard',
    'McAllister',
    'Patel',
    'Lindqvist',
    'Fraser',
    'Haddad',
    'Bowen',
    'Whitaker',
    'Malik',
    'Sutton',
    'Doyle',
    'Kendrick',
    'Mensah',
    'Clarke',
    'Brennan',
    'Thorne',
    'Reid',
    'Moreau',
    'Vaughan',
  ],
  de: [
    'Brandl',
    'Hofmann',
    'Yıldız',
    'Krüger',
    'Sattler',
    'Weiß',
    'Baumann',
    'Lorenz',
    'Öztürk',
    'Steiner',
    'Vogel',
    'Eberhardt',
    'Neumann',
    'Kaya',
    'Winkler',
    'Huber',
    'Falk',
    'Pfeiffer',
    'Rossi',
    'Berger',
  ],
}
