import { companies, type CompanyStep } from '@trunkline/contract/resources/company'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useCall } from '../api/query.ts'
import { useSession } from './session.ts'

export interface CompanyContext {
  /** The company that every list is filtered by, with those below it; undefined: the own company. */
  id: number | undefined
  /** The path from the own company to the selected one. */
  path: CompanyStep[]
  /** The selected company does not exist, or is not visible to this user. */
  missing: boolean
  set: (id: number | undefined) => void
}

const idOf = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The company context of the page: `company` in the URL, kept between routes. */
export function useCompanyContext(): CompanyContext {
  const session = useSession()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const own = session?.user.company
  const requested = idOf(search.company)
  const id = requested === own?.id ? undefined : requested

  const shown = useCall(companies.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined, staleTime: 60_000 })
  const path = useMemo(() => {
    const start: CompanyStep[] = own ? [{ id: own.id, name: own.name, type: own.type }] : []
    if (id === undefined) return start
    return shown.data && shown.data.data.id === id ? shown.data.data.path : start
  }, [own, id, shown.data])

  const set = useCallback(
    (next: number | undefined) =>
      void navigate({
        to: '.',
        // Another company has another number of pages.
        search: ((before: Record<string, unknown>) => ({
          ...before,
          company: next === undefined || next === own?.id ? undefined : String(next),
          page: undefined,
        })) as never,
      }),
    [navigate, own?.id],
  )
  return { id, path, missing: shown.isError && shown.error.status === 404, set }
}
