import { IconCalendar, IconGauge, IconKey, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import { planParts, planWords, type Plan } from './line-words.ts'
import classes from './services.module.css'

const icons = { speed: IconGauge, address: IconMapPin, login: IconKey, time: IconCalendar } as const

/** A customer's line in plain words; in a form they follow what is filled in. */
export function LineCard({ plan, live = false }: { plan: Plan; live?: boolean }) {
  const { t, i18n } = useTranslation()
  const today = new Date().toISOString().slice(0, 10)
  const words = planWords(plan, today, t, regional(i18n.language))
  return (
    <section className={classes.line} aria-label={t('services:line.title')}>
      <h2>{t('services:line.title')}</h2>
      <dl {...(live ? { 'aria-live': 'polite' as const } : {})}>
        {planParts.map((part) => {
          const Icon = icons[part]
          return (
            <div key={part}>
              <dt>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                {t(`services:line.part.${part}`)}
              </dt>
              <dd>
                {words[part].map((sentence, index) => (
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
