import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { DevicePage } from '../lan/device-page.tsx'
import { useDevice } from '../lan/use-device.ts'
import { accessPaths } from './access-paths.ts'
import { RawListCard } from './raw-list-card.tsx'
import { useRawList } from './use-raw-list.ts'
import classes from './wifi-access.module.css'

/** The access list on one controller, in its order: the panel's rows, and those of the device's owner. */
export default function DeviceAccessList() {
  const { t } = useTranslation()
  const of = useDevice()
  const list = useRawList(of)
  const { rows, error, read, readAt, readingError, reading } = list.reading

  return (
    <DevicePage of={of}>
      {() =>
        error ? (
          <ErrorNotice error={error} retry={read} />
        ) : (
          <div className={layout.stack}>
            <p className={classes.text}>
              {t('wifi-access:raw.text')}{' '}
              {of.device?.site_id == null ? null : (
                <TextLink to={accessPaths.list(of.device.site_id)} underline="always">
                  {t('wifi-access:form.toList')}
                </TextLink>
              )}
            </p>
            <Freshness readAt={readAt} readingError={readingError} reading={reading} onRead={read} />
            <CommandEnd of={list.last.command} onClose={list.last.clear} />
            {!rows ? (
              <Card>
                {readingError ? (
                  <EmptyState title={t('wifi-access:raw.neverRead')} />
                ) : (
                  <TableSkeleton rows={4} columns={3} rowHeight={44} />
                )}
              </Card>
            ) : list.stacks.length === 0 ? (
              <Card>
                <EmptyState title={t('wifi-access:raw.noWifi')} text={t('wifi-access:raw.noWifiText')} />
              </Card>
            ) : (
              list.stacks.map((stack) => <RawListCard key={stack} of={of} list={list} stack={stack} />)
            )}
            {list.dialog}
          </div>
        )
      }
    </DevicePage>
  )
}
