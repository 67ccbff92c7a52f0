import { Button, Checkbox, Textarea } from '@mantine/core'
import { users } from '@trunkline/contract/resources/user'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useCan } from '../access/can.ts'
import { useSession } from '../access/session.ts'
import { useCall } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { insertMention, mentionAt, mentionedIn, type Mentioned } from './mentions.ts'
import classes from './notes.module.css'

/** Names that are offered at once. */
const maxSuggestions = 6

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
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(start.text)
  const [internal, setInternal] = useState(start.internal)
  const [chosen, setChosen] = useState(known)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  /** Where the caret belongs in a text that is about to be rendered. */
  const caretAfter = useRef<number>(undefined)
  // Before the next key: a character that is typed earlier would get the caret of the browser.
  useLayoutEffect(() => {
    const to = caretAfter.current
    if (to === undefined) return
    caretAfter.current = undefined
    input.current?.focus()
    input.current?.setSelectionRange(to, to)
  })

  const word = closed || !can(users.lookup) ? undefined : mentionAt(text, caret)
  // Only users who can read the note: an internal one is for the author's company, of which row security shows users.
  const readers = internal ? own : company
  const found = useCall(
    users.lookup,
    { query: { query: word?.query ?? '', ...(readers !== undefined && { company_or_above_id: readers }) } },
    { enabled: word !== undefined },
  )
  const offered = word === undefined ? [] : (found.data?.data ?? []).slice(0, maxSuggestions)
  const at = Math.min(active, offered.length - 1)

  const choose = (user: Mentioned) => {
    if (word === undefined) return
    const next = insertMention(text, { from: word.from, caret, name: user.name })
    setText(next.text)
    setCaret(next.caret)
    setChosen([...chosen, { id: user.id, name: user.name }])
    setClosed(true)
    caretAfter.current = next.caret
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const move = moves[event.key]
    const user = offered[at]
    if (move !== undefined) setActive((at + move + offered.length) % offered.length)
    else if (event.key === 'Escape') setClosed(true)
    else if ((event.key === 'Enter' || event.key === 'Tab') && user) choose(user)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const submit = async () => {
    if (pending || text.trim() === '') return
    setPending(true)
    setError(null)
    try {
      await onSubmit({ text: text.trim(), internal, mentions: mentionedIn(text, chosen) })
      if (!onCancel) {
        setText('')
        setChosen([])
      }
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
        ref={input}
        label={label}
        description={can(users.lookup) ? t('tags:notes.help') : undefined}
        value={text}
        maxLength={5000}
        rows={3}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${at}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setCaret(event.currentTarget.selectionStart)
          setActive(0)
          setClosed(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
      />
      {offered.length > 0 ? (
        <ul id={listId} className={classes.suggestions} role="listbox" aria-label={t('tags:notes.users')}>
          {offered.map((user, index) => (
            <li
              key={user.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={classes.suggestion}
              // Before the input loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(user)
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
