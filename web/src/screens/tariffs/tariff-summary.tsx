import { useTranslation } from '../../i18n/use-translation.ts'
import { moneyText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import { tariffSentences, type TariffTerms } from './tariff-terms.ts'
import classes from './tariffs.module.css'

/** A tariff in sentences, which follow the input of the form. */
export function TariffSummary({ terms, price, currency }: { terms: TariffTerms; price: string; currency: string }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const amount = price.trim().replace(',', '.')
  return (
    <section className={classes.summary} aria-label={t('tariffs:summary.title')}>
      <h2>{t('tariffs:summary.title')}</h2>
      <div aria-live="polite">
        {tariffSentences(terms, t, language).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {/^\d+(\.\d+)?$/.test(amount) ? (
          <p>
            {Number(amount) === 0
              ? t('tariffs:summary.free')
              : t('tariffs:summary.costs', { price: moneyText(amount, currency, language) })}
          </p>
        ) : null}
      </div>
    </section>
  )
}
