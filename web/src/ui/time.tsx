import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotSet } from './fact-list.tsx'
import { formatDay, formatRelative, formatTime } from './time-format.ts'
import { regional, useZone } from './zone.ts'

/** An instant in the user's zone, with the exact UTC time as title. `day` omits the time. */
export function Time({ value, day = false }: { /** UTC ISO 8601 */ value: string | null | undefined; day?: boolean }) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  if (!value) return <NotSet label={t('ui:notSet')} />
  return (
    <time dateTime={value} title={`${value} · ${zone}`}>
      {(day ? formatDay : formatTime)(value, regional(i18n.language), zone)}
    </time>
  )
}

/** "3 minutes ago", updated while visible. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (!value) return <NotSet label={t('ui:notSet')} />
  return (
    <time dateTime={value} title={`${formatTime(value, regional(i18n.language), zone)} · ${value}`}>
      {formatRelative(Date.parse(value), now, i18n.language)}
    </time>
  )
}
