import { useTranslation } from '../../i18n/use-translation.ts'
import { moneyText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import { lineWords, type Line } from './tariff-words.ts'
import classes from './tariffs.module.css'

/** A tariff in sentences, which follow the form as it is filled in. */
export function TariffLine({ line, price, currency }: { line: Line; price: string; currency: string }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const amount = price.trim().replace(',', '.')
  return (
    <section className={classes.words} aria-label={t('tariffs:words.title')}>
      <h2>{t('tariffs:words.title')}</h2>
      <div aria-live="polite">
        {lineWords(line, t, language).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {/^\d+(\.\d+)?$/.test(amount) ? (
          <p>
            {Number(amount) === 0
              ? t('tariffs:words.free')
              : t('tariffs:words.costs', { price: moneyText(amount, currency, language) })}
          </p>
        ) : null}
      </div>
    </section>
  )
}
