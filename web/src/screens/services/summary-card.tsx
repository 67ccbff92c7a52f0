import { IconCalendar, IconGauge, IconKey, IconMapPin } from '@tabler/icons-react'
import box from '../tariffs/tariffs.module.css'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import { summarize, summaryParts, type SummarySource } from './service-summary.ts'
import classes from './services.module.css'

const icons = { speed: IconGauge, address: IconMapPin, login: IconKey, time: IconCalendar } as const

/** A service in sentences. `live`: in a form, where they follow the input and are announced. */
export function SummaryCard({ of, live = false }: { of: SummarySource; live?: boolean }) {
  const { t, i18n } = useTranslation()
  const today = new Date().toISOString().slice(0, 10)
  const summary = summarize(of, today, t, regional(i18n.language))
  return (
    <section className={`${box.summary} ${classes.summary}`} aria-label={t('services:summary.title')}>
      <h2>{t('services:summary.title')}</h2>
      <dl {...(live ? { 'aria-live': 'polite' as const } : {})}>
        {summaryParts.map((part) => {
          const Icon = icons[part]
          return (
            <div key={part}>
              <dt>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                {t(`services:summary.part.${part}`)}
              </dt>
              <dd>
                {summary[part].map((sentence, index) => (
                  <span key={index}>{sentence} </span>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
