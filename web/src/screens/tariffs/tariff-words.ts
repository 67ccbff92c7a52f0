import type { TFunction } from '../../i18n/translations.ts'
import { bytesText, durationText, rateText } from '../../ui/amounts.ts'
import { burstLength } from './rates.ts'

/** What a line does, in kbit/s and bytes: of a tariff, or of a choice of it. */
export interface Line {
  download_rate: number | null
  upload_rate: number | null
  burst_download_rate?: number | null
  burst_upload_rate?: number | null
  burst_download_threshold?: number | null
  burst_upload_threshold?: number | null
  burst_seconds?: number | null
  quota_bytes: number | null
  quota_period: 'day' | 'week' | 'month'
  quota_action: 'slow' | 'stop'
  slow_download_rate: number | null
  slow_upload_rate: number | null
}

/** `50 Mbit/s down, 10 Mbit/s up`. */
export function rateWords(line: Pick<Line, 'download_rate' | 'upload_rate'>, t: TFunction, language: string): string {
  const { download_rate, upload_rate } = line
  if (download_rate === null && upload_rate === null) return t('tariffs:words.unlimited')
  const way = (rate: number | null) => (rate === null ? t('tariffs:words.noLimit') : rateText(rate, language))
  return t('tariffs:words.rates', { down: way(download_rate), up: way(upload_rate) })
}

/** Seconds for which a download bursts after a rest; at least one, so that it can be said. */
const burstTime = ({ burst_download_rate, burst_download_threshold, download_rate, burst_seconds }: Line): number =>
  Math.max(1, burstLength(burst_download_rate ?? 0, burst_download_threshold ?? download_rate ?? 0, burst_seconds ?? 0))

/** What a burst is good for, in seconds that somebody can picture; undefined where there is none, or not enough is said. */
export function burstWords(line: Line, t: TFunction, language: string): string | undefined {
  const { download_rate, upload_rate, burst_download_rate, burst_upload_rate, burst_seconds } = line
  if (!burst_download_rate || !burst_upload_rate || !burst_seconds || !download_rate || !upload_rate) return undefined
  return t('tariffs:words.burst', {
    down: rateText(burst_download_rate, language),
    up: rateText(burst_upload_rate, language),
    length: durationText(burstTime(line), language),
    then: rateText(download_rate, language),
  })
}

/** What happens past the quota; undefined where there is none. */
export function quotaWords(line: Line, t: TFunction, language: string): string | undefined {
  if (line.quota_bytes === null) return undefined
  const quota = bytesText(line.quota_bytes, language)
  const period = t(`tariffs:words.period.${line.quota_period}`)
  if (line.quota_action === 'stop') return t('tariffs:words.stop', { quota, period })
  if (line.slow_download_rate === null || line.slow_upload_rate === null)
    return t('tariffs:words.quota', { quota, period })
  return t('tariffs:words.slow', {
    quota,
    period,
    down: rateText(line.slow_download_rate, language),
    up: rateText(line.slow_upload_rate, language),
  })
}

/** The line in sentences, as somebody would tell a customer. */
export const lineWords = (line: Line, t: TFunction, language: string): string[] =>
  [
    `${rateWords(line, t, language)}.`,
    burstWords(line, t, language),
    quotaWords(line, t, language) ?? t('tariffs:words.noQuota'),
  ].filter((sentence) => sentence !== undefined)

/** `50 / 10 Mbit/s`: one unit where both have it. */
function bothWays(down: number | null, up: number | null, t: TFunction, language: string): string {
  const [one, other] = [down, up].map((rate) => (rate === null ? t('tariffs:words.noLimit') : rateText(rate, language)))
  const unit = ' ' + (other as string).split(' ').at(-1)
  return `${down !== null && up !== null && one?.endsWith(unit) ? one.slice(0, -unit.length) : one} / ${other}`
}

/** The rates as a list has room for them: `50 / 10 Mbit/s`. */
export const rateShort = (line: Pick<Line, 'download_rate' | 'upload_rate'>, t: TFunction, language: string): string =>
  line.download_rate === null && line.upload_rate === null
    ? t('tariffs:words.noLimit')
    : bothWays(line.download_rate, line.upload_rate, t, language)

/** A burst as a list has room for it: `150 / 30 Mbit/s, 8 sec`; undefined where there is none. */
export function burstShort(line: Line, t: TFunction, language: string): string | undefined {
  const { burst_download_rate: down, burst_upload_rate: up } = line
  if (!down || !up || !line.burst_seconds) return undefined
  return t('tariffs:list.burstIs', {
    rates: bothWays(down, up, t, language),
    length: durationText(burstTime(line), language),
  })
}

/** A quota and what comes after it, the same way. */
export function quotaShort(line: Line, t: TFunction, language: string): string | undefined {
  if (line.quota_bytes === null) return undefined
  const quota = bytesText(line.quota_bytes, language)
  const period = t(`tariffs:words.period.${line.quota_period}`)
  if (line.quota_action === 'stop' || line.slow_download_rate === null)
    return t('tariffs:list.quotaStops', { quota, period })
  return t('tariffs:list.quotaSlows', { quota, period, down: rateText(line.slow_download_rate, language) })
}
