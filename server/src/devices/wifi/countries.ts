/*
 * RouterOS country names by ISO 3166-1. The new Wi-Fi system capitalises names (`Germany`), the old one does not
 * (`germany`), and has several entries for some countries (`united states3`), one per edition of their rules:
 * https://help.mikrotik.com/docs/spaces/ROS/pages/224559120/WiFi and /pages/8978446/Wireless+Interface. If the names
 * differ in more than case, the old one is after the slash.
 */
const names = `AE United Arab Emirates/u.a.e.|AL Albania|AM Armenia|AR Argentina|AT Austria|AU Australia|AW Aruba
AZ Azerbaijan|BA Bosnia and Herzegovina|BB Barbados|BD Bangladesh|BE Belgium|BG Bulgaria|BH Bahrain
BN Brunei Darussalam|BO Bolivia|BR Brazil|BS Bahamas|BY Belarus|BZ Belize|CA Canada|CH Switzerland|CL Chile|CN China
CO Colombia|CR Costa Rica|CY Cyprus|CZ Czech Republic|DE Germany|DK Denmark|DO Dominican Republic|DZ Algeria|EC Ecuador
EE Estonia|EG Egypt|ES Spain|ET Ethiopia|FI Finland|FO Faroe Islands|FR France|GB United Kingdom|GD Grenada|GE Georgia
GH Ghana|GL Greenland|GR Greece|GT Guatemala|GU Guam|HK Hong Kong|HN Honduras|HR Croatia|HT Haiti|HU Hungary
ID Indonesia|IE Ireland|IL Israel|IN India|IQ Iraq|IR Iran|IS Iceland|IT Italy|JM Jamaica|JO Jordan|JP Japan|KE Kenya
KH Cambodia|KR Korea Republic|KW Kuwait|KZ Kazakhstan|LB Lebanon|LI Liechtenstein|LK Sri Lanka|LT Lithuania
LU Luxembourg|LV Latvia|LY Libya|MA Morocco|MC Monaco|MD Moldova|ME Montenegro|MK North Macedonia/macedonia
MO Macau|MT Malta|MU Mauritius|MX Mexico|MY Malaysia|NG Nigeria|NI Nicaragua|NL Netherlands|NO Norway|NP Nepal
NZ New Zealand|OM Oman|PA Panama|PE Peru|PG Papua New Guinea|PH Philippines|PK Pakistan|PL Poland|PR Puerto Rico
PT Portugal|PY Paraguay|QA Qatar|RO Romania|RS Serbia|RU Russia|RW Rwanda|SA Saudi Arabia|SE Sweden|SG Singapore
SI Slovenia|SK Slovakia/slovak republic|SN Senegal|SV El Salvador|SY Syria|TH Thailand|TN Tunisia|TR Turkey
TT Trinidad and Tobago/trinidad & tobago|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda|US United States|UY Uruguay
UZ Uzbekistan|VE Venezuela|VN Vietnam/viet nam|YE Yemen|ZA South Africa|ZW Zimbabwe`

interface CountryNames {
  /** The spelling of the new system, which is also displayed. */
  name: string
  old: string
}

const byCode = new Map<string, CountryNames>()
const byName = new Map<string, string>()
for (const entry of names.split(/[|\n]/)) {
  const code = entry.slice(0, 2)
  const [name = '', old = name.toLowerCase()] = entry.slice(3).split('/')
  byCode.set(code, { name, old })
  for (const one of [name.toLowerCase(), old]) byName.set(one, code)
}

/** ISO 3166-1 code of a name in either spelling; null if it is not a country (`etsi`, `no_country_set`) or unknown. */
export const countryOf = (name: string | undefined): string | null =>
  byName.get((name ?? '').toLowerCase().replace(/\s*\d+$/, '')) ?? null

/** The name in a system's spelling; undefined if the code is unknown. */
export function countryName(code: string, isOld: boolean): string | undefined {
  const found = byCode.get(code)
  return isOld ? found?.old : found?.name
}
