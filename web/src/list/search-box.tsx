import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import classes from './list.module.css'

/** How long typing rests before the list follows, in milliseconds. */
const rest = 300

/**
 * Free text. Submits on Enter and when typing rests. The first submit while typing makes a step in the browser's
 * history, the following ones replace it: back leads to the list before the search, not through each letter.
 */
export function SearchBox({
  value,
  onSearch,
}: {
  value: string
  onSearch: (text: string, how: { replace: boolean }) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const sent = useRef(value)
  const typing = useRef(false)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  // Back, a chip or a saved view have changed the address: the box follows, unless it said so itself.
  if (known !== value) {
    setKnown(value)
    if (value !== sent.current) setText(value)
  }

  const submit = (next: string) => {
    const trimmed = next.trim()
    if (trimmed === sent.current && trimmed === value) return
    sent.current = trimmed
    search.current(trimmed, { replace: typing.current })
    typing.current = true
  }
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    if (text.trim() === value) {
      sent.current = value
      return
    }
    // Whoever has opened a row meanwhile is on the way there, though the list is still to be seen.
    const here = window.location.pathname
    const timer = setTimeout(() => window.location.pathname === here && latest.current(text), rest)
    return () => clearTimeout(timer)
  }, [text, value])

  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault()
        typing.current = false
        submit(text)
      }}
    >
      <TextInput
        type="search"
        size="sm"
        aria-label={t('list:search.label')}
        placeholder={t('list:search.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          text ? (
            <CloseButton
              size="sm"
              aria-label={t('list:search.clear')}
              onClick={() => {
                setText('')
                submit('')
              }}
            />
          ) : null
        }
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => (typing.current = false)}
      />
    </form>
  )
}
