import clsx from 'clsx'
import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import { dashboard, type Problem, type ProblemGroup } from '@trunkline/contract/resources/dashboard'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { PlainLink, TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { regional } from '../../ui/zone.ts'
import classes from './dashboard.module.css'
import { listSearch, problemLink, problemLists, problemPlace, problemText } from './problem-text.ts'

/** Milliseconds between two requests: some problems begin without any change that is announced. */
const refreshMs = 60_000

interface Entry {
  group: ProblemGroup
  of: Problem
}

/** Critical ones first, then those that began last, then what ends next. */
const byUrgency = (one: Entry, other: Entry): number =>
  Number(one.group.severity === 'warning') - Number(other.group.severity === 'warning') ||
  (other.of.since ?? '').localeCompare(one.of.since ?? '') ||
  (one.of.until ?? '').localeCompare(other.of.until ?? '')

/** A problem. `compact`: two lines on a phone, the second one cut off: the page that it links to has all of it. */
function Row({ entry: { group, of }, now, compact }: { entry: Entry; now: Date; compact: boolean }) {
  const { t, i18n } = useTranslation()
  const critical = group.severity === 'critical'
  const Shape = critical ? IconAlertTriangle : IconClockExclamation
  const name = of.name || t(`dashboard:problem.name.${group.kind}`)
  const place = problemPlace(of)
  return (
    <li className={classes.problem} data-severity={group.severity}>
      <Shape size={18} role="img" aria-label={t(`dashboard:problem.${group.severity}`)} />
      <span className={classes.problemText}>
        <span>
          <TextLink {...problemLink(group.kind, of, group)} inherit fw={600}>
            {name}
          </TextLink>{' '}
          {problemText(group.kind, of, t, regional(i18n.language), now)}
        </span>
        {compact ? (
          <span className={clsx(layout.hint, classes.place)}>
            {of.since ? <RelativeTime value={of.since} /> : null}
            {of.since && place ? ' · ' : ''}
            {place}
          </span>
        ) : place ? (
          <span className={layout.hint}>{place}</span>
        ) : null}
      </span>
      {of.since && !compact ? (
        <span className={classes.since}>
          <RelativeTime value={of.since} />
        </span>
      ) : null}
    </li>
  )
}

/** What is wrong in the company and those below it: by name, since when, with a link to where it is solved. */
export function NeedsAttention({
  company,
  compact,
}: {
  /** Selected in the header; else the reader's own. */
  company: number | undefined
  /** On a phone: fewer and lower. */
  compact: boolean
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const first = compact ? 4 : 6
  const [open, setOpen] = useState(false)
  useMessages()
  const watch = { subjects: 'any', every: refreshMs } as const
  const all = useCall(dashboard.problems, {}, { enabled: company === undefined, ...watch })
  const one = useCall(
    dashboard.companyProblems,
    { params: { id: company ?? 0 } },
    { enabled: company !== undefined, ...watch },
  )
  const shown = company === undefined ? all : one
  const title = t('dashboard:problem.title')
  if (shown.error)
    return (
      <Card title={title}>
        <ErrorNotice error={shown.error} title={t('dashboard:problem.failed')} retry={() => void shown.refetch()} />
      </Card>
    )
  const groups = shown.data?.data.groups
  if (!groups)
    return (
      <Card title={title}>
        <TableSkeleton rows={4} columns={1} rowHeight={48} />
      </Card>
    )
  if (groups.length === 0)
    return (
      <Card>
        <Group gap="xs" c="green.8" className={classes.calm}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {t('dashboard:problem.none')}
        </Group>
      </Card>
    )
  const entries = groups.flatMap((group) => group.items.map((of) => ({ group, of }))).sort(byUrgency)
  const now = new Date()
  return (
    <Card title={title}>
      <ul className={classes.kinds} aria-label={t('dashboard:problem.kinds')}>
        {groups.map((group) => (
          <li key={group.kind}>
            <PlainLink
              to={problemLists[group.kind]}
              search={listSearch(group)}
              className={classes.kind}
              aria-label={`${t(`dashboard:problem.kind.${group.kind}`)}: ${number(group.total)}`}
            >
              <span
                className={classes.dot}
                data-tone={group.severity === 'critical' ? 'bad' : 'warning'}
                aria-hidden="true"
              />
              {t(`dashboard:problem.kind.${group.kind}`)} <strong>{number(group.total)}</strong>
            </PlainLink>
          </li>
        ))}
      </ul>
      <ol className={clsx(layout.rows, classes.problems)}>
        {entries.slice(0, open ? undefined : first).map((entry) => (
          <Row key={`${entry.group.kind} ${entry.of.id} ${entry.of.name}`} entry={entry} now={now} compact={compact} />
        ))}
      </ol>
      {entries.length > first ? (
        <Button variant="subtle" size="compact-sm" mt="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('dashboard:problem.fewer') : t('dashboard:problem.more', { count: entries.length - first })}
        </Button>
      ) : null}
    </Card>
  )
}
