import { Tabs } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Subject } from '@trunkline/contract/abilities'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { lazy, Suspense, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { audits } from '@trunkline/contract/resources/audit'
import { useCan } from '../access/can.ts'
import { listKeys } from '../list/list-search.ts'
import { loadChunk } from '../api/chunk.ts'
import { loadTexts } from '../i18n/language.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import type { MenuAction } from '../ui/action-menu.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FactList, type Fact } from '../ui/fact-list.tsx'
import { useSetSearch } from '../ui/navigation.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { scrollToOpen } from '../ui/scroll-to-open.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { Activity } from './activity.tsx'
import { DeletedBanner } from './deleted-banner.tsx'
import layout from '../ui/layout.module.css'
import classes from './detail.module.css'
import type { LabelledRecord } from './labelled-record.ts'

const RecordLabels = lazy(async () => {
  const [chunk] = await Promise.all([loadChunk(() => import('./record-labels.tsx')), loadTexts(['tags'])])
  return chunk
})
const RecordNotes = lazy(async () => {
  const [chunk] = await Promise.all([loadChunk(() => import('./record-notes.tsx')), loadTexts(['tags'])])
  return chunk
})

export interface DetailTab {
  /** The key in the URL: `?tab=users`. */
  key: string
  label: string
  /** A count beside the label. */
  count?: number | undefined
  /** Rendered only while the tab is open. */
  content: () => ReactNode
}

export interface DetailScreenProps {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  crumbs?: readonly Crumb[] | undefined
  actions?: ReactNode
  /** Of a record that may be in the trash: since when, and the actions of its page, of which `recover` restores it. */
  deleted?: { at: string | null | undefined; actions: readonly MenuAction[] } | undefined
  loading: boolean
  error: unknown
  retry?: (() => void) | undefined
  /** The state of the record, above the tabs. */
  state?: ReactNode
  /** The facts of the record, on the first tab. */
  facts: readonly Fact[]
  factsTitle?: string
  /** Further parts of the first tab: above the facts … */
  above?: ReactNode
  /** … and below them. */
  below?: ReactNode
  tabs?: readonly DetailTab[]
  /** Shows tags and custom fields on the first tab, and adds the tab "Notes". */
  labels?: { kind: LabelKind; record: LabelledRecord } | undefined
  /** Adds the tab "Activity" for users who can read the audit log. */
  activity?: { subject: Subject; objectId: number; namespace?: string }
}

/** The parameters of a list in a tab, which mean nothing in another one. */
const noList = Object.fromEntries([...listKeys, 'part'].map((key) => [key, undefined] as const))

/** The page of a record. The open tab is in the URL, so that back, reload and shared links restore it. */
export function DetailScreen({
  title,
  subtitle,
  status,
  crumbs,
  actions,
  deleted,
  loading,
  error,
  retry,
  state,
  facts,
  factsTitle,
  above,
  below,
  tabs = [],
  labels,
  activity,
}: DetailScreenProps) {
  const { t } = useTranslation()
  const may = useCan()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const setSearch = useSetSearch()
  const all: DetailTab[] = [
    {
      key: 'overview',
      label: t('detail:overview'),
      content: () => (
        <div className={layout.stack}>
          {above}
          <Card title={factsTitle ?? t('detail:facts')}>
            <FactList facts={facts} />
          </Card>
          {labels ? (
            <Suspense fallback={null}>
              <RecordLabels {...labels} />
            </Suspense>
          ) : null}
          {below}
        </div>
      ),
    },
    ...tabs,
    ...(labels && may({ action: 'view-list', subject: 'notes' })
      ? [
          {
            key: 'notes',
            label: t('detail:notes'),
            content: () => (
              <Suspense fallback={null}>
                <RecordNotes
                  key={labels.record.id}
                  kind={labels.kind}
                  id={labels.record.id}
                  company={labels.kind === 'company' ? labels.record.id : (labels.record.company_id ?? undefined)}
                />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(activity && may(audits.index)
      ? [{ key: 'activity', label: t('detail:activity.title'), content: () => <Activity {...activity} /> }]
      : []),
  ]
  const open = all.find((one) => one.key === tab) ?? all[0]
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => scrollToOpen(row.current, '[aria-selected=true]'), [open?.key, all.length, loading])
  const choose = (key: string | null) =>
    void setSearch({ ...noList, tab: key === 'overview' ? undefined : (key ?? undefined) }, { replace: true })

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        status={status}
        crumbs={crumbs}
        actions={loading || error ? undefined : actions}
      />
      {deleted?.at && !loading && !error ? <DeletedBanner at={deleted.at} actions={deleted.actions} /> : null}
      {error ? (
        <ErrorNotice error={error} retry={retry} />
      ) : loading ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : all.length === 1 ? (
        <>
          {state}
          {all[0]?.content()}
        </>
      ) : (
        <>
          {state}
          <Tabs value={open?.key ?? 'overview'} onChange={choose} keepMounted={false}>
            <Tabs.List ref={row} className={classes.tabs} data-dense={all.length > 8 || undefined}>
              {all.map((one) => (
                <Tabs.Tab key={one.key} value={one.key}>
                  {one.label}
                  {one.count === undefined ? null : <span className={classes.count}>{one.count}</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {all.map((one) => (
              <Tabs.Panel key={one.key} value={one.key} pt="md">
                {one.key === open?.key ? one.content() : null}
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      )}
    </>
  )
}
