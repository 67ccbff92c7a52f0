import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import classes from './file-drop.module.css'
import layout from './layout.module.css'

/** Accepts one file or several, by a button or dropped. */
export function FileDrop({
  id,
  label,
  accept,
  choose,
  hint,
  chosen,
  error,
  busy = false,
  multiple = false,
  quiet = false,
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
  multiple?: boolean
  /** The button is not the main action of the page. */
  quiet?: boolean
  /** Called for each file. */
  onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const ownId = useId()
  const pick = (files: FileList | null) => {
    if (!busy) for (const file of Array.from(files ?? []).slice(0, multiple ? undefined : 1)) onPick(file)
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
        pick(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          pick(event.currentTarget.files)
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = ''
        }}
      />
      <ActionButton
        icon={IconFileUpload}
        id={id}
        variant={chosen || quiet ? 'default' : 'filled'}
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
