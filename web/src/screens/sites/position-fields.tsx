import type { UseFormReturnType } from '@mantine/form'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { decimal, parsePair, sexagesimal } from '../../map/coordinates.ts'
import type { Degrees } from '../../map/projection.ts'
import { announce } from '../../ui/announcer.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { mapWords } from './map-words.ts'
import { positionOf, type SiteValues } from './site-values.ts'
import classes from './sites.module.css'

const PositionPicker = lazy(async () => ({
  default: (await loadChunk(() => import('../../map/position-picker.tsx'))).PositionPicker,
}))

/** Where the site is: typed, pasted as a pair, or picked on the map. */
export function PositionFields({ form }: { form: UseFormReturnType<SiteValues> }) {
  const { t } = useTranslation()
  const { values } = form
  const place = positionOf(values)
  const stated = (at: Degrees) => `${sexagesimal(at.latitude, 'latitude')}, ${sexagesimal(at.longitude, 'longitude')}`
  const set = (at: Degrees | null) => {
    form.setFieldValue('latitude', at ? decimal(at.latitude) : '')
    form.setFieldValue('longitude', at ? decimal(at.longitude) : '')
    form.clearFieldError('latitude')
    form.clearFieldError('longitude')
  }
  // Who copies a place from elsewhere has both numbers in one text.
  const split = () => {
    const pair = [values.latitude, values.longitude].map(parsePair).find(Boolean)
    if (pair) set(pair)
  }
  return (
    <FieldGroup title={t('sites:form.position')} text={t('sites:form.positionText')}>
      {/* The event bubbles from the fields. */}
      <div className={classes.coordinates} onBlur={split}>
        <TextField
          name="latitude"
          label={t('sites:field.latitude')}
          help={t('sites:form.latitudeHelp')}
          autoComplete="off"
          maxLength={80}
        />
        <TextField
          name="longitude"
          label={t('sites:field.longitude')}
          help={t('sites:form.longitudeHelp')}
          autoComplete="off"
          maxLength={80}
        />
      </div>
      <div className={classes.position}>
        <div className={classes.bar}>
          <p className={classes.typed} role="status">
            {place ? stated(place) : t('sites:form.noPosition')}
          </p>
          {values.latitude !== '' || values.longitude !== '' ? (
            <Button variant="subtle" size="compact-sm" onClick={() => set(null)}>
              {t('sites:form.clearPosition')}
            </Button>
          ) : null}
        </div>
        <Suspense fallback={<DetailSkeleton facts={6} />}>
          <PositionPicker
            words={mapWords(t, t('sites:map.pick'), true)}
            value={place}
            onPick={(at) => {
              set(at)
              announce(t('sites:map.picked', { place: stated(at) }))
            }}
          />
        </Suspense>
      </div>
    </FieldGroup>
  )
}
