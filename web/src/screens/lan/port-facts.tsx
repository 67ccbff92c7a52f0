import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { knownFacts } from './field-label.ts'
import classes from './lan.module.css'
import { usePortLabels } from './port-labels.ts'
import { PortBadge } from './port-table.tsx'

/** Details of the selected port. */
export function PortFacts({ of, actions }: { of: EthernetPort; actions?: ReactNode }) {
  const { t } = useTranslation()
  const { rateLabel, mediaLabel, powerLabel, language } = usePortLabels()
  const number = (value: number | null | undefined, unit: string) =>
    value === null || value === undefined ? null : `${value.toLocaleString(language)} ${unit}`
  const yesNo = (value: boolean | null) => (value === null ? null : t(value ? 'ui:yes' : 'ui:no'))
  const { sfp, poe } = of
  const module = sfp && (sfp.present ? (sfp.vendor ?? t('lan:ports.present')) : t('lan:ports.noModule'))
  const values = {
    comment: of.comment,
    rate: rateLabel(of),
    media: mediaLabel(of),
    mac: of.mac,
    auto_negotiation: yesNo(of.auto_negotiation),
    bridge: of.bridge,
    pvid: of.pvid,
    poe: powerLabel(of),
    volts: number(poe?.volts, 'V'),
    milliamperes: number(poe?.milliamperes, 'mA'),
    module,
    celsius: number(sfp?.celsius, '°C'),
    rx_power: number(sfp?.rx_power, 'dBm'),
    tx_power: number(sfp?.tx_power, 'dBm'),
  }
  return (
    <section className={classes.portFacts} aria-label={t('lan:ports.port', { number: of.position, name: of.name })}>
      <div className={classes.cardHead}>
        <h3 className={classes.portName}>
          {of.name} <PortBadge of={of} />
        </h3>
        {actions}
      </div>
      <FactList facts={knownFacts(t, values)} />
    </section>
  )
}
