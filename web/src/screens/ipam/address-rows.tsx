import { Button } from '@mantine/core'
import type { AddressRow, IpRow, RangeRow } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { RowAction } from '../../list/list-types.ts'
import { RowMenu } from '../../list/row-menu.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { StateBadge, UsedBy } from './badges.tsx'
import classes from './address.module.css'
import { addressesText } from './utilisation.ts'

interface Props {
  label: string
  rows: readonly IpRow[]
  narrow: boolean
  dimmed: boolean
  ofAddress: (row: AddressRow) => RowAction[]
  ofRange: (row: RangeRow) => RowAction[]
  /** Absent where nothing may be taken. */
  onTake: ((ip: string) => void) | undefined
}

const nothing = () => undefined
const columns = ['ip', 'state', 'holder', 'usedBy', 'name', 'mac', 'note', 'seen'] as const

/** `10.0.0.1 – 10.0.0.9`, or the one address. */
const span = ({ lo, hi }: { lo: string; hi: string }) => (lo === hi ? lo : `${lo} – ${hi}`)

const keyOf = (row: IpRow): string =>
  row.kind === 'address' ? `a${row.address.id}` : row.kind === 'range' ? `r${row.range.id}` : `f${row.lo}`

/** Addresses, ranges and free stretches in order of address: a table, or cards on a narrow screen. */
export function AddressRows(props: Props) {
  const { t, i18n } = useTranslation()
  const { rows, narrow, label, dimmed, ofAddress, ofRange, onTake } = props
  const language = regional(i18n.language)

  const menu = (name: string, actions: RowAction[]) =>
    actions.length > 0 ? <RowMenu name={name} actions={() => actions} onAct={nothing} /> : null
  const take = (ip: string) =>
    onTake ? (
      <Button
        size="compact-xs"
        variant="light"
        className={classes.take}
        aria-label={t('ipam:address.takeThis', { ip })}
        onClick={() => onTake(ip)}
      >
        {t('ipam:address.form.take')}
      </Button>
    ) : null
  const none = <NotSet label={t('ui:notSet')} />

  /** What a row says, in the order of the columns. */
  const cells = (row: AddressRow): Record<(typeof columns)[number], ReactNode> => ({
    ip: (
      <>
        {row.ip}
        {row.is_gateway ? (
          <>
            {' '}
            <StatusBadge dot={false} tone="info">
              {t('ipam:address.gateway')}
            </StatusBadge>
          </>
        ) : null}
      </>
    ),
    state: <StateBadge state={row.state} />,
    holder: row.company_name,
    usedBy: row.used_by ? <UsedBy of={row.used_by} /> : null,
    name: row.dns_name,
    mac: row.mac,
    note: row.note,
    seen: row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : null,
  })
  const sizeOf = (row: Exclude<IpRow, { kind: 'address' }>) =>
    row.kind === 'range'
      ? t('ipam:address.rangeText', { size: addressesText(row.range.size, t, language) })
      : t('ipam:address.freeText', { size: addressesText(row.size, t, language) })
  const kindBadge = (row: Exclude<IpRow, { kind: 'address' }>) =>
    row.kind === 'range' ? (
      <StatusBadge dot={false} tone={row.range.kind === 'edge' ? 'neutral' : 'warning'}>
        {t(`ipam:value.range.${row.range.kind}`)}
      </StatusBadge>
    ) : (
      <span className={classes.free}>{t('ipam:address.free')}</span>
    )

  if (narrow)
    return (
      <ul className={clsx(classes.cards, dimmed && classes.dimmed)} aria-label={label}>
        {rows.map((row) => {
          if (row.kind !== 'address')
            return (
              <li key={keyOf(row)} className={clsx(row.kind === 'free' && classes.freeRow)}>
                <div className={classes.cardHead}>
                  <span>{span(row.kind === 'range' ? row.range : row)}</span>
                  {row.kind === 'free' ? take(row.lo) : menu(span(row.range), ofRange(row.range))}
                </div>
                <div className={classes.cardFacts}>
                  {kindBadge(row)} <span>{sizeOf(row)}</span>{' '}
                  {row.kind === 'range' && row.range.note ? <span>{row.range.note}</span> : null}
                </div>
              </li>
            )
          const stated = cells(row.address)
          return (
            <li key={keyOf(row)}>
              <div className={classes.cardHead}>
                <span>{stated.ip}</span>
                {menu(row.address.ip, ofAddress(row.address))}
              </div>
              <div className={classes.cardFacts}>
                {stated.state} <span>{stated.holder}</span> {stated.usedBy}
                {(['name', 'mac', 'note'] as const).map((column) =>
                  stated[column] ? <span key={column}>{stated[column]}</span> : null,
                )}
              </div>
            </li>
          )
        })}
      </ul>
    )
  return (
    <div className={clsx(classes.region, dimmed && classes.dimmed)} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label} aria-busy={dimmed}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`ipam:address.column.${column}`)}
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
                  <th scope="row">{span(row.kind === 'range' ? row.range : row)}</th>
                  <td>{kindBadge(row)}</td>
                  <td colSpan={6}>
                    {sizeOf(row)} {row.kind === 'range' ? row.range.note : take(row.lo)}
                  </td>
                  <td className={classes.menu}>
                    {row.kind === 'range' ? menu(span(row.range), ofRange(row.range)) : null}
                  </td>
                </tr>
              )
            const stated = cells(row.address)
            return (
              <tr key={keyOf(row)}>
                {columns.map((column) =>
                  column === 'ip' ? (
                    <th key={column} scope="row">
                      {stated.ip}
                    </th>
                  ) : (
                    <td key={column}>{stated[column] || none}</td>
                  ),
                )}
                <td className={classes.menu}>{menu(row.address.ip, ofAddress(row.address))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
