import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { deviceTools, type RunRow } from '@trunkline/contract/resources/device-tool'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListFooter } from '../../list/list-footer.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { PersonName } from '../devices/names.tsx'
import { RunStateBadge } from './tool-result.tsx'

/** What a run was started with, without numbers: `192.0.2.1`, `ether1`. */
const inputText = ({ address, name, interface: port, topic, mac }: RunRow['input']) =>
  [address, name, port, mac, topic].filter(Boolean).join(', ')

/** Runs of tools on a device, latest first. */
export function ToolHistory({ hardwareId, onShow }: { hardwareId: number; onShow: (id: number) => void }) {
  const { t, i18n } = useTranslation()
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const shown = useCall(deviceTools.index, { params: { id: hardwareId }, query: { page, perPage } })
  const toolOf = (row: RunRow) => t(`device-tools:tools.${row.tool}`)
  return (
    <Card title={t('device-tools:history.title')}>
      <Loaded of={shown} skeleton={<TableSkeleton rows={4} columns={6} />}>
        {({ data, meta: { pagination } }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconTool size={20} />}
              title={t('device-tools:history.empty.title')}
              text={t('device-tools:history.empty.text')}
            />
          ) : (
            <>
              <SimpleTable
                label={t('device-tools:history.title')}
                rows={data}
                rowKey={(row) => row.id}
                columns={[
                  { key: 'tool', header: t('device-tools:history.tool'), cell: toolOf },
                  { key: 'input', header: t('device-tools:history.input'), cell: (row) => inputText(row.input) || '–' },
                  {
                    key: 'state',
                    header: t('device-tools:history.state'),
                    cell: (row) => <RunStateBadge state={row.state} />,
                  },
                  {
                    key: 'result',
                    header: t('device-tools:history.result'),
                    cell: (row) => row.detail?.message ?? '–',
                  },
                  {
                    key: 'by',
                    header: t('device-tools:history.by'),
                    cell: (row) => <PersonName of={row.requested_by} />,
                  },
                  {
                    key: 'at',
                    header: t('device-tools:history.at'),
                    cell: (row) => <Time value={row.started_at} />,
                  },
                  {
                    key: 'show',
                    header: t('device-tools:history.rows'),
                    cell: (row) => (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={t('device-tools:history.showOf', {
                          tool: toolOf(row),
                          time: new Date(row.started_at).toLocaleString(regional(i18n.language)),
                        })}
                        onClick={() => onShow(row.id)}
                      >
                        {t('device-tools:history.show')}
                      </Button>
                    ),
                  },
                ]}
              />
              {pagination.total > 25 ? (
                <ListFooter
                  facts={pagination}
                  perPage={perPage}
                  narrow
                  onPage={setPage}
                  onPerPage={(next) => {
                    setPage(1)
                    setPerPage(next as typeof perPage)
                  }}
                />
              ) : null}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
