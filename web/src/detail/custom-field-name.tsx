import type { Subject } from '@trunkline/contract/abilities'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { useCan } from '../access/can.ts'
import { useCall } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { customFieldLabel } from '../list/custom-value.tsx'

const kinds: Partial<Record<Subject | 'account', LabelKind>> = {
  companies: 'company',
  users: 'user',
  sites: 'site',
  hardware: 'hardware',
  services: 'service',
  subnets: 'subnet',
}

/** The label of a custom field in the log; its key where the user cannot see the field, or where it is deleted. */
export default function CustomFieldName({ subject, name }: { subject: Subject | 'account' | undefined; name: string }) {
  const { i18n } = useTranslation()
  const can = useCan()
  const kind = subject && kinds[subject]
  const defined = useCall(
    customFields.definitions,
    { query: { kind: kind ?? 'company' } },
    { enabled: kind !== undefined && can(customFields.definitions) },
  )
  const field = defined.data?.data.find(({ key }) => key === name)
  return field ? customFieldLabel(field, i18n.language) : name
}
