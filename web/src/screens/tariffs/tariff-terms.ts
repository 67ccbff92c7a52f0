import type { TariffRow } from '@trunkline/contract/resources/tariff'
import type { TFunction } from '../../i18n/translations.ts'
import { bytesText, durationText, rateText } from '../../ui/amounts.ts'
import { burstLength } from './rates.ts'

type Bursts = `burst_${'download' | 'upload'}_${'rate' | 'threshold'}` | 'burst_seconds'

/** The rates (kbit/s) and the quota (bytes) of a tariff, or of a choice of one, which has no bursts. */
export type TariffTerms = Pick<
  TariffRow,
  | 'download_rate'
  | 'upload_rate'
  | 'quota_bytes'
  | 'quota_period'
  | 'quota_action'
  | 'slow_download_rate'
  | 'slow_upload_rate'
> &
  Partial<Pick<TariffRow, Bursts>>
type Rates = Pick<TariffRow, 'download_rate' | 'upload_rate'>

/** `50 Mbit/s down, 10 Mbit/s up`. */
export function ratePhrase(terms: Rates, t: TFunction, language: string): string {
  const { download_rate, upload_rate } = terms
  if (download_rate === null && upload_rate === null) return t('tariffs:summary.unlimited')
  const way = (rate: number | null) => (rate === null ? t('tariffs:summary.noLimit') : rateText(rate, language))
  return t('tariffs:summary.rates', { down: way(download_rate), up: way(upload_rate) })
}

/** Seconds for which a download bursts after idle time, at least one. */
const burstTime = ({
  burst_download_rate,
  burst_download_threshold,
  download_rate,
  burst_seconds,
}: TariffTerms): number =>
  Math.max(1, burstLength(burst_download_rate ?? 0, burst_download_threshold ?? download_rate ?? 0, burst_seconds ?? 0))

/** How fast and how long a burst is; undefined without one, or while it is incomplete. */
export function burstSentence(terms: TariffTerms, t: TFunction, language: string): string | undefined {
  const { download_rate, upload_rate, burst_download_rate, burst_upload_rate, burst_seconds } = terms
  if (!burst_download_rate || !burst_upload_rate || !burst_seconds || !download_rate || !upload_rate) return undefined
  return t('tariffs:summary.burst', {
    down: rateText(burst_download_rate, language),
    up: rateText(burst_upload_rate, language),
    length: durationText(burstTime(terms), language),
    then: rateText(download_rate, language),
  })
}

/** The quota, and what applies once it is used up; undefined without one. */
export function quotaSentence(terms: TariffTerms, t: TFunction, language: string): string | undefined {
  if (terms.quota_bytes === null) return undefined
  const quota = bytesText(terms.quota_bytes, language)
  const period = t(`tariffs:summary.period.${terms.quota_period}`)
  if (terms.quota_action === 'stop') return t('tariffs:summary.stop', { quota, period })
  if (terms.slow_download_rate === null || terms.slow_upload_rate === null)
    return t('tariffs:summary.quota', { quota, period })
  return t('tariffs:summary.slow', {
    quota,
    period,
    down: rateText(terms.slow_download_rate, language),
    up: rateText(terms.slow_upload_rate, language),
  })
}

/** The terms in sentences, as on an offer. */
export const tariffSentences = (terms: TariffTerms, t: TFunction, language: string): string[] =>
  [
    `${ratePhrase(terms, t, language)}.`,
    burstSentence(terms, t, language),
    quotaSentence(terms, t, language) ?? t('tariffs:summary.noQuota'),
  ].filter((sentence) => sentence !== undefined)

/** `50 / 10 Mbit/s`: one unit where both have it. */
function bothWays(down: number | null, up: number | null, t: TFunction, language: string): string {
  const [one, other] = [down, up].map((rate) =>
    rate === null ? t('tariffs:summary.noLimit') : rateText(rate, language),
  )
  const unit = ' ' + (other as string).split(' ').at(-1)
  return `${down !== null && up !== null && one?.endsWith(unit) ? one.slice(0, -unit.length) : one} / ${other}`
}

/** The rates in short: `50 / 10 Mbit/s`. */
export const rateShort = (terms: Rates, t: TFunction, language: string): string =>
  terms.download_rate === null && terms.upload_rate === null
    ? t('tariffs:summary.noLimit')
    : bothWays(terms.download_rate, terms.upload_rate, t, language)

/** A burst in short: `150 / 30 Mbit/s, 8 s`; undefined without one. */
export function burstShort(terms: TariffTerms, t: TFunction, language: string): string | undefined {
  const { burst_download_rate: down, burst_upload_rate: up } = terms
  if (!down || !up || !terms.burst_seconds) return undefined
  return t('tariffs:list.burstIs', {
    rates: bothWays(down, up, t, language),
    length: durationText(burstTime(terms), language),
  })
}

/** The quota in short, and what applies after it; undefined without one. */
export function quotaShort(terms: TariffTerms, t: TFunction, language: string): string | undefined {
  if (terms.quota_bytes === null) return undefined
  const quota = bytesText(terms.quota_bytes, language)
  const period = t(`tariffs:summary.period.${terms.quota_period}`)
  if (terms.quota_action === 'stop' || terms.slow_download_rate === null)
    return t('tariffs:list.quotaStops', { quota, period })
  return t('tariffs:list.quotaSlows', { quota, period, down: rateText(terms.slow_download_rate, language) })
}
