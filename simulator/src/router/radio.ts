import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

export type Band = '2ghz' | '5ghz'

/** Effective settings of an interface: its own properties merged with those of its profiles. */
export interface Radio {
  ssid: string
  country: string
  security: Row
  channel: Row
  datapath: Row
}

const none: Row = {}

function profileNamed(router: RouterState, menu: string, name: string | undefined): Row {
  if (name === undefined || !router.has(menu)) return none
  return router.table(menu).rows.find((row) => row['name'] === name && row['disabled'] !== 'true') ?? none
}

/** Properties of a row with a group prefix: `security.passphrase` of `security`. */
function inline(row: Row, group: string): Row {
  const found: Row = {}
  const start = `${group}.`
  for (const [name, value] of Object.entries(row)) if (name.startsWith(start)) found[name.slice(start.length)] = value
  return found
}

/** Precedence: the interface's own value, its profile, its configuration. */
function groupOf(router: RouterState, root: string, row: Row, configuration: Row, group: string): Row {
  const menu = `${root}/${group}`
  return {
    ...profileNamed(router, menu, configuration[group]),
    ...inline(configuration, group),
    ...profileNamed(router, menu, row[group]),
    ...inline(row, group),
  }
}

/** @param root `/interface/wifi`, `/caps-man` or `/interface/wireless` */
export function radioOf(router: RouterState, root: string, row: Row): Radio {
  if (root === '/interface/wireless') {
    const security = profileNamed(router, `${root}/security-profiles`, row['security-profile'])
    return { ssid: row['ssid'] ?? '', country: row['country'] ?? '', security, channel: row, datapath: row }
  }
  const profile = profileNamed(router, `${root}/configuration`, row['configuration'])
  const own = { ...profile, ...inline(row, 'configuration') }
  return {
    ssid: own['ssid'] ?? '',
    country: own['country'] ?? '',
    security: groupOf(router, root, row, profile, 'security'),
    channel: groupOf(router, root, row, profile, 'channel'),
    datapath: groupOf(router, root, row, profile, 'datapath'),
  }
}

/** Countries with the band above 5.7 GHz (FCC 47 CFR 15.407 and countries that follow it). */
const upper = /^(united states|canada|australia|new zealand|brazil|mexico|india|china|taiwan|singapore|colombia|chile)/i
/** Countries whose channels end at 11 (FCC 47 CFR 15.247). */
const low = /^(united states|canada|colombia|mexico|taiwan)/i

function isAllowed(frequency: number, band: Band, country: string): boolean {
  if (band === '2ghz') return frequency >= 2412 && frequency <= (low.test(country) ? 2462 : 2472) && frequency % 5 === 2
  if (frequency >= 5180 && frequency <= 5320) return frequency % 20 === 0
  if (frequency >= 5500 && frequency <= 5700) return !/^china/i.test(country) && frequency % 20 === 0
  return upper.test(country) && frequency >= 5745 && frequency <= 5825 && (frequency - 5745) % 20 === 0
}

/** Frequencies of a list such as `2412,2437`, `5180-5320`, `5180-5320:20`. */
function* frequenciesOf(text: string): Generator<number> {
  for (const part of text.split(',')) {
    const found = /^(\d+)(?:-(\d+))?(?::(\d+))?$/.exec(part.trim())
    if (!found) continue
    const first = Number(found[1])
    const last = found[2] === undefined ? first : Number(found[2])
    const step = found[3] === undefined ? 5 : Math.max(1, Number(found[3]))
    for (let frequency = first; frequency <= last; frequency += step) yield frequency
  }
}

/** The displayed standard of a channel's band: `ax` of `5ghz-ax`, `gn` of `2ghz-g/n`. */
function standardOf(band: string | undefined, of: Band, isNew: boolean): string {
  if (isNew) return /-(\w+)$/.exec(band ?? '')?.[1] ?? 'ax'
  if (band === undefined) return of === '2ghz' ? 'gn' : 'ac'
  const last = /[-/](?:only)?(\w+)$/.exec(band)?.[1] ?? 'n'
  return of === '2ghz' && last === 'n' && band.includes('g') ? 'gn' : last === 'n' ? 'an' : last
}

const extensions: Readonly<Record<string, string>> = {
  '20mhz': '',
  '20/40mhz': 'Ce',
  '20/40mhz-Ce': 'Ce',
  '20/40mhz-eC': 'eC',
  '20/40/80mhz': 'Ceee',
  '20/40/80/160mhz': 'Ceeeeeee',
  disabled: '',
  XX: 'Ce',
  XXXX: 'Ceee',
  XXXXXXXX: 'Ceeeeeee',
}

/**
 * The displayed channel (`5180/ax/Ceee`, `2412/20-Ce/gn(28dBm)`); undefined if the radio may use none of the
 * requested ones.
 */
export function channelOf(root: string, radio: Radio, band: Band): string | undefined {
  const isNew = root === '/interface/wifi'
  const { channel, country } = radio
  const wanted = channel['band'] ?? ''
  if (wanted !== '' && !wanted.startsWith(band)) return undefined
  const list = channel['frequency'] ?? ''
  let frequency: number | undefined = band === '2ghz' ? 2412 : 5180
  if (list !== '' && list !== 'auto') {
    frequency = undefined
    for (const one of frequenciesOf(list)) {
      if (!isAllowed(one, band, country)) continue
      frequency = one
      break
    }
  }
  if (frequency === undefined) return undefined
  const standard = standardOf(channel['band'], band, isNew)
  const width = (isNew ? channel['width'] : channel['extension-channel']) ?? ''
  const usual = band === '2ghz' ? 'Ce' : 'Ceee'
  const extension = extensions[width] ?? (width === '' ? usual : width)
  if (isNew) return `${frequency}/${standard}${extension === '' ? '' : `/${extension}`}`
  const power = channel['tx-power'] ?? (band === '2ghz' ? '28' : '23')
  return `${frequency}/20${extension === '' ? '' : `-${extension}`}/${standard}(${power}dBm)`
}
