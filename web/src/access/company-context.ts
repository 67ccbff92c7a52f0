import { companies, type CompanyStep } from '@trunkline/contract/resources/company'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, useCallback, useContext, useMemo } from 'react'
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

/** A company that replaces the one in the URL for the lists of a part of a page: those on the page of that company. */
export const CompanyScope = createContext<number | undefined>(undefined)

/** The company context of the page: `company` in the URL, kept between routes; within a `CompanyScope` that company. */
export function useCompanyContext(): CompanyContext {
  const scope = useContext(CompanyScope)
  const search = useSearch({ strict: false }) as Record<string, unknown>
  return useContextOf(scope ?? idOf(search.company))
}

/**
 * The company that a form of a new record starts with: `into` in the URL (set by the page of a company), else the
 * company context; undefined for the own company. Forms wait while it is `pending`.
 */
export function useNewRecordCompany(): { company: CompanyStep | undefined; pending: boolean } {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const { id, path, missing } = useContextOf(idOf(search.into) ?? idOf(search.company))
  const last = path.at(-1)
  const company = id !== undefined && last?.id === id ? last : undefined
  return { company, pending: id !== undefined && company === undefined && !missing }
}

function useContextOf(requested: number | undefined): CompanyContext {
  const session = useSession()
  const navigate = useNavigate()
  const own = session?.user.company
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
