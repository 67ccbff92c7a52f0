import type { UseFormReturnType } from '@mantine/form'
import { Button, Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { coordinatesText, decimal, parsePair } from '../../map/coordinates.ts'
import type { Degrees } from '../../map/projection.ts'
import { announce } from '../../ui/announcer.tsx'
import layout from '../../ui/layout.module.css'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { mapLabels } from './map-labels.ts'
import { positionOf, type SiteValues } from './site-values.ts'
import classes from './sites.module.css'

const PositionPicker = lazy(async () => ({
  default: (await loadChunk(() => import('../../map/position-picker.tsx'))).PositionPicker,
}))

/** The position of a site: typed, pasted as a pair, or selected on the map. */
export function PositionFields({ form }: { form: UseFormReturnType<SiteValues> }) {
  const { t } = useTranslation()
  const { values } = form
  const position = positionOf(values)
  const setPosition = (to: Degrees | null) => {
    for (const axis of ['latitude', 'longitude'] as const) {
      form.setFieldValue(axis, to ? decimal(to[axis]) : '')
      form.clearFieldError(axis)
    }
  }
  // A pair that was copied elsewhere is one text with both numbers.
  const splitPair = () => {
    const pair = [values.latitude, values.longitude].map(parsePair).find(Boolean)
    if (pair) setPosition(pair)
  }
  return (
    <FieldGroup title={t('sites:form.position')} text={t('sites:form.positionText')}>
      {/* The event bubbles from the fields. */}
      <div className={classes.coordinates} onBlur={splitPair}>
        {(['latitude', 'longitude'] as const).map((axis) => (
          <TextField
            key={axis}
            name={axis}
            label={t(`sites:field.${axis}`)}
            help={t(`sites:form.${axis}Help`)}
            autoComplete="off"
            maxLength={80}
          />
        ))}
      </div>
      <div className={layout.whole}>
        <Group justify="space-between" gap="xs" pb="xs">
          <p className={layout.smallNote} role="status">
            {position ? coordinatesText(position) : t('sites:form.noPosition')}
          </p>
          {values.latitude !== '' || values.longitude !== '' ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setPosition(null)}>
              {t('sites:form.clearPosition')}
            </Button>
          ) : null}
        </Group>
        <Suspense fallback={<DetailSkeleton facts={6} />}>
          <PositionPicker
            words={mapLabels(t, t('sites:map.pick'), true)}
            value={position}
            onPick={(at) => {
              setPosition(at)
              announce(t('sites:map.picked', { place: coordinatesText(at) }))
            }}
          />
        </Suspense>
      </div>
    </FieldGroup>
  )
}
