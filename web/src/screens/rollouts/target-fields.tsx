import { escapeValue, matchingSelection } from '@trunkline/contract/list'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { sites } from '@trunkline/contract/resources/site'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { TextField } from '../../form/fields.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { BulkSelection } from '../../list/list-types.ts'
import layout from '../../ui/layout.module.css'

/** The values of a form that select the devices of a rollout. */
export interface TargetValues {
  targets: 'given' | 'picked' | 'filtered'
  ids: number[]
  ids_next: null
  site_id: number | null
  model: number | null
  installed: string
}

export const startTargets = (targets: TargetValues['targets']): TargetValues => ({
  targets,
  ids: [],
  ids_next: null,
  site_id: null,
  model: null,
  installed: '',
})

/** The query of the list of hardware for the chosen filter; undefined without one, so that no filter selects all. */
function filterOf({ site_id, model, installed }: TargetValues): { search: string; searchFields: string } | undefined {
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
export function useGiven(): BulkSelection | undefined {
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

export const targetsOf = (values: TargetValues, given: BulkSelection | undefined, total: number) => {
  if (values.targets === 'given' && given !== undefined) return given
  return values.targets === 'filtered'
    ? { matching: { ...filterOf(values), searchJoin: 'and', total } }
    : { ids: values.ids }
}

/** @param total number of devices that match the filter */
export const targetErrors = (
  values: TargetValues,
  total: number,
  t: ReturnType<typeof useTranslation>['t'],
): FieldErrors => ({
  ...(values.targets === 'picked' && values.ids.length === 0 ? { ids: t('rollouts:form.noDevice') } : {}),
  ...(values.targets === 'filtered' && total === 0 ? { installed: t('rollouts:form.noMatch') } : {}),
})

/** How the devices are selected. */
export function TargetChoice({ given }: { given: BulkSelection | undefined }) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      name="targets"
      label={t('rollouts:form.targets')}
      options={([...(given === undefined ? [] : (['given'] as const)), 'picked', 'filtered'] as const).map((id) => ({
        id,
        name: t(`rollouts:form.target.${id}`),
      }))}
      whole
    />
  )
}

/** The number of devices that match the filter, beside it. */
function FilterCount({ values, onCount }: { values: TargetValues; onCount: (total: number) => void }) {
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
export function TargetFields({
  values,
  given,
  onCount,
}: {
  values: TargetValues
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
