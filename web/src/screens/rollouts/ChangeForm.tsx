import { changeKinds } from '@trunkline/contract/resources/change-item'
import { rollouts } from '@trunkline/contract/resources/rollout'
import { useMemo } from 'react'
import { ApiError } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { BulkSelection } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { useGo } from '../../ui/navigation.ts'
import { ItemFields } from './change-item-fields.tsx'
import { formPaths, itemsOf, startItems, type ItemValues } from './change-values.ts'
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

interface Values extends Record<string, unknown>, TargetValues, WaveValues, ItemValues {
  name: string
}

const bodyOf = (values: Values, given: BulkSelection | undefined, total: number) => ({
  name: values.name,
  ...targetsOf(values, given, total),
  items: itemsOf(values),
  ...wavesOf(values),
})

/** Plans a change of settings. Nothing is written before the plan was seen and started. */
export default function ChangeForm() {
  const { t } = useTranslation()
  const go = useGo()
  const store = useCommand(rollouts.storeChange)
  const given = useGiven()
  const initial = useMemo(
    (): Values => ({
      name: '',
      ...startTargets(given === undefined ? 'picked' : 'given'),
      ...startWaves,
      soak_minutes: 5,
      ...startItems,
    }),
    [given],
  )
  const matching = useMemo(() => ({ total: 0 }), [])
  const validate = (values: Values): FieldErrors => ({
    ...formPaths(schemaErrors(rollouts.storeChange.body, bodyOf(values, given, matching.total)), values),
    ...(values.kinds.length === 0 ? { kinds: t('rollouts:change.items.noKind') } : {}),
    ...targetErrors(values, matching.total, t),
    ...waveErrors(values, t),
  })
  return (
    <FormScreen<Values>
      title={t('rollouts:change.create')}
      subtitle={t('rollouts:change.intro')}
      crumbs={[{ label: t('rollouts:title'), to: paths.rollouts.list }, { label: t('rollouts:change.create') }]}
      loading={false}
      error={null}
      initial={initial}
      cancelTo={paths.rollouts.list}
      submitLabel={t('rollouts:change.submit')}
      validate={validate}
      onSubmit={async (values) => {
        try {
          const { data } = await store.run({ body: bodyOf(values, given, matching.total) as never })
          await go(paths.rollouts.details(data.id))
        } catch (error) {
          if (error instanceof ApiError && error.fields)
            Object.assign(error, { fields: formPaths(error.fields, values) })
          throw error
        }
      }}
    >
      {({ values }) => (
        <>
          <FieldGroup title={t('rollouts:form.devices')}>
            <TextField name="name" label={t('common:field.name')} maxLength={191} autoComplete="off" required whole />
            <TargetChoice given={given} />
            <TargetFields values={values} given={given} onCount={(total) => void (matching.total = total)} />
          </FieldGroup>
          <FieldGroup title={t('rollouts:change.items.title')}>
            <ChecksField
              name="kinds"
              label={t('rollouts:change.items.kinds')}
              options={changeKinds.map((id) => ({ id, name: t(`rollouts:change.items.kind.${id}`) }))}
              required
              whole
            />
          </FieldGroup>
          {changeKinds
            .filter((kind) => values.kinds.includes(kind))
            .map((kind) => (
              <ItemFields key={kind} kind={kind} values={values} />
            ))}
          <OrderFields />
          <WindowFields windowed={values.windowed} />
        </>
      )}
    </FormScreen>
  )
}
