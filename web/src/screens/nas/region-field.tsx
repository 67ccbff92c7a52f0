import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { nas } from '@trunkline/contract/resources/nas'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { inputProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'

/** A name with suggestions of the regions in use, so that one region does not get two names. */
export function RegionField() {
  const { t } = useTranslation()
  const label = t('nas:field.region')
  const field = useField<string>('region', label)
  const [query] = useDebouncedValue(field.value.trim(), 200)
  const regions = useCall(nas.regions, { query: query === '' ? {} : { query } }, { staleTime: 60_000 })
  return (
    <Autocomplete
      {...inputProps({ name: 'region', label, help: t('nas:form.regionHelp') }, field)}
      maxLength={64}
      data={(regions.data?.data ?? []).map((region) => String(region.name))}
      value={field.value}
      onChange={field.change}
      onBlur={field.leave}
    />
  )
}
