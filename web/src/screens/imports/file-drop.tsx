import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import layout from '../../ui/layout.module.css'
import classes from './imports.module.css'

/** Accepts one file, by a button or dropped. */
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
  /** Of the button, which an error summary links to. */
  id?: string
  label: string
  /** As `accept` of an input: `.csv,.xlsx`. */
  accept: string
  /** The label of the button. */
  choose: string
  hint: ReactNode
  /** Name and size of the chosen file. */
  chosen?: ReactNode
  error?: ReactNode
  busy?: boolean
  onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const ownId = useId()
  const pick = (file: File | undefined) => {
    if (file && !busy) onPick(file)
  }
  return (
    <div
      className={classes.drop}
      role="group"
      aria-label={label}
      data-over={over || undefined}
      data-error={error ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        pick(event.dataTransfer.files[0])
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
          pick(event.currentTarget.files?.[0])
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = ''
        }}
      />
      <ActionButton
        icon={IconFileUpload}
        id={id}
        variant={chosen ? 'default' : 'filled'}
        loading={busy}
        aria-describedby={`${ownId}-status ${ownId}-hint`}
        onClick={() => input.current?.click()}
      >
        {choose}
      </ActionButton>
      <div className={classes.dropText}>
        <div id={`${ownId}-status`} aria-live="polite">
          {error ? <span className={classes.error}>{error}</span> : chosen ? <strong>{chosen}</strong> : null}
        </div>
        <div id={`${ownId}-hint`} className={layout.hint}>
          {hint}
        </div>
      </div>
    </div>
  )
}
