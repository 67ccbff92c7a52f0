import { deviceSetups } from '@trunkline/contract/resources/device-setup'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** Milliseconds. */
const refreshInterval = 15_000

/** Routers that called without a device that waits for them; nothing if there are none. */
export function UnknownRouters() {
  const { t } = useTranslation()
  const can = useCan()
  const shown = useCall(deviceSetups.unknown, {}, { every: refreshInterval })
  const routers = shown.data?.data ?? []
  if (routers.length === 0) return null
  return (
    <Card title={t('device-setups:unknown.title')}>
      <p className={layout.note}>{t('device-setups:unknown.text')}</p>
      <ul className={layout.rows} aria-label={t('device-setups:unknown.title')}>
        {routers.map(({ serial_number, mac, called_from, called_at }) => (
          <li key={serial_number}>
            <span className={layout.stacked}>
              <strong>{serial_number}</strong>
              <span className={layout.quiet}>
                {[mac, called_from].filter((one) => one !== null).join(' · ')} · <RelativeTime value={called_at} />
              </span>
            </span>
            {can(deviceSetups.store) ? (
              <LinkButton
                variant="default"
                size="compact-sm"
                to={paths.deviceSetups.create}
                search={{ serial: serial_number, ...(mac === null ? {} : { mac }) }}
                aria-label={t('device-setups:unknown.setUpOf', { serial: serial_number })}
              >
                {t('device-setups:unknown.setUp')}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
