import type { Subject } from '@trunkline/contract/abilities'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../i18n/language.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { columnLabel } from '../../ui/field-label.ts'

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

const maxShown = 3

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
  const labels = [...new Set(fields.map((column) => columnLabel(t, feature, column, '')))].filter(
    (label) => label !== '',
  )
  if (labels.length === 0) return null
  return <>{[...labels.slice(0, maxShown), ...(labels.length > maxShown ? ['…'] : [])].join(', ')}</>
}
