import { Button, Text } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Time } from '../../ui/time.tsx'
import type { HistoryQuery } from './history-search.ts'
import { ResultTable } from './result-table.tsx'
import type { HistorySearch } from './use-history-search.ts'

/** The sessions that had the address, page by page. */
export function ResultCard({ query, found }: { query: HistoryQuery; found: HistorySearch['found'] }) {
  const { t } = useTranslation()
  const rows = found.data?.pages.flatMap((page) => page.data)
  const since = found.data?.pages[0]?.history_since
  const start = query.at ?? query.from
  return (
    <Card title={t('address-history:result')}>
      {since && start && Date.parse(start) < Date.parse(since) ? (
        <Text c="dimmed" my="sm">
          {t('address-history:before')} <Time value={since} />
        </Text>
      ) : null}
      <QueryResult
        query={found}
        rows={rows}
        skeleton={{ rows: 4, columns: 6 }}
        empty={{ title: t('address-history:empty.title'), text: t('address-history:empty.text') }}
      >
        {(results) => (
          <>
            <Text c="dimmed" my="sm" role="status">
              {t(found.hasNextPage ? 'address-history:foundMore' : 'address-history:found', {
                count: results.length,
              })}
            </Text>
            <ResultTable rows={results} />
            {found.error ? <ErrorNotice error={found.error} inline /> : null}
            {found.hasNextPage ? (
              <Button
                variant="default"
                mt="sm"
                loading={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('address-history:more')}
              </Button>
            ) : null}
          </>
        )}
      </QueryResult>
    </Card>
  )
}
