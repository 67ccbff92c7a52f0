import { Button } from '@mantine/core'
import type { AddressRow, IpRow } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { RowAction } from '../../list/list-types.ts'
import { RowMenu } from '../../list/row-menu.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './address.module.css'
import { StateBadge, UsedBy } from './badges.tsx'
import { addressesText } from './utilisation-format.ts'

interface Props {
  label: string
  rows: readonly IpRow[]
  narrow: boolean
  dimmed: boolean
  actionsOf: (row: Exclude<IpRow, { kind: 'free' }>) => RowAction[]
  /** Absent without the permission to allocate. */
  onAllocate: ((ip: string) => void) | undefined
}

const noop = () => undefined
const columns = ['ip', 'state', 'company_name', 'used_by', 'dns_name', 'mac', 'note', 'last_seen_at'] as const

/** `10.0.0.1 – 10.0.0.9`, or a single address. */
export const rangeText = ({ lo, hi }: { lo: string; hi: string }) => (lo === hi ? lo : `${lo} – ${hi}`)

const keyOf = (row: IpRow): string =>
  row.kind === 'address' ? `a${row.address.id}` : row.kind === 'range' ? `r${row.range.id}` : `f${row.lo}`

const nameOf = (row: IpRow): string =>
  row.kind === 'address' ? row.address.ip : rangeText(row.kind === 'range' ? row.range : row)

/** The contents of the cells: of an address by column, of a range its size and kind. */
function useCells() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const addressCells = (row: AddressRow): Record<(typeof columns)[number], ReactNode> => ({
    ip: (
      <>
        {row.ip}{' '}
        {row.is_gateway ? (
          <StatusBadge dot={false} tone="info">
            {t('ipam:field.gateway')}
          </StatusBadge>
        ) : null}
      </>
    ),
    state: <StateBadge state={row.state} />,
    company_name: row.company_name,
    used_by: row.used_by ? <UsedBy of={row.used_by} /> : null,
    dns_name: row.dns_name,
    mac: row.mac,
    note: row.note,
    last_seen_at: row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : null,
  })
  const sizeOf = (row: Exclude<IpRow, { kind: 'address' }>) =>
    addressesText(row.kind === 'range' ? row.range.size : row.size, t, language)
  const kindBadge = (row: Exclude<IpRow, { kind: 'address' }>) =>
    row.kind === 'range' ? (
      <StatusBadge dot={false} tone={row.range.kind === 'edge' ? 'neutral' : 'warning'}>
        {t(`ipam:value.range.${row.range.kind}`)}
      </StatusBadge>
    ) : (
      <span className={classes.free}>{t('ipam:map.state.free')}</span>
    )
  return { addressCells, sizeOf, kindBadge }
}

/** Addresses, ranges and free ranges in order of address: a table, or cards on a narrow screen. */
export function AddressTable({ label, rows, narrow, dimmed, actionsOf, onAllocate }: Props) {
  const { t } = useTranslation()
  const { addressCells, sizeOf, kindBadge } = useCells()

  const control = (row: IpRow): ReactNode => {
    if (row.kind !== 'free') {
      const actions = actionsOf(row)
      return actions.length > 0 ? <RowMenu name={nameOf(row)} actions={() => actions} onAct={noop} /> : null
    }
    return onAllocate ? (
      <Button
        size="compact-xs"
        variant="light"
        className={classes.allocate}
        aria-label={t('ipam:allocateNet', { net: row.lo })}
        onClick={() => onAllocate(row.lo)}
      >
        {t('ipam:allocate')}
      </Button>
    ) : null
  }

  if (narrow)
    return (
      <ul className={clsx(layout.list, classes.cards, dimmed && classes.dimmed)} aria-label={label}>
        {rows.map((row) => {
          const cells = row.kind === 'address' ? addressCells(row.address) : undefined
          return (
            <li key={keyOf(row)} className={clsx(row.kind === 'free' && classes.freeRow)}>
              <div className={classes.cardHead}>
                <span>{cells ? cells.ip : nameOf(row)}</span>
                {control(row)}
              </div>
              <div className={classes.cardFacts}>
                {cells
                  ? columns
                      .slice(1, -1)
                      .map((column) => (cells[column] ? <span key={column}>{cells[column]}</span> : null))
                  : row.kind !== 'address' && (
                      <>
                        {kindBadge(row)} <span>{sizeOf(row)}</span>{' '}
                        {row.kind === 'range' && row.range.note ? <span>{row.range.note}</span> : null}
                      </>
                    )}
              </div>
            </li>
          )
        })}
      </ul>
    )
  return (
    <div className={clsx(classes.region, dimmed && classes.dimmed)} role="group" aria-label={label} tabIndex={0}>
      <table className={clsx(layout.table, classes.table)} aria-label={label} aria-busy={dimmed}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`ipam:field.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            if (row.kind !== 'address')
              return (
                <tr key={keyOf(row)} className={clsx(row.kind === 'free' && classes.freeRow)}>
                  <th scope="row">{nameOf(row)}</th>
                  <td>{kindBadge(row)}</td>
                  <td colSpan={columns.length - 2}>
                    {row.kind === 'range' ? [sizeOf(row), row.range.note].filter(Boolean).join(' · ') : sizeOf(row)}{' '}
                    {row.kind === 'free' ? control(row) : null}
                  </td>
                  <td className={classes.menu}>{row.kind === 'range' ? control(row) : null}</td>
                </tr>
              )
            const cells = addressCells(row.address)
            return (
              <tr key={keyOf(row)}>
                <th scope="row">{cells.ip}</th>
                {columns.slice(1).map((column) => (
                  <td key={column}>{cells[column] || <NotSet label={t('ui:notSet')} />}</td>
                ))}
                <td className={classes.menu}>{control(row)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
