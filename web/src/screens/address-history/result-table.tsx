import type { AddressRow } from '@trunkline/contract/resources/address-history'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Time } from '../../ui/time.tsx'
import { Code, CompanyName, NasName } from '../sessions/cells.tsx'
import { searchExactly, useDiallerPath } from '../sessions/dialler.ts'
import classes from './address-history.module.css'

/** The user's time zone, and exactly in UTC: authorities ask for that. */
const Instant = ({ value }: { value: string }) => (
  <>
    <Time value={value} />
    <span className={classes.under}>{value}</span>
  </>
)

/** One row for each time that a session had the address, with links to service, company, NAS and session. */
export function ResultTable({ rows }: { rows: readonly AddressRow[] }) {
  const { t } = useTranslation()
  const servicePath = useDiallerPath()
  const cells: Record<string, (row: AddressRow) => ReactNode> = {
    address: ({ address, port_from, port_to }) => (
      <>
        <Code value={address} />
        {port_from === null ? null : (
          <span className={classes.under}>{t('address-history:ports', { from: port_from, to: port_to })}</span>
        )}
      </>
    ),
    username: (row) => {
      const service = servicePath(row)
      return service ? <TextLink to={service}>{row.username}</TextLink> : row.username
    },
    from: (row) => <Instant value={row.from} />,
    until: (row) => (row.until === null ? t('address-history:inUse') : <Instant value={row.until} />),
    company: (row) => <CompanyName row={row} />,
    nas: (row) => <NasName row={row} />,
    calling: (row) => <Code value={row.calling} />,
    session: (row) => (
      <TextLink
        to={row.until === null ? paths.sessions.list : paths.sessions.history}
        search={searchExactly('id', row.session_id)}
      >
        {row.acct_session_id ?? t('address-history:openSession')}
      </TextLink>
    ),
    kind: (row) => t(`address-history:kind.${row.kind}`),
  }
  return (
    <SimpleTable
      label={t('address-history:result')}
      tableClassName={classes.table}
      rows={rows}
      rowKey={(row) => `${row.session_id} ${row.kind} ${row.address} ${row.port_from} ${row.from}`}
      columns={Object.entries(cells).map(([key, cell]) => ({ key, header: t(`address-history:column.${key}`), cell }))}
    />
  )
}
