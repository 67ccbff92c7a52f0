import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { DevicePage, type DevicePageProps } from './device-page.tsx'
import classes from './lan.module.css'
import type { ReadingState } from './use-device-reading.ts'

/** A page of a device that shows one of its menus: error, age of the reading, content. */
export function ReadingPage({
  reading,
  control,
  actions,
  above,
  children,
  ...page
}: DevicePageProps & {
  reading: ReadingState
  /** Beside the age of the reading. */
  control?: ReactNode
  /** Buttons of the page, beside the age of the reading. */
  actions?: ReactNode
  /** Also shown if the reading has an error. */
  above?: ReactNode
}) {
  const { error, readingError: problem, readAt, read } = reading
  return (
    <DevicePage {...page}>
      {() => (
        <div className={layout.stack}>
          {above}
          {error ? (
            <ErrorNotice error={error} retry={read} />
          ) : (
            <>
              <div className={control || actions ? classes.bar : undefined}>
                <Freshness readAt={readAt} readingError={problem} reading={!control && reading.reading} onRead={read} />
                {control}
                {actions}
              </div>
              {children()}
            </>
          )}
        </div>
      )}
    </DevicePage>
  )
}

/** The rows of a reading; without any, a skeleton, the empty state, or a message that the device was never read. */
export function ReadRows<T>({
  rows,
  unread,
  skeleton,
  empty,
  card = false,
  children,
}: {
  rows: readonly T[] | undefined
  /** The device did not answer and was never read. */
  unread: boolean
  /** Default: a table. */
  skeleton?: ReactNode
  /** Empty state. */
  empty: ReactNode
  /** Puts skeleton and empty state into a card. */
  card?: boolean
  children: (rows: readonly T[]) => ReactNode
}) {
  const { t } = useTranslation()
  if (rows && rows.length > 0) return children(rows)
  const instead = rows ? (
    empty
  ) : unread ? (
    <EmptyState title={t('lan:neverRead')} />
  ) : (
    (skeleton ?? <TableSkeleton rows={3} columns={5} rowHeight={44} />)
  )
  return card ? <Card>{instead}</Card> : instead
}
