import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { rateText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import { powerOf, stateOf } from './ports.ts'

/** Texts of what the front panel shows by shape and colour. */
export function usePortLabels() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const rateLabel = (port: EthernetPort): string | null =>
    port.rate_mbps === null
      ? null
      : [
          rateText(port.rate_mbps * 1000, language),
          ...(port.full_duplex === null ? [] : [t(port.full_duplex ? 'lan:ports.full' : 'lan:ports.half')]),
        ].join(', ')
  const powerLabel = (port: EthernetPort): string | null => {
    const power = powerOf(port)
    if (power === undefined) return null
    const label = t(`lan:ports.power.${power}`)
    if (power === 'error') return `${label}: ${port.poe?.status ?? ''}`
    return port.poe?.watts === null || port.poe?.watts === undefined || power !== 'on'
      ? label
      : t('lan:ports.watts', {
          label,
          watts: port.poe.watts.toLocaleString(language, { maximumFractionDigits: 1 }),
        })
  }
  /** `Copper`, `SFP+`, `SFP28`. */
  const mediaLabel = ({ kind }: EthernetPort): string =>
    t(`lan:ports.media.${kind}`, { defaultValue: kind.toUpperCase().replace('-PLUS', '+') })
  /** Accessible name of a port: everything the front panel shows of it. */
  const portName = (port: EthernetPort): string =>
    [
      t('lan:ports.port', { number: port.position, name: port.name }),
      port.comment,
      t(`lan:ports.state.${stateOf(port)}`),
      rateLabel(port),
      powerLabel(port),
    ]
      .filter((part) => part !== null && part !== '')
      .join(', ')
  return { rateLabel, mediaLabel, powerLabel, portName, language }
}
