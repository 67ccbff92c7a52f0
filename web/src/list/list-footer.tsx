import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { pageSizes, type Pagination as PageFacts } from '@trunkline/contract/list'
import { useTranslation } from '../i18n/use-translation.ts'
import { useNumber } from '../ui/use-number.ts'
import classes from './list.module.css'

/** The page numbers to show: first, last, and those around the current one; `null` is a gap of two pages or more. */
export function pagesAround(present: number, last: number, around: number): (number | null)[] {
  const wanted = new Set([1, last])
  for (let page = present - around; page <= present + around; page++) if (page >= 1 && page <= last) wanted.add(page)
  const pages: (number | null)[] = []
  let before = 0
  for (const page of [...wanted].sort((a, b) => a - b)) {
    if (page - before === 2) pages.push(page - 1)
    else if (page - before > 2) pages.push(null)
    pages.push(page)
    before = page
  }
  return pages
}

/** The range of rows, page navigation and page size. */
export function ListFooter({
  facts,
  perPage,
  narrow,
  onPage,
  onPerPage,
}: {
  facts: PageFacts
  perPage: number
  narrow: boolean
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const { current_page: present, last_page: last, total, capped = false } = facts
  const from = total === 0 ? 0 : (present - 1) * facts.per_page + 1
  const to = Math.min(total, present * facts.per_page)
  return (
    <div className={classes.footer}>
      <span className={classes.range} role="status">
        {t('list:page.range', { from: number(from), to: number(to), total: `${number(total)}${capped ? '+' : ''}` })}
      </span>
      {last > 1 ? (
        <nav aria-label={t('list:page.label')} className={classes.pages}>
          <button
            type="button"
            aria-label={t('list:page.previous')}
            disabled={present <= 1}
            onClick={() => onPage(present - 1)}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </button>
          {pagesAround(present, last, narrow ? 0 : 1).map((page, index) =>
            page === null ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={page}
                type="button"
                aria-label={t('list:page.go', { page: number(page) })}
                aria-current={page === present ? 'page' : undefined}
                onClick={() => onPage(page)}
              >
                {number(page)}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={t('list:page.next')}
            disabled={present >= last}
            onClick={() => onPage(present + 1)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </nav>
      ) : null}
      <select
        className={classes.perPage}
        aria-label={t('list:page.size')}
        value={perPage}
        onChange={(event) => onPerPage(Number(event.currentTarget.value))}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t('list:page.perPage', { count: size })}
          </option>
        ))}
      </select>
    </div>
  )
}
