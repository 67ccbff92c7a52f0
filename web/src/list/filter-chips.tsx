import { Button, CloseButton, Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { needsJoin, type FilterTerm, type SearchTerms } from './filter-terms.ts'
import classes from './list.module.css'

/** The filters of the list, each removable, and how they are joined. */
export function FilterChips({
  terms,
  words,
  join,
  trashed,
  onEdit,
  edited,
  editor,
  onEdited,
  onRemove,
  onRemoveText,
  onJoin,
  onTrashed,
  onClear,
}: {
  terms: SearchTerms
  words: (term: FilterTerm) => string
  join: 'and' | 'or'
  trashed: 'with' | 'only' | undefined
  onEdit: (field: string) => void
  /** The field of the open chip. */
  edited: string | undefined
  editor: (field: string, close: () => void) => ReactNode
  onEdited: () => void
  onRemove: (term: FilterTerm) => void
  onRemoveText: () => void
  onJoin: (join: 'and' | 'or') => void
  onTrashed: () => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  if (terms.terms.length === 0 && !terms.text && !trashed) return null
  return (
    <div className={classes.chips} role="group" aria-label={t('list:filter.active')}>
      {needsJoin(terms) ? (
        <button
          type="button"
          className={classes.join}
          onClick={() => onJoin(join === 'and' ? 'or' : 'and')}
          title={t('list:filter.joinHint')}
        >
          {t(join === 'and' ? 'list:filter.all' : 'list:filter.any')}
        </button>
      ) : null}
      {terms.text ? <Chip label={t('list:term.text', { value: terms.text })} onRemove={onRemoveText} /> : null}
      {terms.terms.map((term) => (
        <Popover
          key={term.field}
          withRoles={false}
          opened={edited === term.field}
          onChange={(opened) => !opened && onEdited()}
          position="bottom-start"
          withinPortal
          trapFocus
          returnFocus
          shadow="md"
          width={300}
        >
          <Popover.Target>
            <div className={classes.chipPosition}>
              <Chip
                label={words(term)}
                open={edited === term.field}
                onEdit={() => (edited === term.field ? onEdited() : onEdit(term.field))}
                onRemove={() => onRemove(term)}
              />
            </div>
          </Popover.Target>
          <Popover.Dropdown p={0} role="dialog" aria-label={words(term)}>
            {edited === term.field ? editor(term.field, onEdited) : null}
          </Popover.Dropdown>
        </Popover>
      ))}
      {trashed ? <Chip label={t(`list:trash.${trashed}`)} onRemove={onTrashed} /> : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
        {t('list:filter.clear')}
      </Button>
    </div>
  )
}

function Chip({
  label,
  open = false,
  onEdit,
  onRemove,
}: {
  label: string
  open?: boolean
  onEdit?: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <span className={classes.chip}>
      {onEdit ? (
        <button
          type="button"
          className={classes.chipLabel}
          onClick={onEdit}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          {label}
        </button>
      ) : (
        <span className={classes.chipLabel}>{label}</span>
      )}
      <CloseButton
        size={24}
        iconSize={14}
        aria-label={t('list:filter.removeOne', { filter: label })}
        onClick={onRemove}
      />
    </span>
  )
}
