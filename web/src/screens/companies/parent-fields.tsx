import type { CompanyType } from '@trunkline/contract/abilities'
import { companies } from '@trunkline/contract/resources/company'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { SelectField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { LookupRow } from '../../form/use-lookup.ts'
import classes from './companies.module.css'
import { parentLevels } from './placement.ts'

/** The form values that set the position of a company. */
export interface ParentValues {
  /** The level of the parent; the caller's own level means the caller's company. */
  parent_level: CompanyType
  parent_id: number | null
}

/** The parent that the form values choose. */
export const chosenParent = (values: ParentValues, own: { id: number; type: CompanyType }): number | null =>
  values.parent_level === own.type ? own.id : values.parent_id

/**
 * The parent of a company of `type`, in two steps: the level, then the company on it. Levels that do not rank above
 * `type`, or that the caller may not view, are not offered. `at` names the values within the form.
 */
export function ParentFields({
  form,
  type,
  at = '',
  selected,
  levelLabel,
  parentLabel,
}: {
  // oxlint-disable-next-line typescript/no-explicit-any -- any form with these two values
  form: UseFormReturnType<any>
  type: CompanyType
  at?: string
  selected?: LookupRow | null | undefined
  levelLabel?: string
  parentLabel?: string
}) {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const levels = own ? parentLevels(type, own.type, can) : []
  const path = (name: keyof ParentValues) => (at ? `${at}.${name}` : name)
  const values = (at ? form.values[at] : form.values) as ParentValues
  const level = values.parent_level
  const first = levels[0]

  // A changed type may rank above the level chosen before.
  useEffect(() => {
    if (!first || levels.includes(level)) return
    form.setFieldValue(path('parent_level'), first)
    form.setFieldValue(path('parent_id'), null)
  })

  if (!own || levels.length === 0) return null
  if (levels.length === 1 && level === own.type)
    return <p className={classes.place}>{t('companies:form.belowOwn', { name: own.name })}</p>
  return (
    <>
      {levels.length > 1 ? (
        <SelectField
          name={path('parent_level')}
          label={levelLabel ?? t('companies:field.parent_level')}
          required
          options={levels.map((one) => ({
            id: one,
            name:
              one === own.type
                ? t('companies:form.ownLevel', { type: t(`shell:companyType.${one}`), name: own.name })
                : t(`shell:companyType.${one}`),
          }))}
        />
      ) : null}
      {level === own.type ? null : (
        <RemoteSelectField
          key={level}
          name={path('parent_id')}
          label={parentLabel ?? t('companies:field.parent_id')}
          help={t('companies:form.parentHelp')}
          endpoint={companies.lookup}
          query={{ type_id: level }}
          selected={selected}
          required
        />
      )}
    </>
  )
}
