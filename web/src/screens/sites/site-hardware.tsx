import { Box, Button, Checkbox, Group } from '@mantine/core'
import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconHeartbeat, IconPlus, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ListFooter } from '../../list/list-footer.tsx'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'
import { listOfSite } from './links.ts'
import { DeviceTable } from './device-table.tsx'
import type { SiteSummary } from './site-stats.tsx'
import { useDeviceChecks } from './use-device-checks.tsx'

const AddDevicesDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./add-devices-dialog.tsx'))).AddDevicesDialog,
}))

/** Devices in the reply of the summary. */
const summarySize = 25

/** The devices of one page, the first in the summary, and the selected ones: another page clears the selection. */
function useDevicePages(summary: SiteSummary) {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(summarySize)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const hasPages = summary.hardware.total > summarySize
  const usesPages = hasPages && (page > 1 || perPage !== summarySize)
  const paged = useCall(
    sites.hardware,
    { params: { id: summary.site.id }, query: { page, perPage } },
    { enabled: hasPages, subjects: ['hardware'] },
  )
  const rows: readonly HardwareRow[] | undefined = usesPages ? paged.data?.data : summary.hardware.first
  const selected = (rows ?? []).filter((row) => selectedIds.has(row.id))
  const toggle = (id: number) =>
    setSelectedIds((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const turn = (next: number) => {
    setSelectedIds(new Set())
    setPage(next)
  }
  return {
    rows,
    /** The call for the pages; undefined while the summary has all devices that are shown. */
    paged: usesPages ? paged : undefined,
    /** Undefined if all devices fit on one page. */
    facts: hasPages ? paged.data?.meta.pagination : undefined,
    perPage,
    setPerPage: (next: number) => {
      turn(1)
      setPerPage(next as typeof perPage)
    },
    turn,
    selectedIds,
    setSelectedIds,
    selected,
    toggle,
  }
}

/** The devices of a site with their status; devices can be added and removed here. */
export function SiteHardware({ summary }: { summary: SiteSummary }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const question = useQuestion()
  const { site } = summary
  const pages = useDevicePages(summary)
  const { rows, paged, selectedIds, setSelectedIds, selected, turn } = pages
  const count = selected.length
  const [adding, setAdding] = useState(false)
  const remove = useCommand(hardware.deassociation, { subjects: ['sites', 'hardware'] })
  const mayChange = site.deleted_at === null && canOn(hardware.deassociation, site)
  const devices = useDeviceChecks(site)
  const confirmRemove = () =>
    question.confirm({
      title: t('sites:remove.title', { count }),
      text: t('sites:remove.text', {
        names: selected.map((row) => row.name).join(', '),
        company: site.company_name,
        count,
      }),
      confirmLabel: t('sites:remove.action'),
      tone: 'danger',
      run: async () => {
        settleOnly((await remove.run({ body: { ids: selected.map((row) => row.id) } })).data)
        turn(1)
      },
      done: t('sites:remove.done', { count }),
    })

  return (
    <Card
      title={t('sites:summary.devices')}
      actions={
        <Group gap="xs">
          {can(hardware.index) && summary.hardware.total > 0 ? (
            <TextLink {...listOfSite(paths.hardware.list, site.id)}>{t('sites:summary.inList')}</TextLink>
          ) : null}
          {rows && rows.length > 0 && devices.check ? (
            <ActionButton
              icon={IconHeartbeat}
              size="compact-md"
              loading={devices.checking}
              onClick={() => devices.check?.((count > 0 ? selected : rows).map((row) => row.id))}
            >
              {count > 0 ? t('sites:check.some', { count }) : t('sites:check.all')}
            </ActionButton>
          ) : null}
          {rows && rows.length > 0 && devices.read ? (
            <ActionButton icon={IconRefresh} size="compact-md" loading={devices.reading} onClick={devices.read}>
              {t('sites:refresh.all')}
            </ActionButton>
          ) : null}
          {mayChange && can(hardware.lookup) ? (
            <ActionButton icon={IconPlus} size="compact-md" onClick={() => setAdding(true)}>
              {t('sites:add.open')}
            </ActionButton>
          ) : null}
        </Group>
      }
    >
      {paged?.error ? (
        <ErrorNotice error={paged.error} retry={() => void paged.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={5} columns={3} />
      ) : rows.length === 0 ? (
        <p className={layout.note}>{t(mayChange ? 'sites:summary.noneText' : 'sites:summary.noHardware')}</p>
      ) : (
        <>
          {mayChange ? (
            <Group justify="space-between" gap="xs" pb="xs">
              <Checkbox
                label={t('sites:remove.all')}
                checked={count === rows.length}
                indeterminate={count > 0 && count < rows.length}
                onChange={() => setSelectedIds(new Set(count === rows.length ? [] : rows.map((row) => row.id)))}
              />
              <Button variant="default" size="compact-md" disabled={count === 0} onClick={confirmRemove}>
                {count === 0 ? t('sites:remove.action') : t('sites:remove.some', { count })}
              </Button>
            </Group>
          ) : null}
          {devices.status}
          <DeviceTable
            rows={rows}
            checks={devices.checks}
            selected={mayChange ? selectedIds : undefined}
            onToggle={pages.toggle}
          />
          {pages.facts ? (
            <Box pt="xs">
              <ListFooter
                facts={pages.facts}
                perPage={pages.perPage}
                narrow
                onPage={turn}
                onPerPage={pages.setPerPage}
              />
            </Box>
          ) : null}
        </>
      )}
      {adding ? (
        <Suspense fallback={null}>
          <AddDevicesDialog site={site} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
      {question.dialog}
    </Card>
  )
}
