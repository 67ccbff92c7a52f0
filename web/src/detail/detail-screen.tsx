import { Tabs } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Subject } from '@trunkline/contract/abilities'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { audits } from '@trunkline/contract/resources/audit'
import { useCan } from '../access/can.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FactList, type Fact } from '../ui/fact-list.tsx'
import { useSetSearch } from '../ui/navigation.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { Activity } from './activity.tsx'
import classes from './detail.module.css'

export interface DetailTab {
  /** Stands in the address: `?tab=users`. */
  key: string
  label: string
  /** Shown beside the label. */
  count?: number | undefined
  /** Drawn only while the tab is open. */
  content: () => ReactNode
}

export interface DetailScreenProps {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  crumbs?: readonly Crumb[] | undefined
  actions?: ReactNode
  loading: boolean
  error: unknown
  retry?: (() => void) | undefined
  /** What the record is, on the first tab. */
  facts: readonly Fact[]
  factsTitle?: string
  /** More of the first tab: figures above the facts … */
  above?: ReactNode
  /** … and cards below them. */
  below?: ReactNode
  tabs?: readonly DetailTab[]
  /** Adds the tab "Activity" for those who may read the audit log. */
  activity?: { subject: Subject; objectId: number; namespace?: string }
}

/** A page about one record. The open tab is in the address, so that back, reload and a shared link find it. */
export function DetailScreen({
  title,
  subtitle,
  status,
  crumbs,
  actions,
  loading,
  error,
  retry,
  facts,
  factsTitle,
  above,
  below,
  tabs = [],
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
        <div className={classes.stack}>
          {above}
          <Card title={factsTitle ?? t('detail:facts')}>
            <FactList facts={facts} />
          </Card>
          {below}
        </div>
      ),
    },
    ...tabs,
    ...(activity && may(audits.index)
      ? [{ key: 'activity', label: t('detail:activity.title'), content: () => <Activity {...activity} /> }]
      : []),
  ]
  const open = all.find((one) => one.key === tab) ?? all[0]
  const choose = (key: string | null) =>
    void setSearch({ tab: key === 'overview' ? undefined : (key ?? undefined) }, { replace: true })

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        status={status}
        crumbs={crumbs}
        actions={loading || error ? undefined : actions}
      />
      {error ? (
        <ErrorNotice error={error} retry={retry} />
      ) : loading ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : all.length === 1 ? (
        all[0]?.content()
      ) : (
        <Tabs value={open?.key ?? 'overview'} onChange={choose} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
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
      )}
    </>
  )
}
