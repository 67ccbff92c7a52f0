import { Button, TextInput } from '@mantine/core'
import { tryAddress, tryPrefix } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { instantOf } from '../../ui/time-format.ts'
import { Time } from '../../ui/time.tsx'
import { useZone } from '../../ui/zone.ts'
import { UsedBy } from './badges.tsx'
import classes from './detail.module.css'

/** Who held a subnet, or an address in it, and when. */
export function HistoryTab({ net }: { net: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [ip, setIp] = useState(net)
  const [at, setAt] = useState('')
  const [requested, setAsked] = useState<{ ip: string; at?: string }>({ ip: net })
  const history = useCall(subnets.history, { query: { ...requested, limit: 100 } })
  const rows = history.data?.data
  const wrong = tryAddress(ip) === undefined && tryPrefix(ip) === undefined
  return (
    <Card title={t('ipam:history.ask')}>
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) setAsked({ ip: ip.trim(), ...(at ? { at: instantOf(at, zone) } : {}) })
        }}
      >
        <TextInput
          label={t('ipam:history.ip')}
          value={ip}
          error={wrong ? t('ipam:history.wrong') : undefined}
          onChange={(event) => setIp(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('ipam:history.at', { zone })}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('ipam:history.show')}
        </Button>
      </form>
      {history.error ? (
        <ErrorNotice error={history.error} retry={() => void history.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={4} columns={4} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('ipam:history.none')} text={t('ipam:history.noneText')} />
      ) : (
        <div className={classes.scroll} role="region" aria-label={t('ipam:history.ask')} tabIndex={0}>
          <table className={classes.table} aria-busy={history.isPlaceholderData}>
            <thead>
              <tr>
                {(['net', 'holder', 'usedBy', 'from', 'until'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`ipam:history.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">{row.net}</th>
                  <td>{row.company_name}</td>
                  <td>{row.used_by ? <UsedBy of={row.used_by} /> : <NotSet label={t('ui:notSet')} />}</td>
                  <td>
                    <Time value={row.from} />
                  </td>
                  <td>{row.until ? <Time value={row.until} /> : t('ipam:history.now')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
