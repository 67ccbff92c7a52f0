import { NativeSelect, Pagination } from '@mantine/core'
import { pageSizes, type Pagination as PageFacts } from '@trunkline/contract/list'
import { useTranslation } from 'react-i18next'
import { regional } from '../ui/zone.ts'
import classes from './list.module.css'

/** Where in the list one is, how to go on, and how many rows a page has. */
export function ListFooter({ facts, perPage, narrow, onPage, onPerPage }: { facts: PageFacts; perPage: number; narrow: boolean; onPage: (page: number) => void; onPerPage: (perPage: number) => void }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const from = facts.total === 0 ? 0 : (facts.current_page - 1) * facts.per_page + 1
  const to = Math.min(facts.total, facts.current_page * facts.per_page)
  return (
    <div className={classes.footer}>
      <span className={classes.range} role="status">{t('list:page.range', { from: number(from), to: number(to), total: number(facts.total) })}</span>
      {facts.last_page > 1 ? (
        <nav aria-label={t('list:page.label')}>
          <Pagination
            size="sm"
            total={facts.last_page}
            value={facts.current_page}
            onChange={onPage}
            siblings={narrow ? 0 : 1}
            boundaries={1}
            getItemProps={(page) => ({ 'aria-label': t('list:page.go', { page }) })}
            getControlProps={(control) => ({ 'aria-label': t(`list:page.${control}`) })}
          />
        </nav>
      ) : null}
      <NativeSelect
        size="xs"
        className={classes.perPage}
        aria-label={t('list:page.size')}
        value={String(perPage)}
        onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        data={pageSizes.map((size) => ({ value: String(size), label: t('list:page.perPage', { count: size }) }))}
      />
    </div>
  )
}
