import { Button } from '@mantine/core'
import { imports } from '@trunkline/contract/resources/import'
import { importMaxBytes } from '@trunkline/contract/resources/import-shapes'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { bytesText } from '../../ui/amounts.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { regional } from '../../ui/zone.ts'
import { EarlierImports } from './earlier-imports.tsx'
import type { ImportTarget } from './import-targets.ts'
import classes from './imports.module.css'
import { fileError, runningImport, startImport } from './start-import.ts'

/** The first step: the file, the supported columns and the earlier imports. */
export function FileStep({ target, onOpen }: { target: ImportTarget; onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [fileMessage, setFileMessage] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [uploading, setUploading] = useState<string | null>(null)
  const busy = useRef(false)
  const columns = useCall(imports.columns, { query: { kind: target.kind } }, { staleTime: 5 * 60_000 })
  const runningId = runningImport(error, target.kind)

  /** The name of the file that was rejected, and why. */
  const rejected = (file: File, reason: string) => `${file.name}: ${reason}`

  const upload = async (file: File) => {
    if (busy.current) return
    setError(null)
    const problem = fileError(file)
    setFileMessage(problem ? rejected(file, t(`imports:fileError.${problem}`)) : null)
    if (problem) return
    busy.current = true
    setUploading(`${file.name} (${bytesText(file.size, language)})`)
    announce(t('imports:uploading', { name: file.name }))
    try {
      onOpen((await startImport(target.upload, file)).id)
    } catch (cause) {
      const message = cause instanceof ApiError ? cause.fields?.file : undefined
      if (message) setFileMessage(rejected(file, message))
      else setError(cause)
      setUploading(null)
    } finally {
      busy.current = false
    }
  }

  return (
    <>
      <Card title={t('imports:step.file')}>
        <div className={layout.stack}>
          <FileDrop
            label={t('imports:step.file')}
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            choose={t('imports:choose')}
            hint={t('imports:accepted', { size: bytesText(importMaxBytes, language) })}
            chosen={uploading ?? undefined}
            error={fileMessage}
            busy={uploading !== null}
            onPick={(file) => void upload(file)}
          />
          {error ? (
            <ErrorNotice error={error} inline title={t('imports:notUploaded')}>
              {runningId === undefined ? null : (
                <Button variant="default" size="sm" onClick={() => onOpen(runningId)}>
                  {t('imports:openRunning')}
                </Button>
              )}
            </ErrorNotice>
          ) : null}
          <p className={layout.smallNote}>{t(`imports:kind.${target.kind}.note`)}</p>
        </div>
      </Card>
      <Loaded of={{ ...columns, data: columns.data?.data }} skeleton={null}>
        {(fields) => (
          <Card title={t('imports:columns.supported')}>
            <dl className={classes.fieldList}>
              {fields.map(({ name, label, required, hint, example }) => (
                <div key={name} className={layout.stacked}>
                  <dt>
                    {label} {required ? <span className={classes.error}>{t('imports:required')}</span> : null}
                  </dt>
                  <dd className={layout.smallNote}>
                    {[hint, example && t('imports:example', { example })].filter(Boolean).join(' · ')}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </Loaded>
      <EarlierImports kind={target.kind} onOpen={onOpen} />
    </>
  )
}
