import type { CustomValues, TagLabel } from '@trunkline/contract/labels'

/** A record with tags and custom fields. */
export interface LabelledRecord {
  id: number
  company_id?: number | null
  tags?: TagLabel[] | undefined
  custom_fields?: CustomValues | undefined
}
