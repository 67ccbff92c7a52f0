import { maintenanceWindows, type CurrentMaintenance } from '@trunkline/contract/resources/maintenance-window'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { MaintenanceSubject } from './maintenance-subject.ts'

/** A window starts and ends without a message on the live channel. Milliseconds. */
const interval = 60_000

function useCurrent(of: MaintenanceSubject): CurrentMaintenance | null | undefined {
  const can = useCan()
  const query = useCall(
    maintenanceWindows.current,
    { query: of },
    { every: interval, enabled: can(maintenanceWindows.current) },
  )
  return query.data?.data
}

/** A badge while something is in maintenance, with a link to the window. Nothing otherwise. */
export function MaintenanceNow({ of }: { of: MaintenanceSubject }) {
  const { t } = useTranslation()
  const current = useCurrent(of)
  if (!current) return null
  const badge = <StatusBadge tone="warning">{t('maintenance-windows:now.badge')}</StatusBadge>
  return current.window_id === null ? (
    badge
  ) : (
    <TextLink to={paths.maintenanceWindows.details(current.window_id)}>{badge}</TextLink>
  )
}

/** Why something is in maintenance, and until when. */
export function MaintenanceReason({ of }: { of: MaintenanceSubject }) {
  const { t } = useTranslation()
  const current = useCurrent(of)
  if (!current) return <>{t('maintenance-windows:now.silent')}</>
  return (
    <>
      {t(`maintenance-windows:now.${current.kind}`)}
      {current.window_id === null ? null : (
        <>
          {' · '}
          <TextLink to={paths.maintenanceWindows.details(current.window_id)} inherit underline="always">
            {current.window_name}
          </TextLink>
        </>
      )}
      {current.until === null ? null : (
        <>
          {' · '}
          {t('maintenance-windows:now.until')} <Time value={current.until} />
        </>
      )}
    </>
  )
}
