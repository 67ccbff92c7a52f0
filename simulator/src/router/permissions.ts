import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { holds } from './text.ts'
import { parseDuration } from './values.ts'

/** A Wi-Fi client that tries to connect. */
export interface Caller {
  mac: string
  interface: string
  ssid: string
  /** dBm */
  signal: number
}

export interface Permission {
  /** The first matching rule; rules are evaluated from the top. */
  ruleFor(caller: Caller): Row | undefined
}

const anyMac = '00:00:00:00:00:00'
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const isMasked = (rule: Row): boolean =>
  rule['mac-address-mask'] !== undefined && rule['mac-address-mask'] !== 'FF:FF:FF:FF:FF:FF'

/** Rules for a single address are indexed: a list may have thousands of them. */
const exactMac = (rule: Row): string | undefined => {
  const mac = rule['mac-address']
  return mac === undefined || mac === '' || mac === anyMac || isMasked(rule) ? undefined : mac
}

function fitsMac(rule: Row, mac: string): boolean {
  const wanted = rule['mac-address']
  if (wanted === undefined || wanted === '' || wanted === anyMac) return true
  if (!isMasked(rule)) return wanted === mac
  const bytes = (text: string): number[] => text.split(':').map((part) => Number.parseInt(part, 16))
  const [own, requested, mask] = [bytes(mac), bytes(wanted), bytes(rule['mac-address-mask'] ?? '')]
  return mask.every((part, index) => ((own[index] ?? 0) & part) === ((requested[index] ?? 0) & part))
}

/** `8h-17h,mon,tue`: from, until and the days; a range that ends before it starts never matches. */
function fitsTime(rule: Row, now: number): boolean {
  const text = [rule['time'], rule['days']].filter((part) => part !== undefined && part !== '').join(',')
  if (text === '') return true
  const parts = text.split(',')
  const named = parts.filter((part) => days.includes(part))
  const date = new Date(now)
  if (named.length > 0 && !named.includes(days[date.getUTCDay()] ?? '')) return false
  const span = parts.find((part) => part.includes('-'))
  if (span === undefined) return true
  const [from, until] = span.split('-').map((part) => parseDuration(part))
  const at = now % 86_400_000
  return from !== undefined && until !== undefined && at >= from && at < until
}

function fits(rule: Row, caller: Caller, now: number): boolean {
  const { interface: wanted } = rule
  if (wanted !== undefined && wanted !== 'any' && wanted !== 'all' && wanted !== caller.interface) return false
  if (!fitsMac(rule, caller.mac)) return false
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(rule['signal-range'] ?? '')
  if (range && (caller.signal < Number(range[1]) || caller.signal > Number(range[2]))) return false
  const pattern = rule['ssid-regexp']
  if (pattern !== undefined && pattern !== '' && !holds(caller.ssid, pattern)) return false
  return fitsTime(rule, now)
}

/** The current rules of an access list. */
export function permissionOf(router: RouterState, menu: string): Permission {
  const exact = new Map<string, [number, Row][]>()
  const wide: [number, Row][] = []
  const rules = router.has(menu) ? router.table(menu).rows : []
  for (const [place, rule] of rules.entries()) {
    if (rule['disabled'] === 'true') continue
    const mac = exactMac(rule)
    if (mac === undefined) wide.push([place, rule])
    else exact.set(mac, [...(exact.get(mac) ?? []), [place, rule]])
  }
  const now = router.now()
  return {
    ruleFor(caller) {
      const own = exact.get(caller.mac)
      const list = own ? [...wide, ...own].sort(([one], [other]) => one - other) : wide
      return list.find(([, rule]) => fits(rule, caller, now))?.[1]
    },
  }
}

/** Whether a rule rejects: `authentication=no` on legacy radios, `reject` on both controllers. */
export const blocks = (rule: Row | undefined): boolean =>
  rule !== undefined && (rule['action'] === 'reject' || rule['authentication'] === 'false')
