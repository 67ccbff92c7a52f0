import type * as z from 'zod/mini'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiError } from '../../api/call.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton, type LinkTarget } from '../../ui/link.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { useRouter } from '@tanstack/react-router'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import type { DeviceCommand } from '../devices/use-device-command.ts'
import type { ReadingFault } from '../devices/use-reading.ts'
import { DevicePage } from './device-page.tsx'
import type { Fields } from './draft.ts'
import classes from './lan.module.css'
import { RowForm, type RowFormProps } from './row-form.tsx'
import { valuesOf, type RowShape } from './row-shape.ts'
import type { ShownDevice } from './use-device.ts'

interface RowReading {
  rows: unknown
  readAt: string | undefined
  readingError: ReadingFault | undefined
  reading: boolean
  error: ApiError | undefined
  read: () => void
}

/** A page with the form of one row of a router, new or known. */
export function RowPage<V extends Fields>({
  of,
  title,
  crumb,
  back,
  reading,
  rowId,
  missing,
  shape,
  start,
  calls,
  locked,
  onSend,
  last,
  words,
  submitLabel,
  warning,
  always,
  children,
}: {
  of: ShownDevice
  title: string
  crumb: Crumb
  /** Where "cancel" leads. */
  back: LinkTarget
  reading: RowReading
  /** Undefined: a new row. */
  rowId: string | undefined
  /** Said where the router has no such row, or not any more. */
  missing: string
  start?: V
  calls: { add: Endpoint; set: Endpoint }
  /** Why the row can not be written. */
  locked?: (row: Fields) => string | undefined
  shape: RowShape<V>
  last: Pick<DeviceCommand<Endpoint>, 'command' | 'clear'>
} & Pick<RowFormProps<V>, 'onSend' | 'words' | 'submitLabel' | 'warning' | 'always' | 'children'>) {
  const { t } = useTranslation()
  const router = useRouter()
  const rows = reading.rows as readonly (Fields & { id: string })[] | undefined
  const row = rowId === undefined ? undefined : rows?.find((one) => one.id === rowId)
  const call = rowId === undefined ? calls.add : calls.set
  const why = of.device && !of.may(call) ? t('lan:closed') : row && locked?.(row)
  const away = (label: string) => (
    <LinkButton variant="default" {...back}>
      {label}
    </LinkButton>
  )

  const form = () => {
    if (reading.error) return <ErrorNotice error={reading.error} retry={reading.read} />
    if (why)
      return (
        <Card>
          <EmptyState title={why}>{away(t('lan:back'))}</EmptyState>
        </Card>
      )
    if (rowId !== undefined && !rows)
      return reading.readingError ? (
        <Card>
          <EmptyState title={t('lan:neverRead')}>{away(t('lan:back'))}</EmptyState>
        </Card>
      ) : (
        <FormSkeleton />
      )
    // While a row is written it may stand anew under another id: what was typed is kept until the end is known.
    if (rowId !== undefined && !row)
      return (
        <Card>
          <EmptyState title={missing} text={t('lan:missingText')}>
            {away(t('lan:back'))}
          </EmptyState>
        </Card>
      )
    return (
      <RowForm<V>
        shape={shape}
        device={row && valuesOf(shape, row as unknown as V)}
        schema={call.body as z.ZodMiniType}
        onSend={onSend}
        onNothing={() => void router.navigate({ to: back.to as never, search: (back.search ?? {}) as never })}
        cancel={away(t('ui:cancel'))}
        {...(rowId === undefined ? {} : { id: rowId })}
        {...(start ? { start } : {})}
        {...(submitLabel ? { submitLabel } : {})}
        warning={warning}
        {...(always === undefined ? {} : { always })}
        words={words}
      >
        {children}
      </RowForm>
    )
  }

  return (
    <DevicePage of={of} title={title} crumbs={[crumb]}>
      {() => (
        <div className={classes.stack}>
          <Freshness
            readAt={reading.readAt}
            readingError={reading.readingError}
            reading={reading.reading}
            onRead={reading.read}
          />
          <CommandEnd of={last.command} onClose={last.clear} />
          <div className={classes.page}>{form()}</div>
        </div>
      )}
    </DevicePage>
  )
}
