import { hardware } from '@trunkline/contract/resources/hardware'
import { parseMacAddress } from '@trunkline/contract/resources/ipoe'
import { nas } from '@trunkline/contract/resources/nas'
import { sites } from '@trunkline/contract/resources/site'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { StateCell, StateStrip, StateText } from '../../detail/state-strip.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { DeviceBadge, SiteBadge } from '../sites/site-status.tsx'
import { searchExactly } from '../sessions/dialler.ts'
import { reasonText } from '../sessions/login-words.ts'
import { OnlineBadge } from './badges.tsx'
import type { ServiceVariant } from './variants.ts'

const macOf = (text: string | null | undefined): string | undefined => {
  const parsed = text ? parseMacAddress(text) : undefined
  return parsed && 'mac' in parsed ? parsed.mac : undefined
}

/** The customer's device: the one of the record, or else the one with the MAC address that dials in. */
function useCustomerDevice(of: Service) {
  const can = useCan()
  const mac = macOf(of.live[0]?.calling) ?? macOf(of.mac) ?? macOf(of.calling_station)
  const known = useCall(
    hardware.show,
    { params: { id: of.hardware_id ?? 0 } },
    { enabled: of.hardware_id !== null && of.hardware_name !== null && can(hardware.show) },
  )
  const byMac = useCall(
    hardware.index,
    { query: { ...searchExactly('mac', mac ?? ''), perPage: 25 } },
    { enabled: of.hardware_id === null && mac !== undefined && can(hardware.index) },
  )
  return { device: known.data?.data ?? byMac.data?.data[0], mac }
}

/** The NAS of the session, or else of the record, with the device that it is. */
function useNas(of: Service) {
  const can = useCan()
  const id = of.live[0]?.nas_id ?? of.nas_id
  const name = of.live[0]?.nas_name ?? of.nas_name
  const mayOpen = id !== null && name !== null && can(nas.show)
  const shown = useCall(nas.show, { params: { id: id ?? 0 } }, { enabled: mayOpen })
  const hardwareId = shown.data?.data.hardware_id ?? null
  const device = useCall(
    hardware.show,
    { params: { id: hardwareId ?? 0 } },
    { enabled: hardwareId !== null && can(hardware.show) },
  )
  return { id, name, mayOpen, router: device.data?.data }
}

/** The session, devices and site of a service and its last rejected login; each related record is one click away. */
export function ServiceState({ of, variant }: { of: Service; variant: ServiceVariant }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const { device, mac } = useCustomerDevice(of)
  const server = useNas(of)
  const mayOpenSite = of.site_id !== null && of.site_name !== null && can(sites.show)
  const site = useCall(sites.show, { params: { id: of.site_id ?? 0 } }, { enabled: mayOpenSite })
  const [session] = of.live
  const last = of.last_rejection
  const linked = (to: string | undefined, text: string): ReactNode =>
    to === undefined ? (
      text
    ) : (
      <TextLink to={to} inherit>
        {text}
      </TextLink>
    )
  return (
    <StateStrip label={t('services:state.title')}>
      <StateCell
        label={t('services:state.session')}
        link={{ to: variant.paths.details(of.id), search: { tab: 'sessions' } }}
      >
        <OnlineBadge online={session !== undefined} />
        {session ? (
          <StateText>
            <RelativeTime value={session.started_at} />
            {session.framed_ip ? ` · ${session.framed_ip}` : null}
          </StateText>
        ) : null}
      </StateCell>
      <StateCell label={t('services:state.device')}>
        {device ? (
          <>
            <DeviceBadge status={device.online_status} />
            <StateText>
              {linked(can(hardware.show) ? paths.hardware.detail(device.id) : undefined, device.name)}
            </StateText>
          </>
        ) : (
          <StateText>{mac ?? t('services:state.noDevice')}</StateText>
        )}
      </StateCell>
      <StateCell label={t('services:state.nas')}>
        {server.router ? <DeviceBadge status={server.router.online_status} /> : null}
        <StateText>
          {server.id === null
            ? t('services:anyNas')
            : linked(server.mayOpen ? paths.nas.details(server.id) : undefined, server.name ?? t('services:hidden'))}
          {server.router ? (
            <>
              {' · '}
              {linked(can(hardware.show) ? paths.hardware.detail(server.router.id) : undefined, server.router.name)}
            </>
          ) : null}
        </StateText>
      </StateCell>
      {variant.kind === 'service' ? (
        <StateCell label={t('services:state.site')}>
          {of.site_id === null ? (
            <StateText>{t('services:state.noSite')}</StateText>
          ) : (
            <>
              {site.data ? <SiteBadge of={site.data.data} /> : null}
              <StateText>
                {linked(
                  mayOpenSite ? paths.sites.summary(of.site_id) : undefined,
                  of.site_name ?? t('services:hidden'),
                )}
              </StateText>
            </>
          )}
        </StateCell>
      ) : null}
      <StateCell
        wide
        label={t('services:state.lastRejection')}
        link={
          can(radiusSessions.logins)
            ? {
                to: paths.sessions.logins,
                search: { search: `service_id:${of.id};accepted:0`, searchFields: 'service_id:=;accepted:=' },
              }
            : undefined
        }
      >
        {last ? (
          <>
            <StatusBadge tone="bad">{reasonText(last, t)}</StatusBadge>
            <StateText>
              <RelativeTime value={last.at} />
              {last.nas_name ? ` · ${last.nas_name}` : null}
              {last.calling ? ` · ${last.calling}` : null}
            </StateText>
          </>
        ) : (
          <StateText>{t('services:state.noRejection')}</StateText>
        )}
      </StateCell>
    </StateStrip>
  )
}
