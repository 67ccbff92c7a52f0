import { Button } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { Ago } from '../devices/freshness.tsx'
import type { SiteWifi } from './use-site-wifi.ts'
import classes from './wifi.module.css'

/** The oldest reading of the controllers; undefined if one was never read. */
function oldestReading(of: readonly WifiController[]): string | undefined {
  const times = of.map(({ read_at }) => read_at)
  return times.includes(null) ? undefined : (times as string[]).toSorted()[0]
}

/** The age of the readings of a site's Wi-Fi, and a button to read all of its devices now, with the error of each. */
export function SiteFreshness({ of }: { of: SiteWifi }) {
  const { t } = useTranslation()
  useMessages()
  const refresh = useCommand(wifi.refresh, { subjects: ['wifi', 'access-control'] })
  const [failed, setFailed] = useState<Reply<typeof wifi.refresh>['data']>([])
  const controllers = of.networks?.controllers ?? []
  const readAt = oldestReading(controllers)
  const read = () =>
    void refresh.run({ params: { id: of.siteId } }).then(
      ({ data }) => setFailed(data.filter(({ ok }) => !ok)),
      () => undefined,
    )
  return (
    <>
      <div className={classes.inline}>
        <span className={layout.hint} role="status">
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
            leftSection={actionIcon(IconRefresh)}
            loading={refresh.pending}
            onClick={read}
          >
            {t('devices:fresh.read')}
          </Button>
        ) : null}
      </div>
      {failed.length > 0 ? (
        <ul className={`${layout.list} ${classes.error}`} role="alert">
          {failed.map((one) => (
            <li key={one.hardware_id}>
              <strong>{one.hardware_name}</strong>: {one.message ? textOf(one.message) : t('wifi:fresh.failed')}
            </li>
          ))}
        </ul>
      ) : null}
      {refresh.error ? <ErrorNotice error={refresh.error} inline title={t('wifi:fresh.failed')} /> : null}
    </>
  )
}
