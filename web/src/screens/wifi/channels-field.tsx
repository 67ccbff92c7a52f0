import { Checkbox } from '@mantine/core'
import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import { bandOf, channelsOf, channelText } from './channels.ts'
import classes from './wifi.module.css'

/** Channels to choose from, a band at a time; the value is their centre frequencies in MHz. None: as the radios like. */
export function ChannelsField({ bands }: { /** Those that the network is sent in. */ bands: readonly WifiBand[] }) {
  const { t } = useTranslation()
  const label = t('wifi:field.frequencies')
  const field = useField<number[]>('frequencies', label)
  const { value } = field
  // Up to 125 boxes, which are made for those who look.
  const [open, setOpen] = useState(false)
  const looks = open || Boolean(field.error)
  // What was chosen before stays in view, though its band is none of the network's any more.
  const shown = (['2ghz', '5ghz', '6ghz'] as const).filter(
    (band) => bands.includes(band) || value.some((frequency) => bandOf(frequency) === band),
  )
  const odd = value.filter((frequency) => !channelsOf[bandOf(frequency)].some((one) => one.frequency === frequency))
  const toggle = (frequency: number) =>
    field.change(
      value.includes(frequency)
        ? value.filter((one) => one !== frequency)
        : [...value, frequency].toSorted((one, other) => one - other),
    )
  return (
    <details className={classes.channels} open={looks} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary id={field.id}>
        <span className={classes.channelsLabel}>{label}</span>{' '}
        <span className={classes.quiet}>
          {value.length === 0 ? t('wifi:asRadio') : value.map(channelText).join(', ')}
        </span>
      </summary>
      <p className={classes.quiet}>{t('wifi:form.channelsHelp')}</p>
      {field.error ? <p className={classes.readingError}>{field.error}</p> : null}
      {(looks ? shown : []).map((band) => (
        <fieldset key={band} className={classes.band}>
          <legend>{t(`wifi:band.${band}`)}</legend>
          {channelsOf[band].map(({ number, frequency }) => (
            <Checkbox
              key={frequency}
              size="xs"
              label={number}
              title={`${frequency} MHz`}
              checked={value.includes(frequency)}
              onChange={() => toggle(frequency)}
            />
          ))}
          {odd
            .filter((frequency) => bandOf(frequency) === band)
            .map((frequency) => (
              <Checkbox
                key={frequency}
                size="xs"
                label={`${frequency} MHz`}
                checked
                onChange={() => toggle(frequency)}
              />
            ))}
        </fieldset>
      ))}
    </details>
  )
}
