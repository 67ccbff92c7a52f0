import { Button, Checkbox } from '@mantine/core'
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
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'
import { ofSite } from './links.ts'
import { DeviceTable } from './device-table.tsx'
import type { Summary } from './site-figures.tsx'
import { useSiteDeeds } from './use-site-deeds.tsx'
import classes from './sites.module.css'

const PutHere = lazy(async () => ({ default: (await loadChunk(() => import('./put-here.tsx'))).PutHere }))

/** Devices that come or go change the site, and what is said of them. */
const touched = ['sites', 'hardware'] as const
/** As many devices come with the summary. */
const withSummary = 25

/** The devices of a site with their state; more come here, and chosen ones are taken away. */
export function SiteHardware({ summary }: { summary: Summary }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const question = useQuestion()
  const { site } = summary
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(withSummary)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [puts, setPuts] = useState(false)
  const take = useCommand(hardware.deassociation, { subjects: touched })
  const beyond = summary.hardware.total > withSummary
  const requested = beyond && (page > 1 || perPage !== withSummary)
  const paged = useCall(
    sites.hardware,
    { params: { id: site.id }, query: { page, perPage } },
    { enabled: beyond, subjects: ['hardware'] },
  )
  const rows: readonly HardwareRow[] | undefined = requested ? paged.data?.data : summary.hardware.first
  const changes = site.deleted_at === null && canOn(hardware.deassociation, site)
  const picked = (rows ?? []).filter((row) => chosen.has(row.id))
  const toggle = (id: number) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const deeds = useSiteDeeds(site)
  const takeAway = () => {
    const ids = picked.map((row) => row.id)
    question.ask({
      title: t('sites:take.title', { count: ids.length }),
      text: t('sites:take.text', {
        names: picked.map((row) => row.name).join(', '),
        company: site.company_name,
        count: ids.length,
      }),
      confirmLabel: t('sites:take.action'),
      tone: 'danger',
      run: async () => {
        settleOnly((await take.run({ body: { ids } })).data)
        setChosen(new Set())
        setPage(1)
      },
      done: t('sites:take.done', { count: ids.length }),
    })
  }

  return (
    <Card
      title={t('sites:summary.devices')}
      actions={
        <div className={classes.buttons}>
          {can(hardware.index) && summary.hardware.total > 0 ? (
            <TextLink {...ofSite(paths.hardware.list, site.id)}>{t('sites:summary.inList')}</TextLink>
          ) : null}
          {rows && rows.length > 0 ? (
            <>
              {deeds.status ? (
                <Button
                  variant="default"
                  size="compact-md"
                  loading={deeds.requesting}
                  leftSection={<IconHeartbeat size={16} aria-hidden="true" />}
                  onClick={() => deeds.status?.((picked.length > 0 ? picked : rows).map((row) => row.id))}
                >
                  {picked.length > 0 ? t('sites:check.some', { count: picked.length }) : t('sites:check.all')}
                </Button>
              ) : null}
              {deeds.refresh ? (
                <Button
                  variant="default"
                  size="compact-md"
                  loading={deeds.refreshing}
                  leftSection={<IconRefresh size={16} aria-hidden="true" />}
                  onClick={deeds.refresh}
                >
                  {t('sites:refresh.all')}
                </Button>
              ) : null}
            </>
          ) : null}
          {changes && can(hardware.lookup) ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setPuts(true)}
            >
              {t('sites:put.open')}
            </Button>
          ) : null}
        </div>
      }
    >
      {paged.error && requested ? (
        <ErrorNotice error={paged.error} retry={() => void paged.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={5} columns={3} />
      ) : rows.length === 0 ? (
        <p className={layout.note}>{t(changes ? 'sites:summary.noneText' : 'sites:summary.noHardware')}</p>
      ) : (
        <>
          {changes ? (
            <div className={classes.bar}>
              <Checkbox
                label={t('sites:take.all')}
                checked={picked.length === rows.length}
                indeterminate={picked.length > 0 && picked.length < rows.length}
                onChange={() => setChosen(picked.length === rows.length ? new Set() : new Set(rows.map((r) => r.id)))}
              />
              <Button variant="default" size="compact-md" disabled={picked.length === 0} onClick={takeAway}>
                {picked.length === 0 ? t('sites:take.action') : t('sites:take.some', { count: picked.length })}
              </Button>
            </div>
          ) : null}
          {deeds.note}
          <DeviceTable
            rows={rows}
            site={site.id}
            said={deeds.said}
            chosen={changes ? chosen : undefined}
            onToggle={toggle}
          />
          {beyond && paged.data ? (
            <div className={classes.foot}>
              <ListFooter
                facts={paged.data.meta.pagination}
                perPage={perPage}
                narrow
                onPage={(next) => {
                  setChosen(new Set())
                  setPage(next)
                }}
                onPerPage={(next) => {
                  setChosen(new Set())
                  setPage(1)
                  setPerPage(next as typeof perPage)
                }}
              />
            </div>
          ) : null}
        </>
      )}
      {puts ? (
        <Suspense fallback={null}>
          <PutHere site={site} onClose={() => setPuts(false)} />
        </Suspense>
      ) : null}
      {question.dialog}
    </Card>
  )
}
