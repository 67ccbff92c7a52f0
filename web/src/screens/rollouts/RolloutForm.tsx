import { escapeValue, matchingSelection } from '@trunkline/contract/list'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { rolloutChannels, rollouts, rolloutSources, type RolloutSource } from '@trunkline/contract/resources/rollout'
import { routerosPackages } from '@trunkline/contract/resources/routeros-package'
import { sites } from '@trunkline/contract/resources/site'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCall, useCommand } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import type { BulkSelection } from '../../list/list-types.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { regional } from '../../ui/zone.ts'
import { dayName } from '../wifi/schedule.ts'

interface Values extends Record<string, unknown> {
  name: string
  targets: 'given' | 'picked' | 'filtered'
  ids: number[]
  ids_next: null
  site_id: number | null
  model: number | null
  installed: string
  source: RolloutSource
  channel: (typeof rolloutChannels)[number]
  target_version: string
  routerboard: boolean
  canaries: number | null
  wave_size: number | null
  soak_minutes: number | null
  max_failures: number | null
  min_voltage: number | null
  windowed: boolean
  maintenance_window: { days: (typeof weekDays)[number][]; from: string; until: string }
}

const start = (targets: Values['targets']): Values => ({
  name: '',
  targets,
  ids: [],
  ids_next: null,
  site_id: null,
  model: null,
  installed: '',
  source: 'offered',
  channel: 'stable',
  target_version: '',
  routerboard: true,
  canaries: 1,
  wave_size: 10,
  soak_minutes: 60,
  max_failures: 1,
  min_voltage: null,
  windowed: false,
  maintenance_window: { days: [], from: '02:00', until: '05:00' },
})

/** The query of the list of hardware for the chosen filter; undefined without one, so that no filter selects all. */
function filterOf({ site_id, model, installed }: Values): { search: string; searchFields: string } | undefined {
  const terms = [
    ...(site_id === null ? [] : [{ field: 'site_id', operator: '=', value: String(site_id) }]),
    ...(model === null ? [] : [{ field: 'model', operator: '=', value: String(model) }]),
    ...(installed.trim() === ''
      ? []
      : [{ field: 'routeros_version', operator: 'like', value: escapeValue(installed.trim()) }]),
  ]
  if (terms.length === 0) return undefined
  return {
    search: terms.map(({ field, value }) => `${field}:${value}`).join(';'),
    searchFields: terms.map(({ field, operator }) => `${field}:${operator}`).join(';'),
  }
}

/** The devices that the list of hardware was left with: `devices` or `matching` in the URL. */
function useGiven(): BulkSelection | undefined {
  const { devices, matching } = useSearch({ strict: false }) as { devices?: unknown; matching?: unknown }
  return useMemo(() => {
    const ids = typeof devices === 'string' || typeof devices === 'number' ? String(devices).split(',').map(Number) : []
    if (ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0)) return { ids }
    if (typeof matching !== 'string' && typeof matching !== 'object') return undefined
    try {
      const found = matchingSelection.safeParse(typeof matching === 'string' ? JSON.parse(matching) : matching)
      return found.success ? { matching: found.data } : undefined
    } catch {
      return undefined
    }
  }, [devices, matching])
}

const targetsOf = (values: Values, given: BulkSelection | undefined, total: number) => {
  if (values.targets === 'given' && given !== undefined) return given
  return values.targets === 'filtered'
    ? { matching: { ...filterOf(values), searchJoin: 'and', total } }
    : { ids: values.ids }
}

const bodyOf = (values: Values, given: BulkSelection | undefined, total: number) => {
  const { name, source, channel, routerboard, min_voltage } = values
  return {
    name,
    ...targetsOf(values, given, total),
    source,
    channel,
    target_version: values.target_version.trim() || null,
    routerboard,
    canaries: values.canaries as number,
    wave_size: values.wave_size as number,
    soak_minutes: values.soak_minutes as number,
    max_failures: values.max_failures as number,
    min_voltage,
    maintenance_window: values.windowed ? values.maintenance_window : null,
  }
}

/** The number of devices that match the filter, beside it. */
function FilterCount({ values, onCount }: { values: Values; onCount: (total: number) => void }) {
  const { t } = useTranslation()
  const filter = filterOf(values)
  const found = useCall(hardware.index, { query: { ...filter, searchJoin: 'and', perPage: 1 } } as never)
  const total = filter === undefined ? 0 : found.data?.meta.pagination.total
  if (total !== undefined) onCount(total)
  return (
    <p className={`${layout.smallNote} ${layout.whole}`} role="status">
      {filter === undefined
        ? t('rollouts:form.noFilter')
        : total === undefined
          ? null
          : t('rollouts:form.matching', { count: total })}
    </p>
  )
}

