import { Button, TextInput } from '@mantine/core'
import { control } from '@trunkline/contract/resources/control'
import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { IconBookmark, IconNetwork, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { devicePaths } from './device-paths.ts'
import { leaseMatches } from './lease-values.ts'
import { ReadingPage, ReadRows } from './reading-page.tsx'
import { AddButton, EditLink, RemoveButton, RowButton } from './row-buttons.tsx'
import { RowTable, type RowColumns } from './row-table.tsx'
import { latestCommand } from './rows-card.tsx'
import { leaseTone } from './use-lease-columns.tsx'
import { useDeviceReading, useReadingInterval } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'
import { Value } from './value.tsx'

/** Rows that are drawn at once; a hotspot has thousands. */
const STEP = 100

/** What a command compares with the device: its countdowns differ by then. */
const seenOf = ({ server, blocked, comment }: DhcpLease) => ({ server, blocked, comment })
const nameOf = (row: DhcpLease) => row.address ?? row.active_address ?? row.mac ?? row.id

/** The commands of leases, and the row that the last one is about. */
function useLeaseCommands(hardwareId: number) {
  const { t } = useTranslation()
  const question = useQuestion()
  const [target, setTarget] = useState<string>()
  const reserving = useDeviceCommand(control.reserveLease, { hardwareId })
  const removing = useDeviceCommand(control.removeLease, { hardwareId })
  const params = { id: hardwareId }
  return {
    target,
    last: latestCommand([reserving, removing]),
    dialog: question.dialog,
    reserve: (row: DhcpLease) => {
      setTarget(row.id)
      void reserving
        .enqueue({ params, body: { id: row.id, seen: seenOf(row) } })
        .catch((error: unknown) => notify.error(errorText(error, t)))
    },
    remove: (row: DhcpLease) => {
      const key = row.dynamic ? 'removeLease' : 'removeReservation'
      question.confirm({
        title: t(`lan:leases.confirm.${key}Title`, { name: nameOf(row) }),
        text: t(`lan:leases.confirm.${key}`),
        confirmLabel: t('lan:remove'),
        tone: 'danger',
        run: () => {
          setTarget(row.id)
          return removing.enqueue({ params, query: { id: row.id, seen: JSON.stringify(seenOf(row)) } })
        },
        done: t('lan:sent'),
      })
    },
  }
}

/** @param formOf the path of the form of a row; undefined: it cannot be changed */
function useRowColumns(formOf: ((row: DhcpLease) => string) | undefined): RowColumns<DhcpLease> {
  const { t } = useTranslation()
  return [
    {
      key: 'address',
      label: t('lan:field.ip'),
      render: (row) =>
        formOf ? (
          <TextLink to={formOf(row)} inherit>
            {nameOf(row)}
          </TextLink>
        ) : (
          nameOf(row)
        ),
    },
    {
      key: 'status',
      render: ({ status }) =>
        status === null ? (
          <span className={layout.hint}>{t('lan:leases.noStatus')}</span>
        ) : (
          <StatusBadge tone={leaseTone(status)}>
            {t(`lan:value.status.${status}`, { defaultValue: status })}
          </StatusBadge>
        ),
    },
    {
      key: 'host_name',
      render: ({ host_name, comment }) => (
        <span className={layout.stacked}>
          <Value of={host_name} />
          {comment ? <span className={layout.hint}>{comment}</span> : null}
        </span>
      ),
    },
    'mac',
    {
      key: 'dynamic',
      label: t('lan:field.kind'),
      render: (row) =>
        row.blocked ? (
          <StatusBadge tone="bad">{t('lan:leases.kind.blocked')}</StatusBadge>
        ) : (
          t(`lan:leases.kind.${row.dynamic ? 'lease' : 'reservation'}`)
        ),
    },
    'server',
  ]
}

/** Leases and reservations of one router. Those of all routers of a site are a list of the site. */
export default function DeviceLeases() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId, may } = of
  const leases = useDeviceReading(of, control.leases, useReadingInterval(of))
  const commands = useLeaseCommands(hardwareId)
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(STEP)
  const found = leases.rows?.filter((row) => leaseMatches(row, search))
  const add = may(control.addLease) ? (
    <AddButton label={t('lan:leases.add')} to={{ to: devicePaths.leaseAdd(hardwareId) }} />
  ) : null
  const formOf = (row: DhcpLease) => devicePaths[row.dynamic ? 'leaseReserve' : 'leaseUpdate'](hardwareId, row.id)
  const columns = useRowColumns(may(control.setLease) ? formOf : undefined)
  const result = <CommandEnd of={commands.last.command} onClose={commands.last.clear} />
  const isShown = found?.slice(0, count).some(({ id }) => id === commands.target) ?? false
  const actions = (row: DhcpLease) => {
    const name = nameOf(row)
    return (
      <>
        {row.dynamic && may(control.reserveLease) ? (
          <RowButton
            icon={IconBookmark}
            label={t('lan:leases.action.reserve')}
            name={t('lan:leases.reserveOf', { name })}
            onClick={() => commands.reserve(row)}
          />
        ) : null}
        {may(control.setLease) ? <EditLink name={name} to={formOf(row)} /> : null}
        {may(control.removeLease) ? <RemoveButton name={name} onClick={() => commands.remove(row)} /> : null}
      </>
    )
  }
  return (
    <ReadingPage of={of} reading={leases} actions={add}>
      {() => (
        <Card title={t('panel:title.leases')}>
          <div className={layout.stack}>
            {isShown ? null : result}
            {(leases.rows?.length ?? 0) > 10 ? (
              <TextInput
                type="search"
                maw={320}
                leftSection={<IconSearch size={16} aria-hidden="true" />}
                aria-label={t('lan:leases.search')}
                placeholder={t('lan:leases.search')}
                value={search}
                onChange={({ currentTarget }) => {
                  setSearch(currentTarget.value)
                  setCount(STEP)
                }}
              />
            ) : null}
            <ReadRows
              rows={found}
              unread={leases.readingError !== undefined}
              empty={
                <EmptyState
                  icon={<IconNetwork size={20} />}
                  title={t(search === '' ? 'lan:leases.empty' : 'lan:leases.noMatch')}
                  text={search === '' ? t('lan:leases.emptyText') : undefined}
                />
              }
            >
              {(rows) => (
                <RowTable<DhcpLease>
                  label={t('panel:title.leases')}
                  rows={rows.slice(0, count)}
                  idOf={({ id }) => id}
                  actions={may(control.setLease) || may(control.removeLease) ? actions : undefined}
                  below={(row) => (row.id === commands.target && commands.last.command ? result : null)}
                  columns={columns}
                />
              )}
            </ReadRows>
            {found && found.length > count ? (
              <Button variant="default" onClick={() => setCount(count + STEP)}>
                {t('lan:leases.more', { count: found.length - count })}
              </Button>
            ) : null}
          </div>
          {commands.dialog}
        </Card>
      )}
    </ReadingPage>
  )
}
