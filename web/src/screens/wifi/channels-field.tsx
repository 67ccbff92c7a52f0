import { Checkbox } from '@mantine/core'
import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import layout from '../../ui/layout.module.css'
import { bandOf, channelsOf, channelText } from './channels.ts'
import classes from './wifi.module.css'

/** The channels of a network by band; the value holds their centre frequencies in MHz. Empty: automatic. */
export function ChannelsField({ bands }: { /** The bands of the network. */ bands: readonly WifiBand[] }) {
  const { t } = useTranslation()
  const label = t('wifi:field.frequencies')
  const field = useField<number[]>('frequencies', label)
  const { value } = field
  // Up to 125 checkboxes, rendered only when the field is open.
  const [opened, setOpened] = useState(false)
  const open = opened || Boolean(field.error)
  const bandsShown = (['2ghz', '5ghz', '6ghz'] as const).filter(
    // Selected channels stay visible, even in a band that the network no longer uses.
    (band) => bands.includes(band) || value.some((frequency) => bandOf(frequency) === band),
  )
  /** The channels of a band, and selected frequencies that are none of them. */
  const choicesOf = (band: WifiBand) => [
    ...channelsOf[band].map(({ number, frequency }) => ({ label: String(number), frequency })),
    ...value
      .filter((one) => bandOf(one) === band && !channelsOf[band].some(({ frequency }) => frequency === one))
      .map((frequency) => ({ label: `${frequency} MHz`, frequency })),
  ]
  const toggle = (frequency: number) =>
    field.change(
      value.includes(frequency)
        ? value.filter((one) => one !== frequency)
        : [...value, frequency].toSorted((one, other) => one - other),
    )
  return (
    <details className={classes.channels} open={open} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary id={field.id}>
        <strong>{label}</strong>{' '}
        <span className={layout.hint}>
          {value.length === 0 ? t('wifi:automatic') : value.map(channelText).join(', ')}
        </span>
      </summary>
      <p className={layout.smallNote}>{t('wifi:form.channelsHelp')}</p>
      {field.error ? <p className={classes.error}>{field.error}</p> : null}
      {(open ? bandsShown : []).map((band) => (
        <fieldset key={band} className={classes.band}>
          <legend>{t(`wifi:band.${band}`)}</legend>
          {choicesOf(band).map((one) => (
            <Checkbox
              key={one.frequency}
              size="xs"
              label={one.label}
              title={`${one.frequency} MHz`}
              checked={value.includes(one.frequency)}
              onChange={() => toggle(one.frequency)}
            />
          ))}
        </fieldset>
      ))}
    </details>
  )
}
