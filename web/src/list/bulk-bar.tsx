import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from '../i18n/use-translation.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import type { BulkAction, RowId } from './list-types.ts'
import classes from './list.module.css'
import { countOf, maxIds, pageSelected, type Selection } from './selection.ts'

/** Actions that fit beside the selection; further ones are in a menu. */
const maxButtons = 5

/** The selection with its actions and the second step to all matching rows. Sticky while rows are scrolled. */
export function BulkBar<Id extends RowId>({
  selection,
  pageIds,
  total,
  actions,
  limit,
  onMatching,
  onClear,
  onAction,
}: {
  selection: Selection<Id>
  pageIds: readonly Id[]
  total: number
  actions: readonly BulkAction<Id>[]
  /** Maximum number of rows that the actions take. */
  limit: number | undefined
  /** Undefined where only rows that are shown can be selected. */
  onMatching: (() => void) | undefined
  onClear: () => void
  onAction: (action: BulkAction<Id>) => void
}) {
  const { t } = useTranslation()
  const count = countOf(selection)
  if (count === 0) return null
  const tooMany = selection.kind === 'ids' && count > maxIds
  const inBar = actions.length > maxButtons + 1 ? actions.slice(0, maxButtons) : actions
  const others = tooMany ? [] : actions.slice(inBar.length)
  return (
    <div className={classes.bulk} role="region" aria-label={t('list:bulk.label')}>
      <span className={classes.bulkCount} role="status">
        {t(selection.kind === 'matching' ? 'list:bulk.matching' : 'list:bulk.selected', { count })}
      </span>
      {onMatching &&
      selection.kind === 'ids' &&
      pageSelected(selection, pageIds) &&
      Math.min(total, limit ?? total) > count ? (
        <Button variant="subtle" size="compact-sm" onClick={onMatching}>
          {limit !== undefined && total > limit
            ? t('list:bulk.selectFirst', { count: limit })
            : t('list:bulk.selectMatching', { count: total })}
        </Button>
      ) : null}
      <span className={classes.bulkActions}>
        {inBar.map((action) => (
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
        <ActionMenu
          label={t('common:record.action.more')}
          size="compact-sm"
          actions={others.map((action) => ({
            key: action.key,
            label: action.label,
            icon: action.icon,
            ...(action.tone && { tone: action.tone }),
            onClick: () => onAction(action),
          }))}
        />
      </span>
      {tooMany ? (
        <span className={classes.hint}>
          {t(limit === undefined ? 'list:bulk.tooMany' : 'list:bulk.limit', { count: maxIds })}
        </span>
      ) : null}
      <CloseButton size={28} aria-label={t('list:bulk.clear')} onClick={onClear} />
    </div>
  )
}
