import { searchMax } from '@trunkline/contract/list'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from '../ui/announcer.tsx'
import { notify } from '../ui/notify.ts'
import { buildTerms, parseTerms, withTerm, type FilterTerm, type SearchTerms } from './filter-terms.ts'
import type { ListRow } from './list-types.ts'
import { buildSorts, toggleSort } from './sorting.ts'
import type { ListState } from './use-list.ts'

export type ListChanges = ReturnType<typeof useListChanges>

/** Changes of filters, search text and order. They are written to the URL, which the list is read from. */
export function useListChanges(
  list: Pick<ListState<ListRow>, 'change' | 'definition' | 'search' | 'sorts' | 'terms'>,
  label: (field: string) => string,
) {
  const { t } = useTranslation()
  const { definition, search, terms } = list
  const apply = (next: SearchTerms, how?: { replace?: boolean; join?: 'and' | 'or' }) => {
    const built = buildTerms(next)
    if ((built.search?.length ?? 0) > searchMax) return notify.error(t('list:filter.tooLong'))
    list.change({ ...built, ...(how?.join ? { searchJoin: how.join === 'and' ? undefined : how.join } : {}) }, how)
  }
  // The width is read when a search is submitted; turning the phone later changes nothing.
  const joinNow = (): { join?: 'and' | 'or' } => (search.searchJoin ? {} : { join: innerWidth < 768 ? 'or' : 'and' })
  return {
    apply,
    setTerm: (term: FilterTerm) => apply({ ...terms, terms: withTerm(terms.terms, term) }, joinNow()),
    searchText: (text: string, how: { replace: boolean }) => {
      // Typed syntax such as `email:acme` becomes a filter.
      const typed = parseTerms(text, undefined, definition)
      apply(
        {
          text: typed.terms.length ? typed.text : text,
          terms: typed.terms.reduce(
            (all, term) =>
              withTerm(all, { ...term, operator: definition.fields[term.field] === 'text' ? 'like' : '=' }),
            terms.terms,
          ),
        },
        { ...how, ...joinNow() },
      )
    },
    clear: () => list.change({ search: undefined, searchFields: undefined, searchJoin: undefined, trashed: undefined }),
    sort: (field: string, add: boolean) => {
      const next = toggleSort(list.sorts, field, add)
      list.change(buildSorts(next, definition))
      announce(
        next[0]
          ? t('list:sort.now', { column: label(next[0].field), direction: t(`list:sort.${next[0].direction}`) })
          : t('list:sort.none'),
      )
    },
  }
}
