import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import { IconAccessPoint, IconAdjustments, IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction, StartedAction, StartedRow } from '../../list/list-types.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { rowsAndVersions } from './access-point-values.ts'
import { useCommandResults } from './command-results.tsx'
import { SiteWifiList } from './site-wifi-list.tsx'
import { useAccessPointColumns } from './use-access-point-columns.tsx'
import { useSiteWifi } from './use-site-wifi.ts'

const AccessPointDialog = lazy(() => loadChunk(() => import('./access-point-dialog.tsx')))

/** Milliseconds between two reads while the connection for live updates is down. */
const refetchInterval = 30_000

/** Access points of a site: radios, and the virtual interfaces on them. */
export default function AccessPointList() {
  const { t } = useTranslation()
  const page = useSiteWifi()
  const question = useQuestion()
  const commands = useCommandResults()
  const enable = useCommand(wifi.enableAccessPoints)
  const disable = useCommand(wifi.disableAccessPoints)
  /** Every row that was shown: bulk actions are given only the id and name of theirs. */
  const loaded = useRef(new Map<string, AccessPoint>())
  const [edited, setEdited] = useState<{ rows: readonly AccessPoint[]; done: () => void } | null>(null)
  const may = page.may(wifi.setAccessPoints)
  const rowsOf = (rows: readonly StartedRow<string>[]) => rows.flatMap(({ id }) => loaded.current.get(id) ?? [])

  const switchAction = (key: 'enable' | 'disable'): StartedAction<string> => {
    const tone = key === 'enable' ? 'normal' : 'danger'
    return {
      key,
      label: t(`wifi:points.${key}`),
      icon: actionIcon(IconPower),
      tone,
      can: may,
      start: (rows, done) => {
        const points = rowsOf(rows)
        question.confirm({
          title: t(`wifi:points.${key}Title`, { count: rows.length, name: rows[0]?.name }),
          text: t(`wifi:points.${key}Text`, { count: points.reduce((sum, { clients }) => sum + clients, 0) }),
          confirmLabel: t(`wifi:points.${key}`),
          tone,
          run: async () => {
            const body = { ids: rows.map(({ id }) => id), versions: rowsAndVersions(points).versions }
            const call = key === 'enable' ? enable : disable
            commands.follow((await call.run({ params: { id: page.siteId }, body })).data)
            done()
          },
          done: t('wifi:sent'),
        })
      },
    }
  }
  const change: StartedAction<string> = {
    key: 'change',
    label: t('wifi:points.change'),
    icon: actionIcon(IconAdjustments),
    can: may,
    start: (rows, done) => setEdited({ rows: rowsOf(rows), done }),
  }
  const actionsOf = (row: AccessPoint): RowAction[] => {
    const reason = row.controlled_elsewhere ? 'elsewhereText' : row.dynamic ? 'dynamicText' : undefined
    const edit = {
      key: 'edit',
      label: t('common:record.action.edit'),
      icon: actionIcon(IconPencil),
      disabledReason: reason && t(`wifi:points.${reason}`),
      onClick: () => setEdited({ rows: [row], done: () => undefined }),
    }
    return may ? [edit] : []
  }

  const columns = useAccessPointColumns(loaded)

  return (
    <>
      <SiteWifiList<AccessPoint>
        page={page}
        index={wifi.accessPoints}
        name="access-points"
        texts="points"
        icon={IconAccessPoint}
        columns={columns}
        rowName={(row) => {
          loaded.current.set(row.id, row)
          return row.name
        }}
        bulk={[switchAction('enable'), switchAction('disable'), change]}
        rowActions={actionsOf}
        every={refetchInterval}
        withoutFilter={['hardware_id', 'setting_id']}
      >
        {commands.results}
      </SiteWifiList>
      {question.dialog}
      <Suspense fallback={null}>
        {edited ? (
          <AccessPointDialog
            siteId={page.siteId}
            rows={edited.rows}
            onClose={() => setEdited(null)}
            onSent={(sent) => {
              commands.follow(sent)
              edited.done()
              setEdited(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
