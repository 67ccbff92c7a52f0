import { escapeValue } from '@trunkline/contract/list'
import { deviceTools } from '@trunkline/contract/resources/device-tool'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { companies } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { services } from '@trunkline/contract/resources/service'
import { sites } from '@trunkline/contract/resources/site'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import type { SearchHit } from '@trunkline/contract/resources/search'
import type { SignedIn } from '../../access/session.ts'
import { canOn } from '../../access/can.ts'
import { paths, recordPath } from '../../paths.ts'

const only = (list: string, field: string, value: string) =>
  `${list}?search=${encodeURIComponent(`${field}:${escapeValue(value)}`)}&searchFields=${encodeURIComponent(`${field}:=`)}`

const words = (list: string, text: string) => `${list}?search=${encodeURIComponent(escapeValue(text))}`

/** The page that shows a result; a row without a page is shown in its list. */
export function hitPath(hit: SearchHit): string | undefined {
  const { kind, id, site_id: site, hardware_id: device } = hit
  const ofDevice = device === null ? undefined : paths.hardware.detail(device)
  switch (kind) {
    case 'sessions':
      return only(hit.until === null ? paths.sessions.list : paths.sessions.history, 'id', hit.session_id ?? '')
    case 'leases':
      return site === null ? ofDevice : words(`/site/${site}/hardware/active-leases`, hit.title)
    case 'wifi-clients':
      return site === null ? ofDevice : words(`/site/${site}/wifi/devices`, hit.title)
    case 'access-control':
      return site === null ? undefined : words(`/site/${site}/wifi/access-control`, hit.title)
    case 'access-list-rows':
      return site === null || device === null ? ofDevice : `/site/${site}/hardware/access-list/${device}`
    case 'addresses':
      return paths.ipam.detail(hit.title.includes(':') ? 'ipv6' : 'ipv4', id)
    default:
      return recordPath(kind, id)
  }
}

/** An effect on a record that asks first, or reports its end. */
export type PaletteAction =
  | { does: 'reboot' | 'reload' | 'backup'; id: number; name: string }
  | { does: 'disconnect'; name: string; service_id: number; session_id: string | null }

export const verbs = [
  'reboot',
  'reload',
  'backup',
  'ping',
  'disconnect',
  'service',
  'dialup',
  'site',
  'invite',
  'context',
] as const
export type Verb = (typeof verbs)[number]

/** The call of a verb, by which it is offered without a record. */
export const verbCalls: Record<Verb, Parameters<typeof canOn>[1]> = {
  reboot: hardwareLive.reboot,
  reload: hardwareLive.reload,
  backup: hardwareLive.takeBackup,
  ping: deviceTools.start,
  disconnect: radiusSessions.disconnect,
  service: services.store,
  dialup: vpnDialups.store,
  site: sites.store,
  invite: invites.store,
  context: companies.index,
}

export interface RecordVerb {
  verb: Verb
  /** A page … */
  to?: string
  /** … or an action … */
  action?: PaletteAction
  /** … or the company to narrow all lists to. */
  context?: number
}

const withCompany = (path: string, id: number) => `${path}?company=${id}`

/** What the user may do with a result, beside opening it. */
export function verbsOf(session: SignedIn, hit: SearchHit): RecordVerb[] {
  const { kind, id, title: name, company_id } = hit
  const row = { id, company_id }
  const may = (endpoint: Parameters<typeof canOn>[1]) => canOn(session, endpoint, row)
  const mayFor = (endpoint: Parameters<typeof canOn>[1]) => canOn(session, endpoint, { id: 0, company_id: id })
  switch (kind) {
    case 'hardware': {
      // Devices of different sites have the same names: the question and the notice name the site too.
      const device = { id, name: hit.site_name === null ? name : `${name} (${hit.site_name})` }
      return [
        ...(may(hardwareLive.reboot) ? [{ verb: 'reboot', action: { does: 'reboot', ...device } } as const] : []),
        ...(may(hardwareLive.reload) ? [{ verb: 'reload', action: { does: 'reload', ...device } } as const] : []),
        ...(may(hardwareLive.takeBackup) ? [{ verb: 'backup', action: { does: 'backup', ...device } } as const] : []),
        ...(may(deviceTools.start)
          ? [{ verb: 'ping', to: `${paths.hardware.detail(id)}/tools?tool=ping` } as const]
          : []),
      ]
    }
    case 'services':
    case 'vpn-dialups':
    case 'sessions':
      return hit.state === 'online' && may(radiusSessions.disconnect)
        ? [{ verb: 'disconnect', action: { does: 'disconnect', name, service_id: id, session_id: hit.session_id } }]
        : []
    case 'companies':
      return [
        ...(hit.company_type === 'client' && mayFor(services.store)
          ? [{ verb: 'service', to: withCompany(paths.services.create, id) } as const]
          : []),
        ...(mayFor(vpnDialups.store) ? [{ verb: 'dialup', to: withCompany(paths.dialups.create, id) } as const] : []),
        ...(mayFor(sites.store) ? [{ verb: 'site', to: withCompany(paths.sites.create, id) } as const] : []),
        ...(mayFor(invites.store) ? [{ verb: 'invite', to: withCompany(paths.invites.create, id) } as const] : []),
        ...(canOn(session, companies.show, { id }) ? [{ verb: 'context', context: id } as const] : []),
      ]
    default:
      return []
  }
}
