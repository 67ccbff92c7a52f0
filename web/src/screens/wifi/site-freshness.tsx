import { Button } from '@mantine/core'
import type { AnyMessage, ReplyMessage } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Ago } from '../devices/freshness.tsx'
import type { SiteWifi } from './use-site-wifi.ts'
import classes from './wifi.module.css'

/** The oldest reading of devices; undefined where one was never read. */
export function oldestReading(of: readonly Pick<WifiController, 'read_at'>[]): string | undefined {
  const times = of.map(({ read_at }) => read_at)
  if (times.length === 0 || times.includes(null)) return undefined
  return (times as string[]).reduce((one, other) => (other < one ? other : one))
}

type Refused = { hardware_id: number; hardware_name: string; message: (AnyMessage & Partial<ReplyMessage>) | null }

/** How old what is shown of a site's Wi-Fi is, and the way to read all of its devices now. Those that fail say why. */
export function SiteFreshness({ of }: { of: SiteWifi }) {
  const { t } = useTranslation()
  useMessages()
  const refresh = useCommand(wifi.refresh, { subjects: ['wifi', 'access-control'] })
  const [rejected, setRefused] = useState<readonly Refused[]>([])
  const controllers = of.networks?.controllers ?? []
  const readAt = oldestReading(controllers)
  const read = () =>
    void refresh.run({ params: { id: of.siteId } }).then(
      ({ data }) => setRefused(data.filter(({ ok }) => !ok)),
      () => undefined,
    )
  return (
    <div className={classes.freshness}>
      <div className={classes.freshLine}>
        <span className={classes.quiet} role="status">
          {refresh.pending ? (
            t('wifi:fresh.reading')
          ) : readAt ? (
            <>
              {t(controllers.length > 1 ? 'wifi:fresh.oldest' : 'devices:fresh.at')} <Ago at={readAt} />
            </>
          ) : controllers.length > 0 ? (
            t('wifi:fresh.never')
          ) : null}
        </span>
        {of.may(wifi.refresh) ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={refresh.pending}
            onClick={read}
          >
            {t('devices:fresh.read')}
          </Button>
        ) : null}
      </div>
      {rejected.length > 0 ? (
        <ul className={classes.refused} role="alert">
          {rejected.map((one) => (
            <li key={one.hardware_id}>
              <strong>{one.hardware_name}</strong>: {one.message ? textOf(one.message) : t('wifi:fresh.failed')}
            </li>
          ))}
        </ul>
      ) : null}
      {refresh.error ? <ErrorNotice error={refresh.error} inline title={t('wifi:fresh.failed')} /> : null}
    </div>
  )
}
