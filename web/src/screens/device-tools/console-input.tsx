import { Button, TextInput } from '@mantine/core'
import { deviceConsole } from '@trunkline/contract/resources/device-console'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { call } from '../../api/call.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './console.module.css'
import { completed, historyAt } from './console-words.ts'

/** Milliseconds after the last letter before completions are queried. */
const pause = 250

interface Completions {
  offset: number
  words: readonly string[]
}
const none: Completions = { offset: 0, words: [] }

/** Words that continue the line, while it is edited; one request at a time. */
function useCompletions(hardwareId: number, line: string, isEdited: boolean): [Completions, () => void] {
  const [found, setFound] = useState(none)
  useEffect(() => {
    setFound(none)
    if (!isEdited || line.trim() === '') return
    const aborting = new AbortController()
    const timer = setTimeout(() => {
      call(deviceConsole.complete, {
        params: { id: hardwareId },
        body: { input: line },
        signal: aborting.signal,
      }).then(
        ({ data: { offset, completions } }) => {
          const word = line.slice(offset)
          const words = completions.filter((one) => one !== word)
          if (!aborting.signal.aborted) setFound({ offset, words })
        },
        // Without completions the line can still be sent.
        () => {},
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [hardwareId, line, isEdited])
  return [found, () => setFound(none)]
}

/** A line with completion (Tab, arrow keys) and history (arrow keys without an open list). */
export function ConsoleInput({
  hardwareId,
  history,
  pending,
  onLine,
}: {
  hardwareId: number
  history: readonly string[]
  pending: boolean
  onLine: (line: string) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [line, setLine] = useState('')
  const [isEdited, setEdited] = useState(false)
  const [at, setAt] = useState(history.length)
  const [active, setActive] = useState(-1)
  const [{ offset, words }, close] = useCompletions(hardwareId, line, isEdited)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = words.length > 0
  useEffect(() => setActive(-1), [words])
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  useEffect(() => setAt(history.length), [history])

  const accept = (index: number) => {
    setLine(completed(line, offset, words[index] ?? ''))
    setEdited(true)
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (line.trim() === '' || pending) return
    setEdited(false)
    close()
    onLine(line.trim())
    setLine('')
  }
  const recall = (by: -1 | 1) => {
    const next = historyAt(at, by, history.length)
    setAt(next)
    setEdited(false)
    setLine(history[next] ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const isUp = key === 'ArrowUp'
    if (key === 'ArrowDown' || isUp) {
      event.preventDefault()
      // From the input upwards lies the history, downwards the list.
      if (isOpen && !(isUp && active === -1))
        setActive(Math.min(words.length - 1, Math.max(-1, active + (isUp ? -1 : 1))))
      else recall(isUp ? -1 : 1)
    } else if (isOpen && key === 'Escape') {
      event.preventDefault()
      close()
    } else if (isOpen && key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      accept(Math.max(0, active))
    } else if (isOpen && key === 'Enter' && active >= 0) {
      event.preventDefault()
      accept(active)
    }
  }
  return (
    <form onSubmit={submit} className={classes.entry}>
      <div className={classes.input}>
        <TextInput
          ref={input}
          label={t('device-tools:console.line')}
          placeholder="/ip/address/print where interface=ether1"
          value={line}
          maxLength={1000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          onChange={(event) => {
            setEdited(true)
            setLine(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {isOpen ? (
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={t('device-tools:console.completions')}
            className={classes.options}
          >
            {words.map((word, index) => (
              <li
                key={word}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={classes.option}
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => accept(index)}
              >
                {word}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Button type="submit" loading={pending}>
        {t('device-tools:console.send')}
      </Button>
    </form>
  )
}
