import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './change.module.css'
import { decodeFile, largestFile, readRecords, separatorOf, type Separator } from './import-file.ts'

export interface PickedFile {
  name: string
  encoding: string
  separator: Separator
  header: string[]
  /** Without the header. */
  records: string[][]
}

const separatorNames: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** Takes a file by a button, or dropped. */
export function FilePick({ file, onPick }: { file: PickedFile | null; onPick: (file: PickedFile) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setRefused(null)
    if (chosen.size === 0) return setRefused(t('ipam:importing.emptyFile'))
    if (chosen.size > largestFile) return setRefused(t('ipam:importing.tooLarge'))
    try {
      const { text, encoding } = decodeFile(new Uint8Array(await chosen.arrayBuffer()))
      const separator = separatorOf(text)
      const [header = [], ...records] = readRecords(text, separator)
      if (records.length === 0) return setRefused(t('ipam:importing.noRows'))
      onPick({ name: chosen.name, encoding, separator, header, records })
    } catch {
      setRefused(t('ipam:importing.unreadable'))
    }
  }

  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant={file ? 'default' : 'filled'}
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(file ? 'ipam:importing.other' : 'ipam:importing.choose')}
      </Button>
      <div aria-live="polite">
        {refused ? (
          <span className={classes.fault}>{refused}</span>
        ) : file ? (
          <>
            <strong>{file.name}</strong>{' '}
            <span className={classes.note}>
              {t('ipam:importing.read', {
                count: file.records.length,
                encoding: file.encoding,
                separator: t(`ipam:importing.separator.${separatorNames[file.separator]}`),
              })}
            </span>
          </>
        ) : (
          <span className={classes.note}>{t('ipam:importing.drop')}</span>
        )}
      </div>
    </div>
  )
}
