import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useOffline } from '../../api/online.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import { currentZone, regional } from '../../ui/zone.ts'
import { Bar } from '../bar.tsx'

/** Shorter interruptions are not shown. Milliseconds. */
const graceMs = 2000

/** Shows that the network is down, and since when. */
export function OfflineBar() {
  const { t, i18n } = useTranslation('panel')
  const offline = useOffline()
  const [since, setSince] = useState<Date | null>(null)

  useEffect(() => {
    if (!offline) return
    const began = new Date()
    let reported = false
    const timer = setTimeout(() => {
      reported = true
      setSince(began)
    }, graceMs)
    return () => {
      clearTimeout(timer)
      setSince(null)
      if (reported) notify.info(t('offline.back'))
    }
  }, [offline, t])

  const text = since
    ? t('offline.text', {
        time: new Intl.DateTimeFormat(regional(i18n.language), { timeStyle: 'short', timeZone: currentZone() }).format(
          since,
        ),
      })
    : ''
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return text ? (
    <Bar tone="warning" label={t('offline.label')}>
      {text}
    </Bar>
  ) : null
}
