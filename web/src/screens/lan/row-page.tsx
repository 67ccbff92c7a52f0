import { useParams } from '@tanstack/react-router'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { CallInput } from '../../api/call.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand, type DeviceCommand } from '../devices/use-device-command.ts'
import type { Reading } from '../devices/use-reading.ts'
import type { RowValues } from './draft.ts'
import classes from './lan.module.css'
import { ReadingPage } from './reading-page.tsx'
import { RowForm, type RowFormProps } from './row-form.tsx'
import { valuesOf, type RowShape } from './row-shape.ts'
import { useDeviceReading, useReadingInterval, type ReadingState } from './use-device-reading.ts'
import { useDevice, type PageDevice } from './use-device.ts'

export interface RowPageState<E extends Endpoint> {
  of: PageDevice
  /** Undefined: a new row. */
  id: string | undefined
  reading: Reading<E>
  /** The call of the form. */
  call: Endpoint
  send: (body: RowValues) => Promise<unknown>
  last: Pick<DeviceCommand<Endpoint>, 'command' | 'clear'>
  /** Path of the list that the row is in. */
  list: string
}

/** The page of a row: reads its menu, sends its form, and returns to the list when the command is done. */
export function useRowPage<E extends Endpoint>({
  menu,
  add,
  set,
  param,
  list,
  interval,
}: {
  menu: E
  add: Endpoint
  set: Endpoint
  /** Parameter of the path with the id of the row. */
  param: string
  list: (hardwareId: number) => string
  /** Milliseconds between two readings. */
  interval?: number
}): RowPageState<E> {
  const go = useGo()
  const id = (useParams({ strict: false }) as Record<string, string | undefined>)[param]
  const of = useDevice()
  const { hardwareId } = of
  const reading = useDeviceReading(of, menu, useReadingInterval(of, interval))
  const back = list(hardwareId)
  const onEnd = (command: Command) => command.state === 'done' && void go(back)
  const adding = useDeviceCommand(add, { onEnd, hardwareId })
  const setting = useDeviceCommand(set, { onEnd, hardwareId })
  const last = id === undefined ? adding : setting
  const send = (body: RowValues) =>
    last.enqueue({ params: { id: hardwareId }, body } as Omit<CallInput<Endpoint>, 'idempotencyKey'>)
  return { of, id, reading, call: id === undefined ? add : set, send, last, list: back }
}

/** A page for a row of a router. `children` get a cancel link. */
export function RouterPage({
  page: { of, list, reading, last, call, id },
  title,
  listTitle,
  missing,
  above,
  found,
  locked,
  loading = false,
  children,
}: {
  page: Omit<RowPageState<Endpoint>, 'reading'> & { reading: ReadingState & { rows?: unknown } }
  title: string
  listTitle: string
  /** Title if the router has no such row. */
  missing: string
  above?: ReactNode
  /** The router has the row. */
  found: boolean
  /** Why the row can't be edited. */
  locked?: string | undefined
  /** The form of a new row waits for the reading. */
  loading?: boolean | undefined
  children: (cancel: ReactNode) => ReactNode
}) {
  const { t } = useTranslation()
  const back = (label: string) => (
    <LinkButton variant="default" to={list}>
      {label}
    </LinkButton>
  )
  const closed = (heading: string, text?: string) => (
    <Card>
      <EmptyState title={heading} text={text}>
        {back(t('lan:back'))}
      </EmptyState>
    </Card>
  )
  const content = () => {
    if (!of.may(call)) return closed(t('lan:readOnly'))
    if (locked) return closed(locked)
    if ((id !== undefined || loading) && !reading.rows)
      return reading.readingError ? closed(t('lan:neverRead')) : <FormSkeleton />
    if (id !== undefined && !found) return closed(missing, t('lan:missingText'))
    return children(back(t('ui:cancel')))
  }
  return (
    <ReadingPage of={of} tab={list} title={title} crumbs={[{ label: listTitle, to: list }]} reading={reading}>
      {() => (
        <>
          <CommandEnd of={last.command} onClose={last.clear} />
          {above}
          <div className={classes.page}>{content()}</div>
        </>
      )}
    </ReadingPage>
  )
}

/** A page with the form of one row of a router, new or known. */
export function RowPage<V extends RowValues>({
  page,
  title,
  listTitle,
  missing,
  shape,
  rows = page.reading.rows as readonly unknown[] | undefined,
  locked,
  loading,
  children,
  ...form
}: {
  page: RowPageState<Endpoint>
  title: string
  listTitle: string
  /** Title if the router has no such row. */
  missing: string
  shape: RowShape<V>
  /** Default: the rows of the reading. */
  rows?: readonly unknown[] | undefined
  /** Why a row can't be edited. */
  locked?: (row: RowValues) => string | undefined
  /** The form of a new row waits for the reading. */
  loading?: boolean
} & Pick<RowFormProps<V>, 'start' | 'format' | 'feature' | 'submitLabel' | 'warning' | 'always' | 'children'>) {
  const { id } = page
  const row = (rows as readonly RowValues[] | undefined)?.find((one) => id !== undefined && one['id'] === id)
  return (
    <RouterPage
      page={page}
      title={title}
      listTitle={listTitle}
      missing={missing}
      found={row !== undefined}
      locked={row && locked?.(row)}
      loading={loading}
    >
      {(cancel) => (
        <RowForm<V>
          {...form}
          shape={shape}
          device={row && valuesOf(shape, row as V)}
          id={id}
          schema={page.call.body}
          onSend={page.send}
          cancel={cancel}
        >
          {children}
        </RowForm>
      )}
    </RouterPage>
  )
}
