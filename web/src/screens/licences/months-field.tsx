import { useTranslation } from '../../i18n/use-translation.ts'
import { NumberField } from '../../form/fields.tsx'

/** The months by which licences are renewed. */
export default function MonthsField() {
  const { t } = useTranslation()
  return <NumberField name="months" label={t('licences:bulk.months')} min={1} max={120} required />
}
