import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryCard } from './query-card.tsx'
import { ResultCard } from './result-card.tsx'
import { useHistorySearch } from './use-history-search.ts'

/** Looks up who had an address at a time; the result can be exported as a signed file. */
export default function AddressHistory() {
  const { t } = useTranslation()
  const search = useHistorySearch()
  const { query, found } = search
  return (
    <>
      <PageHeader title={t('address-history:title')} subtitle={t('address-history:subtitle')} />
      <div className={layout.stack}>
        <QueryCard of={search} />
        {query === undefined ? null : <ResultCard query={query} found={found} />}
      </div>
    </>
  )
}
