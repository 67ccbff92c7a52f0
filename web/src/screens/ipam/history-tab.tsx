import { Button, Group, TextInput } from '@mantine/core'
import { tryAddress, tryPrefix } from '@trunkline/contract/net'
import type { Reply } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { QueryResult } from '../../ui/query-result.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { instantOf } from '../../ui/time-format.ts'
import { Time } from '../../ui/time.tsx'
import { useZone } from '../../ui/zone.ts'
import { UsedBy } from './badges.tsx'

type HistoryRow = Reply<typeof subnets.history>['data'][number]

/** Owners of a subnet, or of an address in it, over time. */
export function HistoryTab({ net }: { net: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [ip, setIp] = useState(net)
  const [at, setAt] = useState('')
  const [query, setQuery] = useState<{ ip: string; at?: string }>({ ip: net })
  const history = useCall(subnets.history, { query: { ...query, limit: 100 } })
  const invalid = tryAddress(ip) === undefined && tryPrefix(ip) === undefined
  const cells: Record<string, (row: HistoryRow) => ReactNode> = {
    net: (row) => row.net,
    owner: (row) => row.company_name,
    usedBy: (row) => (row.used_by ? <UsedBy of={row.used_by} /> : <NotSet label={t('ui:notSet')} />),
    from: (row) => <Time value={row.from} />,
    until: (row) => (row.until ? <Time value={row.until} /> : t('ipam:history.now')),
  }
  return (
    <Card title={t('ipam:history.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!invalid) setQuery({ ip: ip.trim(), ...(at ? { at: instantOf(at, zone) } : {}) })
        }}
      >
        <Group align="flex-start" gap="sm" mb="md">
          <TextInput
            flex="1 1 200px"
            maw={320}
            label={t('ipam:history.ip')}
            value={ip}
            error={invalid ? t('ipam:history.invalid') : undefined}
            onChange={(event) => setIp(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            flex="1 1 200px"
            maw={320}
            label={t('ipam:history.at', { zone })}
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" mt={25}>
            {t('ipam:history.submit')}
          </Button>
        </Group>
      </form>
      <QueryResult
        query={history}
        rows={history.data?.data}
        skeleton={{ rows: 4, columns: 4 }}
        empty={{ title: t('ipam:history.empty.title'), text: t('ipam:history.empty.text') }}
      >
        {(rows) => (
          <SimpleTable
            label={t('ipam:history.title')}
            tableClassName={layout.nowrap}
            busy={history.isPlaceholderData}
            rows={rows}
            rowKey={(_row, index) => index}
            columns={Object.entries(cells).map(([key, cell]) => ({
              key,
              header: t(`ipam:history.column.${key}`),
              cell,
            }))}
          />
        )}
      </QueryResult>
    </Card>
  )
}
