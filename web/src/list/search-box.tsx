import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import classes from './list.module.css'

/** The delay after typing before the list is searched. Milliseconds. */
const rest = 300

/**
 * Free-text search, submitted on Enter and after a pause in typing. The first submit adds an entry to the browser's
 * history, the following ones replace it, so that back leads to the list before the search.
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
  // Back, a filter chip or a saved view has changed the URL: the box follows, unless it made the change.
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
    // The user has already opened a row, although the list is still visible.
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
