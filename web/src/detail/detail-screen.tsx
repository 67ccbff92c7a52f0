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
import layout from '../ui/layout.module.css'
import classes from './detail.module.css'

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
  loading: boolean
  error: unknown
  retry?: (() => void) | undefined
  /** The facts of the record, on the first tab. */
  facts: readonly Fact[]
  factsTitle?: string
  /** Further parts of the first tab: above the facts … */
  above?: ReactNode
  /** … and below them. */
  below?: ReactNode
  tabs?: readonly DetailTab[]
  /** Adds the tab "Activity" for users who can read the audit log. */
  activity?: { subject: Subject; objectId: number; namespace?: string }
}

/** The page of a record. The open tab is in the URL, so that back, reload and shared links restore it. */
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
        <div className={layout.stack}>
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
