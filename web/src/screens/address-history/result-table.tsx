import type { AddressRow } from '@trunkline/contract/resources/address-history'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { Code, CompanyName, NasName } from '../sessions/cells.tsx'
import { only, useDiallerPath } from '../sessions/dialler.ts'
import classes from './address-history.module.css'

const columns = ['address', 'username', 'from', 'until', 'company', 'nas', 'calling', 'session', 'kind'] as const

/** Who had the address: one row each time that a session had it, with the ways to service, company, NAS and session. */
export function ResultTable({ rows }: { rows: readonly AddressRow[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll} role="region" aria-label={t('address-history:result')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`address-history:column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ResultRow key={`${row.session_id} ${row.kind} ${row.address} ${row.port_from} ${row.from}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A time in the user's zone, and exactly in UTC: what an authority asks for. */
const Instant = ({ value }: { value: string }) => (
  <>
    <Time value={value} />
    <span className={classes.under}>{value}</span>
  </>
)

function ResultRow({ row }: { row: AddressRow }) {
  const { t } = useTranslation()
  const service = useDiallerPath()(row)
  return (
    <tr>
      <th scope="row">
        <Code value={row.address} />
        {row.port_from === null ? null : (
          <span className={classes.under}>{t('address-history:ports', { from: row.port_from, to: row.port_to })}</span>
        )}
      </th>
      <td>{service ? <TextLink to={service}>{row.username}</TextLink> : row.username}</td>
      <td>
        <Instant value={row.from} />
      </td>
      <td>{row.until === null ? t('address-history:inUse') : <Instant value={row.until} />}</td>
      <td>
        <CompanyName row={row} />
      </td>
      <td>
        <NasName row={row} />
      </td>
      <td>
        <Code value={row.calling} />
      </td>
      <td>
        <TextLink
          to={row.until === null ? paths.sessions.list : paths.sessions.history}
          search={only('id', row.session_id)}
        >
          {row.acct_session_id ?? t('address-history:openSession')}
        </TextLink>
      </td>
      <td>{t(`address-history:kind.${row.kind}`)}</td>
    </tr>
  )
}
