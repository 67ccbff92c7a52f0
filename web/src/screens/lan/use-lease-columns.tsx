import type { SiteLease } from '@trunkline/contract/resources/site-live'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ListColumn } from '../../list/list-types.ts'
import layout from '../../ui/layout.module.css'
import { TextLink, type LinkTarget } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { changesRow, useOpenCommands } from '../devices/open-commands.ts'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<string, Tone> = { bound: 'good', declined: 'bad', conflict: 'bad' }

/** The tone of the status of a lease. */
export const leaseTone = (status: string): Tone => tones[status] ?? 'neutral'

/**
 * The columns of leases and reservations.
 * @param formOf the form of a row; undefined for users who may not change it
 */
export function useLeaseColumns(
  nameOf: (row: SiteLease) => string,
  formOf: ((row: SiteLease) => LinkTarget) | undefined,
): ListColumn<SiteLease>[] {
  const { t } = useTranslation()
  const open = useOpenCommands()
  const column = (
    field: keyof SiteLease & string,
    width: number,
    of: Partial<ListColumn<SiteLease>> = { card: 'fact' },
  ): ListColumn<SiteLease> => ({ field, header: t(`lan:field.${field}`), width, ...of })
  return [
    column('address', 150, {
      header: t('lan:field.ip'),
      card: 'title',
      below: (row) => [row.host_name],
      render: (row) =>
        formOf ? (
          <TextLink {...formOf(row)} inherit>
            {nameOf(row)}
          </TextLink>
        ) : (
          nameOf(row)
        ),
    }),
    column('status', 112, {
      card: 'status',
      render: ({ status, hardware_id: hardwareId, lease_id: leaseId }) =>
        changesRow(open, hardwareId, leaseId) ? (
          <StatusBadge tone="info">{t('devices:applying')}</StatusBadge>
        ) : status === null ? (
          <span className={layout.hint}>{t('lan:leases.noStatus')}</span>
        ) : (
          <StatusBadge tone={leaseTone(status)}>
            {t(`lan:value.status.${status}`, { defaultValue: status })}
          </StatusBadge>
        ),
    }),
    column('host_name', 160, { hidden: true }),
    column('mac', 155),
    column('dynamic', 115, {
      header: t('lan:field.kind'),
      card: 'fact',
      render: (row) =>
        row.blocked ? (
          <StatusBadge tone="bad">{t('lan:leases.kind.blocked')}</StatusBadge>
        ) : (
          t(`lan:leases.kind.${row.dynamic ? 'lease' : 'reservation'}`)
        ),
    }),
    column('hardware_name', 140),
    column('server', 130, { hidden: true }),
    column('expires_at', 130, {
      card: 'fact',
      render: ({ expires_at: at }) =>
        at === null ? <span className={layout.hint}>{t('lan:leases.never')}</span> : <RelativeTime value={at} />,
    }),
    column('comment', 150),
    column('last_seen_at', 140, { hidden: true, render: (row) => <RelativeTime value={row.last_seen_at} /> }),
    column('read_at', 140, { hidden: true, render: (row) => <RelativeTime value={row.read_at} /> }),
  ]
}