/** The devices of the plan: those given by the list of hardware, picked one by one, or all that match a filter. */
function TargetFields({
  values,
  given,
  onCount,
}: {
  values: Values
  given: BulkSelection | undefined
  onCount: (total: number) => void
}) {
  const { t } = useTranslation()
  if (values.targets === 'given' && given !== undefined)
    return (
      <p className={`${layout.smallNote} ${layout.whole}`}>
        {'ids' in given
          ? t('rollouts:form.given', { count: given.ids.length })
          : t('rollouts:form.givenMatching', { count: given.matching.total })}
      </p>
    )
  return values.targets === 'picked' ? (
    <RemotePicksField
      name="ids"
      label={t('rollouts:form.picked')}
      endpoint={hardware.lookup}
      known={[]}
      none={t('rollouts:form.none')}
      whole
    />
  ) : (
    <>
      <RemoteSelectField name="site_id" label={t('rollouts:form.site')} endpoint={sites.lookup} clearable />
      <RemoteSelectField name="model" label={t('rollouts:form.model')} endpoint={hardwareModels.lookup} clearable />
      <TextField
        name="installed"
        label={t('rollouts:form.installed')}
        help={t('rollouts:form.installedHelp')}
        autoComplete="off"
      />
      <FilterCount values={values} onCount={onCount} />
    </>
  )
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
  const { t, i18n } = useTranslation()
  const go = useGo()
  const store = useCommand(rollouts.store)
  const given = useGiven()
  const initial = useMemo(() => start(given === undefined ? 'picked' : 'given'), [given])
  const matching = useMemo(() => ({ total: 0 }), [])
  const validate = (values: Values): FieldErrors => ({
    ...schemaErrors(rollouts.store.body, bodyOf(values, given, matching.total)),
    ...(values.targets === 'picked' && values.ids.length === 0 ? { ids: t('rollouts:form.noDevice') } : {}),
    ...(values.targets === 'filtered' && matching.total === 0 ? { installed: t('rollouts:form.noMatch') } : {}),
    ...(values.windowed && values.maintenance_window.from === values.maintenance_window.until
      ? { 'maintenance_window.until': t('rollouts:form.windowNever') }
      : {}),
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
            <ChoiceField
              name="targets"
              label={t('rollouts:form.targets')}
              options={([...(given === undefined ? [] : (['given'] as const)), 'picked', 'filtered'] as const).map(
                (id) => ({ id, name: t(`rollouts:form.target.${id}`) }),
              )}
              whole
            />
            <TargetFields values={values} given={given} onCount={(total) => void (matching.total = total)} />
          </FieldGroup>
          <FieldGroup title={t('rollouts:form.version')}>
            <VersionFields source={values.source} />
          </FieldGroup>
          <FieldGroup title={t('rollouts:form.order')} text={t('rollouts:form.orderText')}>
            <NumberField name="canaries" label={t('rollouts:form.canaries')} min={0} max={100} step={1} required />
            <NumberField name="wave_size" label={t('rollouts:form.waveSize')} min={1} max={1000} step={1} required />
            <NumberField name="soak_minutes" label={t('rollouts:form.soak')} min={0} max={43_200} step={1} required />
            <NumberField
              name="max_failures"
              label={t('rollouts:form.maxFailures')}
              min={1}
              max={1000}
              step={1}
              required
            />
            <NumberField
              name="min_voltage"
              label={t('rollouts:form.minVoltage')}
              help={t('rollouts:form.minVoltageHelp')}
              min={1}
              max={100}
              step={1}
            />
          </FieldGroup>
          <FieldGroup title={t('rollouts:form.window')}>
            <SwitchField
              name="windowed"
              label={t('rollouts:form.windowed')}
              help={t('rollouts:form.windowHelp')}
              whole
            />
            {values.windowed ? (
              <>
                <ChecksField
                  name="maintenance_window.days"
                  label={t('rollouts:form.days')}
                  required
                  options={weekDays.map((day) => ({ id: day, name: dayName(day, regional(i18n.language), 'long') }))}
                  whole
                />
                <TextField name="maintenance_window.from" type="time" label={t('rollouts:form.from')} required />
                <TextField name="maintenance_window.until" type="time" label={t('rollouts:form.until')} required />
              </>
            ) : null}
          </FieldGroup>
        </>
      )}
    </FormScreen>
  )
}
