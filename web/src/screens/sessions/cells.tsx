import { Button, VisuallyHidden } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { nas } from '@trunkline/contract/resources/nas'
import type { LiveSession } from '@trunkline/contract/resources/radius-session'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { useCan } from '../../access/can.ts'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { NotSet, type Fact } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './sessions.module.css'

const CellLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <TextLink to={to} inherit className={classes.link}>
      {children}
    </TextLink>
  ) : (
    children
  )

/** The name of a NAS, linked to its page. */
export function NasName({ row }: { row: { nas_id: number | null; nas_name: string | null } }) {
  const { t } = useTranslation()
  const can = useCan()
  if (row.nas_id === null) return <NotSet label={t('ui:notSet')} />
  if (row.nas_name === null) return <span className={layout.quiet}>{t('sessions:nasDeleted')}</span>
  return <CellLink to={can(nas.show) ? paths.nas.details(row.nas_id) : undefined}>{row.nas_name}</CellLink>
}

/** The name of a company, linked to its page. */
export function CompanyName({ row }: { row: { company_id: number | null; company_name: string | null } }) {
  const { t } = useTranslation()
  const can = useCan()
  if (row.company_id === null || row.company_name === null) return <NotSet label={t('ui:notSet')} />
  return (
    <CellLink to={can(companies.show) ? paths.companies.summary(row.company_id) : undefined}>
      {row.company_name}
    </CellLink>
  )
}

/** Addresses and identifiers, in a monospaced font. */
export function Code({ value }: { value: string | null }) {
  const { t } = useTranslation()
  return value ? <span className={layout.code}>{value}</span> : <NotSet label={t('ui:notSet')} />
}

/** The text of an Acct-Terminate-Cause (`User-Request`); one of a vendor as it is. */
export const causeText = (cause: string | null, t: TFunction): string =>
  cause ? t(`sessions:cause.${cause}`, { defaultValue: cause }) : t('sessions:causeNone')

const names = ['company_name', 'nas_name', 'service_kind', 'closed_by', 'cause', 'seconds'] as const
const volumes = ['upload_bytes', 'download_bytes'] as const
const times = ['at', 'started_at', 'stopped_at', 'updated_at', 'created_at', 'sent_at', 'finished_at'] as const
const codes = [
  'calling',
  'called',
  'nas_port',
  'framed_ip',
  'framed_ipv6_address',
  'framed_ipv6',
  'delegated_ipv6',
  'session_id',
] as const
const shared = [...names, ...volumes, ...times, ...codes] as const
type SharedField = (typeof shared)[number]
const isIn = <T extends string>(fields: readonly T[], field: string): field is T =>
  (fields as readonly string[]).includes(field)

/** A field that sessions, logins and CoA requests share, as all their lists and drawers show it. */
export function SharedValue({ row, field }: { row: object; field: SharedField }): ReactNode {
  const { t, i18n } = useTranslation()
  const value = (row as Record<string, unknown>)[field]
  if (field === 'company_name') return <CompanyName row={row as Parameters<typeof CompanyName>[0]['row']} />
  if (field === 'nas_name') return <NasName row={row as Parameters<typeof NasName>[0]['row']} />
  if (field === 'cause') return causeText(value as string | null, t)
  if (isIn(times, field)) return <Time value={value as string | null} />
  if (isIn(codes, field)) return <Code value={value as string | null} />
  if (value === null || value === undefined) return <NotSet label={t('ui:notSet')} />
  if (field === 'seconds') return durationText(value as number, i18n.language)
  if (isIn(volumes, field)) return bytesText(value as number, i18n.language)
  return t(`sessions:value.${field}.${String(value)}`)
}

/**
 * Columns of a list, with the labels of their fields and the values of shared fields.
 * @param feature the namespace of the labels
 */
export const columnsOf = <Row extends object>(
  t: TFunction,
  columns: readonly RecordColumn<Row>[],
  feature = 'sessions',
): ListColumn<Row>[] =>
  columns.map((column): ListColumn<Row> => {
    const { field } = column
    return {
      header: t(`${feature}:field.${field}`),
      ...(isIn(shared, field) && { render: (row: Row) => <SharedValue row={row} field={field} /> }),
      ...column,
    }
  })

/** The same of a drawer. */
export const factsOf = (t: TFunction, row: object, fields: readonly SharedField[]): Fact[] =>
  fields.map((field) => ({ label: t(`sessions:field.${field}`), value: <SharedValue row={row} field={field} /> }))

/** Opens the details of a row. */
export function DetailsButton({ label, onOpen }: { /** For screen readers. */ label: string; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={onOpen}>
      {t('sessions:details')}
      <VisuallyHidden>, {label}</VisuallyHidden>
    </Button>
  )
}

/** The last columns of online and of ended sessions. */
export const hiddenSessionColumns: RecordColumn<LiveSession>[] = [
  { field: 'service_kind', width: 130, hidden: true },
  { field: 'nas_port', width: 130, hidden: true },
  { field: 'called', width: 160, hidden: true },
  { field: 'framed_ipv6_address', width: 200, hidden: true },
  { field: 'framed_ipv6', width: 200, hidden: true },
  { field: 'delegated_ipv6', width: 200, hidden: true },
  { field: 'id', width: 180, hidden: true, render: (row) => <Code value={row.id} /> },
]
