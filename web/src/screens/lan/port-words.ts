import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { rateText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import { powerOf, stateOf } from './front.ts'

/** Words about ports: what the drawing says by shape and colour. */
export function usePortWords() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const rateOf = (port: EthernetPort): string | null =>
    port.rate_mbps === null
      ? null
      : [
          rateText(port.rate_mbps * 1000, language),
          ...(port.full_duplex === null ? [] : [t(port.full_duplex ? 'lan:ports.full' : 'lan:ports.half')]),
        ].join(', ')
  const powerWords = (port: EthernetPort): string | null => {
    const power = powerOf(port)
    if (power === undefined) return null
    const words = t(`lan:ports.power.${power}`)
    if (power === 'readingError') return `${words}: ${port.poe?.status ?? ''}`
    return port.poe?.watts === null || port.poe?.watts === undefined || power !== 'on'
      ? words
      : t('lan:ports.watts', {
          words,
          watts: port.poe.watts.toLocaleString(language, { maximumFractionDigits: 1 }),
        })
  }
  /** All that the drawing says of a port, in a line: its accessible name. */
  const nameOf = (port: EthernetPort): string =>
    [
      t('lan:ports.port', { number: port.position, name: port.name }),
      port.comment,
      t(`lan:ports.state.${stateOf(port)}`),
      rateOf(port),
      powerWords(port),
    ]
      .filter((part) => part !== null && part !== '')
      .join(', ')
  return { rateOf, powerWords, nameOf, language }
}
