import { Button, Checkbox, Textarea } from '@mantine/core'
import { users } from '@trunkline/contract/resources/user'
import { useId, useState } from 'react'
import { useCan } from '../access/can.ts'
import { useSession } from '../access/session.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { mentionedIn, type Mentioned } from './mentions.ts'
import classes from './notes.module.css'
import { useMentionInput } from './use-mention-input.ts'

export interface NoteDraft {
  text: string
  internal: boolean
  mentions: number[]
}

/** The input of a note. Typing `@` offers users by name; the arrow keys and Enter choose one. */
export function NoteComposer({
  start = { text: '', internal: true },
  known = [],
  company,
  label,
  submitLabel,
  onSubmit,
  onCancel,
}: {
  start?: { text: string; internal: boolean }
  /** Users that the note mentions already. */
  known?: readonly Mentioned[]
  /** The company of the record: its users, and those of companies above it, can read a note that is not internal. */
  company: number | undefined
  label: string
  submitLabel: string
  onSubmit: (draft: NoteDraft) => Promise<unknown>
  onCancel?: () => void
}) {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company.id
  const listId = useId()
  const [internal, setInternal] = useState(start.internal)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // Only users who can read the note: an internal one is for the author's company, of which row security shows users.
  const mention = useMentionInput({ text: start.text, known }, internal ? own : company)
  const { text, suggestions, active } = mention

  const submit = async () => {
    if (pending || text.trim() === '') return
    setPending(true)
    setError(null)
    try {
      await onSubmit({ text: text.trim(), internal, mentions: mentionedIn(text, mention.chosen) })
      if (!onCancel) mention.clear()
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={classes.composer}>
      {error ? <ErrorNotice error={error} title={t('tags:notes.failed')} inline /> : null}
      <Textarea
        ref={mention.input}
        label={label}
        description={can(users.lookup) ? t('tags:notes.help') : undefined}
        value={text}
        maxLength={5000}
        rows={3}
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={suggestions.length > 0 ? `${listId}-${active}` : undefined}
        {...mention.handlers}
      />
      {suggestions.length > 0 ? (
        <ul id={listId} className={classes.suggestions} role="listbox" aria-label={t('tags:notes.users')}>
          {suggestions.map((user, index) => (
            <li
              key={user.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes.suggestion}
              // Before the input loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault()
                mention.choose(user)
              }}
            >
              <span>{user.name}</span>
              <span className={classes.meta}>{user.path}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes.buttons}>
        <Checkbox
          size="sm"
          label={t('tags:notes.internal')}
          checked={internal}
          onChange={(event) => setInternal(event.currentTarget.checked)}
        />
        <span className={classes.actions}>
          {onCancel ? (
            <Button type="button" variant="default" size="compact-md" onClick={onCancel}>
              {t('ui:cancel')}
            </Button>
          ) : null}
          <Button
            type="button"
            size="compact-md"
            loading={pending}
            disabled={text.trim() === ''}
            onClick={() => void submit()}
          >
            {submitLabel}
          </Button>
        </span>
      </div>
    </div>
  )
}
