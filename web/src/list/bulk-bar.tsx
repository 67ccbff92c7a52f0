import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from '../i18n/use-translation.ts'
import type { BulkAction, RowId } from './list-types.ts'
import classes from './list.module.css'
import { countOf, maxIds, pageSelected, type Selection } from './selection.ts'

/** The selection with its actions and the second step to all matching rows. Sticky while rows are scrolled. */
export function BulkBar<Id extends RowId>({
  selection,
  pageIds,
  total,
  actions,
  onMatching,
  onClear,
  onAction,
}: {
  selection: Selection<Id>
  pageIds: readonly Id[]
  total: number
  actions: readonly BulkAction<Id>[]
  /** Undefined where rows can only be selected individually. */
  onMatching: (() => void) | undefined
  onClear: () => void
  onAction: (action: BulkAction<Id>) => void
}) {
  const { t } = useTranslation()
  const count = countOf(selection)
  if (count === 0) return null
  const tooMany = selection.kind === 'ids' && count > maxIds
  return (
    <div className={classes.bulk} role="region" aria-label={t('list:bulk.label')}>
      <span className={classes.bulkCount} role="status">
        {t(selection.kind === 'matching' ? 'list:bulk.matching' : 'list:bulk.selected', { count })}
      </span>
      {onMatching && selection.kind === 'ids' && pageSelected(selection, pageIds) && total > count ? (
        <Button variant="subtle" size="compact-sm" onClick={onMatching}>
          {t('list:bulk.selectMatching', { count: total })}
        </Button>
      ) : null}
      <span className={classes.bulkActions}>
        {actions.map((action) => (
          <Button
            key={action.key}
            size="compact-sm"
            variant="default"
            leftSection={action.icon}
            disabled={tooMany}
            onClick={() => onAction(action)}
          >
            {action.label}
          </Button>
        ))}
      </span>
      {tooMany ? <span className={classes.hint}>{t('list:bulk.tooMany', { count: maxIds })}</span> : null}
      <CloseButton size={28} aria-label={t('list:bulk.clear')} onClick={onClear} />
    </div>
  )
}
