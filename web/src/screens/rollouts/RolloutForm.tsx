import { rolloutChannels, rollouts, rolloutSources, type RolloutSource } from '@trunkline/contract/resources/rollout'
import { routerosPackages } from '@trunkline/contract/resources/routeros-package'
import { useMemo } from 'react'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import type { BulkSelection } from '../../list/list-types.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import {
  startTargets,
  TargetChoice,
  targetErrors,
  TargetFields,
  targetsOf,
  useGiven,
  type TargetValues,
} from './target-fields.tsx'
import { OrderFields, startWaves, waveErrors, wavesOf, WindowFields, type WaveValues } from './wave-fields.tsx'

interface Values extends Record<string, unknown>, TargetValues, WaveValues {
  name: string
  source: RolloutSource
  channel: (typeof rolloutChannels)[number]
  target_version: string
  routerboard: boolean
  min_voltage: number | null
}

const start = (targets: Values['targets']): Values => ({
  name: '',
  ...startTargets(targets),
  source: 'offered',
  channel: 'stable',
  target_version: '',
  routerboard: true,
  ...startWaves,
  min_voltage: null,
})

const bodyOf = (values: Values, given: BulkSelection | undefined, total: number) => {
  const { name, source, channel, routerboard, min_voltage } = values
  return {
    name,
    ...targetsOf(values, given, total),
    source,
    channel,
    target_version: values.target_version.trim() || null,
    routerboard,
    ...wavesOf(values),
    min_voltage,
  }
}

/** The uploaded versions, each with its architectures. */
function UploadedVersion() {
  const { t } = useTranslation()
  const found = useCall(routerosPackages.index, { query: { perPage: 200, orderBy: 'created_at', sortedBy: 'desc' } })
  const versions = new Map<string, Set<string>>()
  for (const { routeros_version, architecture } of found.data?.data ?? [])
    versions.set(routeros_version, (versions.get(routeros_version) ?? new Set()).add(architecture))
  return (
    <>
      <SelectField
        name="target_version"
        label={t('rollouts:form.uploadedVersion')}
        options={[...versions].map(([id, of]) => ({ id, name: `${id} (${[...of].toSorted().join(', ')})` }))}
        required
      />
      {found.data !== undefined && versions.size === 0 ? (
        <p className={`${layout.smallNote} ${layout.whole}`}>
          {t('rollouts:form.noPackages')}{' '}
          <TextLink to={paths.routerosPackages}>{t('rollouts:form.toPackages')}</TextLink>
        </p>
      ) : null}
    </>
  )
}

/** Where the packages come from, the version, and RouterBOOT. */
function VersionFields({ source }: { source: RolloutSource }) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        name="source"
        label={t('rollouts:form.source')}
        options={rolloutSources.map((id) => ({ id, name: t(`rollouts:form.sourceOption.${id}`) }))}
        whole
      />
      {source === 'uploaded' ? (
        <UploadedVersion />
      ) : (
        <>
          <SelectField
            name="channel"
            label={t('rollouts:form.channel')}
            options={rolloutChannels.map((id) => ({ id, name: t(`rollouts:value.channel.${id}`) }))}
            required
          />
          <TextField
            name="target_version"
            label={t('rollouts:field.target_version')}
            help={t('rollouts:form.versionHelp')}
            autoComplete="off"
          />
        </>
      )}
      <SwitchField
        name="routerboard"
        label={t('rollouts:form.routerboard')}
        help={t('rollouts:form.routerboardHelp')}
        whole
      />
    </>
  )
}

/** Plans an upgrade. Nothing is installed before the plan was seen and started. */
export default function RolloutForm() {
  const { t } = useTranslation()
  const go = useGo()
  const store = useCommand(rollouts.store)
  const given = useGiven()
  const initial = useMemo(() => start(given === undefined ? 'picked' : 'given'), [given])
  const matching = useMemo(() => ({ total: 0 }), [])
  const validate = (values: Values): FieldErrors => ({
    ...schemaErrors(rollouts.store.body, bodyOf(values, given, matching.total)),
    ...targetErrors(values, matching.total, t),
    ...waveErrors(values, t),
  })
  return (
    <FormScreen<Values>
      title={t('rollouts:create')}
      subtitle={t('rollouts:form.intro')}
      crumbs={[{ label: t('rollouts:title'), to: paths.rollouts.list }, { label: t('rollouts:create') }]}
      loading={false}
      error={null}
      initial={initial}
      cancelTo={paths.rollouts.list}
      submitLabel={t('rollouts:submit')}
      validate={validate}
      onSubmit={async (values) => {
        const { data } = await store.run({ body: bodyOf(values, given, matching.total) as never })
        await go(paths.rollouts.details(data.id))
      }}
    >
      {({ values }) => (
        <>
          <FieldGroup title={t('rollouts:form.devices')}>
            <TextField name="name" label={t('common:field.name')} maxLength={191} autoComplete="off" required whole />
            <TargetChoice given={given} />
            <TargetFields values={values} given={given} onCount={(total) => void (matching.total = total)} />
          </FieldGroup>
          <FieldGroup title={t('rollouts:form.version')}>
            <VersionFields source={values.source} />
          </FieldGroup>
          <OrderFields>
            <NumberField
              name="min_voltage"
              label={t('rollouts:form.minVoltage')}
              help={t('rollouts:form.minVoltageHelp')}
              min={1}
              max={100}
              step={1}
            />
          </OrderFields>
          <WindowFields windowed={values.windowed} />
        </>
      )}
    </FormScreen>
  )
}
