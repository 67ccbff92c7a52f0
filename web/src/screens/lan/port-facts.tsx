import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { portTones, stateOf } from './front.ts'
import classes from './lan.module.css'
import { usePortWords } from './port-words.ts'

/** Everything about the port that was chosen on the drawing. */
export function PortFacts({ of, actions }: { of: EthernetPort; actions?: ReactNode }) {
  const { t } = useTranslation()
  const { rateOf, powerWords, language } = usePortWords()
  const state = stateOf(of)
  const number = (value: number | null | undefined, unit: string) =>
    value === null || value === undefined ? null : `${value.toLocaleString(language)} ${unit}`
  const facts: Fact[] = [
    { label: t('lan:field.comment'), value: of.comment },
    { label: t('lan:field.rate'), value: rateOf(of) },
    { label: t('lan:field.kindOfPort'), value: t(`lan:ports.kind.${of.kind}`) },
    { label: t('lan:field.mac'), value: of.mac },
    {
      label: t('lan:field.auto_negotiation'),
      value: of.auto_negotiation === null ? null : t(of.auto_negotiation ? 'ui:yes' : 'ui:no'),
    },
    { label: t('lan:field.bridge'), value: of.bridge },
    { label: t('lan:field.pvid'), value: of.pvid },
    { label: t('lan:field.poe'), value: powerWords(of) },
    { label: t('lan:field.volts'), value: number(of.poe?.volts, 'V') },
    { label: t('lan:field.milliamperes'), value: number(of.poe?.milliamperes, 'mA') },
    {
      label: t('lan:field.module'),
      value:
        of.sfp === null ? null : of.sfp.present ? (of.sfp.vendor ?? t('lan:ports.present')) : t('lan:ports.noModule'),
    },
    { label: t('lan:field.celsius'), value: number(of.sfp?.celsius, '°C') },
    { label: t('lan:field.rx_power'), value: number(of.sfp?.rx_power, 'dBm') },
    { label: t('lan:field.tx_power'), value: number(of.sfp?.tx_power, 'dBm') },
  ].filter(({ value }) => value !== null && value !== '')
  return (
    <section className={classes.portFacts} aria-label={t('lan:ports.port', { number: of.position, name: of.name })}>
      <div className={classes.cardHead}>
        <h3 className={classes.portName}>
          {of.name} <StatusBadge tone={portTones[state]}>{t(`lan:ports.state.${state}`)}</StatusBadge>
        </h3>
        {actions}
      </div>
      <FactList facts={facts} />
    </section>
  )
}
