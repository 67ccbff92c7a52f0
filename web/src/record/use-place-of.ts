import { useSession } from '../access/session.ts'
import { useListEmbedding } from '../list/embedding.ts'

interface Placed {
  site_name?: string | null
  company_id?: number | null
  company_name?: string | null
}

/**
 * What distinguishes rows of the same name, for the second line of their first cell: site and company, unless all rows
 * are the reader's or those of the company whose page the list is on.
 */
export function usePlaceOf(): (row: Placed) => (string | null | undefined)[] {
  const own = useSession()?.user.company.id
  const isOfOne = useListEmbedding()?.without?.includes('company_name') ?? false
  return (row) => [row.site_name, isOfOne || row.company_id === own ? null : row.company_name]
}
