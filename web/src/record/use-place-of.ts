import { useSession } from '../access/session.ts'

interface Placed {
  site_name?: string | null
  company_id?: number | null
  company_name?: string | null
}

/** What distinguishes rows of the same name, for the second line of their first cell: site and company. */
export function usePlaceOf(): (row: Placed) => (string | null | undefined)[] {
  const own = useSession()?.user.company.id
  return (row) => [row.site_name, row.company_id === own ? null : row.company_name]
}
