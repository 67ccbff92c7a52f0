import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import classes from './imports.module.css'

/** Takes one file, by a button or dropped. The words are the caller's. */
export function FileDrop({
  id,
  label,
  accept,
  choose,
  hint,
  chosen,
  error,
  busy = false,
  onPick,
}: {
  /** Of the button, which an error summary leads to. */
  id?: string
  label: string
  /** As `accept` of an input: `.csv,.xlsx`. */
  accept: string
  choose: string
  hint: ReactNode
  /** The chosen file in words. */
  chosen?: ReactNode
  error?: ReactNode
  busy?: boolean
  onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const own = useId()
  const take = (file: File | undefined) => {
    if (file && !busy) onPick(file)
  }
  return (
    <div
      className={classes.drop}
      role="group"
      aria-label={label}
      data-over={over || undefined}
      data-bad={error ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <Button
        id={id}
        variant={chosen ? 'default' : 'filled'}
        loading={busy}
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        aria-describedby={`${own}-said ${own}-hint`}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <div className={classes.dropText}>
        <div id={`${own}-said`} aria-live="polite">
          {error ? <span className={classes.error}>{error}</span> : chosen ? <strong>{chosen}</strong> : null}
        </div>
        <div id={`${own}-hint`} className={classes.note}>
          {hint}
        </div>
      </div>
    </div>
  )
}
