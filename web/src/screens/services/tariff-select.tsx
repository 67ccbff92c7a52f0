import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'

/** Selects the tariff that services change to. */
export default function TariffSelect() {
  const { t } = useTranslation()
  return (
    <RemoteSelectField name="tariff_id" label={t('services:field.tariff_name')} endpoint={tariffs.lookup} required />
  )
}
