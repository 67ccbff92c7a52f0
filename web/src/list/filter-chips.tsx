import { Button, CloseButton, Popover } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { regional, useZone } from '../ui/zone.ts'
import { needsJoin, type FilterTerm } from './filter-terms.ts'
import { termLabel } from './filter-words.ts'
import type { ListRow } from './list-types.ts'
import classes from './list.module.css'
import type { ListChanges } from './use-list-changes.ts'
import type { ListTexts } from './use-list-texts.tsx'
import type { ListState } from './use-list.ts'

/** The filters of the list, each removable, and how they are joined. */
export function FilterChips({
  list: { change, definition, search, terms },
  texts: { label, valueLabel },
  editor,
  changes: { apply, clear },
}: {
  list: Pick<ListState<ListRow>, 'change' | 'definition' | 'search' | 'terms'>
  texts: Pick<ListTexts<ListRow>, 'label' | 'valueLabel'>
  /** The inputs of a filter, for an open chip. */
  editor: (close: () => void, field: string) => ReactNode
  changes: ListChanges
}) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  /** The field of the open chip. */
  const [edited, setEdited] = useState<string | undefined>()
  const close = () => setEdited(undefined)
  const language = regional(i18n.language)
  const words = (term: FilterTerm) => termLabel(term, { t, definition, label, valueLabel, language, zone })
  const { trashed, searchJoin: join = 'and' } = search
  if (terms.terms.length === 0 && !terms.text && !trashed) return null
  return (
    <div className={classes.chips} role="group" aria-label={t('list:filter.active')}>
      {needsJoin(terms) ? (
        <button
          type="button"
          className={classes.join}
          onClick={() => change({ searchJoin: join === 'and' ? 'or' : undefined })}
          title={t('list:filter.joinHint')}
        >
          {t(join === 'and' ? 'list:filter.all' : 'list:filter.any')}
        </button>
      ) : null}
      {terms.text ? (
        <Chip label={t('list:term.text', { value: terms.text })} onRemove={() => apply({ ...terms, text: '' })} />
      ) : null}
      {terms.terms.map((term) => (
        <Popover
          key={term.field}
          withRoles={false}
          opened={edited === term.field}
          onChange={(opened) => !opened && close()}
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
                onEdit={() => (edited === term.field ? close() : setEdited(term.field))}
                onRemove={() => apply({ ...terms, terms: terms.terms.filter((other) => other !== term) })}
              />
            </div>
          </Popover.Target>
          <Popover.Dropdown p={0} role="dialog" aria-label={words(term)}>
            {edited === term.field ? <Suspense fallback={null}>{editor(close, term.field)}</Suspense> : null}
          </Popover.Dropdown>
        </Popover>
      ))}
      {trashed ? <Chip label={t(`list:trash.${trashed}`)} onRemove={() => change({ trashed: undefined })} /> : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
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
