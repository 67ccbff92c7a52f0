import type { Subject } from '@trunkline/contract/abilities'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../i18n/language.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { fieldLabel } from '../../ui/field-label.ts'

/** The feature whose texts name the fields of a subject's records. */
const features: Partial<Record<Subject, string>> = {
  companies: 'companies',
  users: 'users',
  sites: 'sites',
  hardware: 'hardware',
  'hardware-types': 'hardware',
  'hardware-models': 'hardware',
  'hardware-manufacturers': 'hardware',
  licences: 'licences',
  tariffs: 'tariffs',
  services: 'services',
  'vpn-dialups': 'services',
  nas: 'nas',
  tags: 'tags',
  'custom-fields': 'custom-fields',
  'subnet-categories': 'ipam',
  subnets: 'ipam',
}

/** Fields by their columns, where the names differ. */
const fieldOf: Readonly<Record<string, string>> = {
  tag_ids: 'tags',
  county_iso_code: 'countyIsoCode',
  phone_number: 'telephone',
  phone_country_code: 'telephone',
}

const maxShown = 3

/** The label of a column: of the record that it refers to, for an id. Empty where a column has none. */
function labelOf(t: TFunction, feature: string, column: string): string {
  const field = fieldOf[column] ?? column
  const names = field.endsWith('_id') ? [`${field.slice(0, -3)}_name`, field.slice(0, -3), field] : [field]
  return names.map((name) => fieldLabel(t, feature, name, '')).find((label) => label !== '') ?? ''
}

/** The labels of the fields that an action changed: "Name, City, …". Loads the texts of their feature. */
export function ChangedFields({ subject, fields }: { subject: Subject; fields: readonly string[] }) {
  const { t } = useTranslation()
  const feature = features[subject]
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (feature === undefined) return
    let isCurrent = true
    loadTexts([feature]).then(
      () => isCurrent && setReady(true),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [feature])
  if (feature === undefined || !ready) return null
  const labels = [...new Set(fields.map((column) => labelOf(t, feature, column)))].filter((label) => label !== '')
  if (labels.length === 0) return null
  return <>{[...labels.slice(0, maxShown), ...(labels.length > maxShown ? ['…'] : [])].join(', ')}</>
}
