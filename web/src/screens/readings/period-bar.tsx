import { Button, Popover, SegmentedControl, Switch, TextInput, Tooltip } from '@mantine/core'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import type { Search } from '../../ui/navigation.ts'
import { formatTime, instantOf } from '../../ui/time-format.ts'
import { regional, useZone } from '../../ui/zone.ts'
import {
  isCurrent,
  periodOf,
  searchOfEnds,
  searchOfNeighbour,
  searchOfSpan,
  spans,
  type Period,
  type Span,
} from './period.ts'
import classes from './readings.module.css'

/** An instant as the value of a datetime-local field in `zone`. Swedish dates are ISO 8601. */
const fieldOf = (time: number, zone: string): string =>
  new Date(time).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T')

/** Chooses the period of graphs: the last day, week, month or year, another one by its ends, or the one before or after. */
export function PeriodBar({ period, now, change }: { period: Period; now: number; change: (search: Search) => void }) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  const language = regional(i18n.language)
  const ends = [period.from, period.to].map((time) => formatTime(new Date(time).toISOString(), language, zone))
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={t('readings:period')}
        value={period.span ?? ''}
        onChange={(value) => change(searchOfSpan(value as Span))}
        data={spans.map((value) => ({ value, label: t(`readings:span.${value}`) }))}
      />
      <div className={classes.steps}>
        <Tooltip label={t('readings:earlier')}>
          <IconAction
            icon={IconChevronLeft}
            label={t('readings:earlier')}
            onClick={() => change(searchOfNeighbour(period, -1, now))}
          />
        </Tooltip>
        <EndsButton
          period={period}
          text={period.span === undefined ? ends.join(' – ') : t('readings:custom')}
          change={change}
        />
        <Tooltip label={t('readings:later')}>
          <IconAction
            icon={IconChevronRight}
            label={t('readings:later')}
            disabled={isCurrent(period, now)}
            onClick={() => change(searchOfNeighbour(period, 1, now))}
          />
        </Tooltip>
      </div>
      <Switch
        size="xs"
        label={t('readings:compare')}
        checked={period.compare}
        onChange={(event) => change({ compare: event.currentTarget.checked ? 'week' : undefined })}
      />
    </div>
  )
}

/** Opens the fields for both ends of the period. */
function EndsButton({ period, text, change }: { period: Period; text: string; change: (search: Search) => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [opened, setOpened] = useState(false)
  const [form, setForm] = useState({ from: '', to: '' })
  const [error, setError] = useState<string>()
  const open = () => {
    setForm({ from: fieldOf(period.from, zone), to: fieldOf(period.to, zone) })
    setError(undefined)
    setOpened(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = [form.from, form.to].map((value) =>
      value === '' ? Number.NaN : Date.parse(instantOf(value, zone)),
    )
    const search = Number.isNaN(from! + to!) ? undefined : searchOfEnds(from!, to!)
    // An invalid period is read as the default.
    if (search === undefined || periodOf(search, Date.now()).span !== undefined) {
      setError(t('readings:invalid'))
      return
    }
    change(search)
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconCalendarEvent size={16} aria-hidden="true" />}
          aria-expanded={opened}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.ends} onSubmit={submit} noValidate>
          <TextInput
            type="datetime-local"
            label={t('readings:from')}
            value={form.from}
            onChange={(event) => setForm({ ...form, from: event.currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t('readings:to')}
            description={t('readings:zone', { zone })}
            value={form.to}
            error={error}
            onChange={(event) => setForm({ ...form, to: event.currentTarget.value })}
          />
          <Button type="submit">{t('readings:show')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
