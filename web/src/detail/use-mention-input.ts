import { users } from '@trunkline/contract/resources/user'
import { useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react'
import { useCan } from '../access/can.ts'
import { useCall } from '../api/query.ts'
import { insertMention, mentionAt, type Mentioned } from './mentions.ts'

/** Names that are suggested at once. */
const maxSuggestions = 6

export interface MentionInput {
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Users that were chosen, mentioned in the text or not. */
  chosen: readonly Mentioned[]
  suggestions: readonly (Mentioned & { path?: string | undefined })[]
  /** Index of the active suggestion. */
  active: number
  choose: (user: Mentioned) => void
  clear: () => void
  handlers: {
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: () => void
  }
}

/**
 * A text in which typing `@` suggests users by name; the arrow keys and Enter choose one.
 * @param readers the company whose users, and those of companies above it, are suggested; undefined: all visible ones
 */
export function useMentionInput(
  start: { text: string; known: readonly Mentioned[] },
  readers: number | undefined,
): MentionInput {
  const can = useCan()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(start.text)
  const [chosen, setChosen] = useState(start.known)
  const [caret, setCaret] = useState(0)
  const [wanted, setWanted] = useState(0)
  const [closed, setClosed] = useState(false)

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
  const found = useCall(
    users.lookup,
    { query: { query: word?.query ?? '', ...(readers !== undefined && { company_or_above_id: readers }) } },
    { enabled: word !== undefined },
  )
  const suggestions = word === undefined ? [] : (found.data?.data ?? []).slice(0, maxSuggestions)
  const active = Math.min(wanted, suggestions.length - 1)

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
    if (suggestions.length === 0) return
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const move = moves[event.key]
    const user = suggestions[active]
    if (move !== undefined) setWanted((active + move + suggestions.length) % suggestions.length)
    else if (event.key === 'Escape') setClosed(true)
    else if ((event.key === 'Enter' || event.key === 'Tab') && user) choose(user)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    input,
    text,
    chosen,
    suggestions,
    active,
    choose,
    clear() {
      setText('')
      setChosen([])
    },
    handlers: {
      onChange(event) {
        setText(event.currentTarget.value)
        setCaret(event.currentTarget.selectionStart)
        setWanted(0)
        setClosed(false)
      },
      onKeyDown,
      onBlur: () => setClosed(true),
    },
  }
}
