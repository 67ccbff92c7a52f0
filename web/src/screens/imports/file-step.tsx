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
import { regional } from '../../ui/zone.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import classes from './imports.module.css'
import type { ImportRoom } from './kinds.ts'
import { fileFault, runningImport, startImport } from './start-import.ts'

/** The first step: a file, what it may hold, and the imports of before. */
export function FileStep({ namespace, onOpen }: { namespace: ImportRoom; onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [problem, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [sent, setSent] = useState<string | null>(null)
  const running = useRef(false)
  const columns = useCall(imports.columns, { query: { kind: namespace.kind } }, { staleTime: 5 * 60_000 })

  const runningId = runningImport(failure, namespace.kind)

  const take = async (file: File) => {
    if (running.current) return
    setFailure(null)
    const seen = fileFault(file)
    setFault(seen ? t(`imports:fault.${seen}`) : null)
    if (seen) return
    running.current = true
    setSent(`${file.name} (${bytesText(file.size, language)})`)
    announce(t('imports:uploading', { name: file.name }))
    try {
      onOpen((await startImport(namespace.start, file)).id)
    } catch (error) {
      const atFile = error instanceof ApiError ? error.fields?.file : undefined
      if (atFile) setFault(atFile)
      else setFailure(error)
      setSent(null)
    } finally {
      running.current = false
    }
  }

  return (
    <>
      <Card title={t('imports:step.file')}>
        <div className={classes.stack}>
          <FileDrop
            label={t('imports:step.file')}
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            choose={t('imports:choose')}
            hint={t('imports:accepted', { size: bytesText(importMaxBytes, language) })}
            chosen={sent ?? undefined}
            error={problem}
            busy={sent !== null}
            onPick={(file) => void take(file)}
          />
          {failure ? (
            <ErrorNotice error={failure} inline title={t('imports:notTaken')}>
              {runningId === undefined ? null : (
                <Button variant="default" size="sm" onClick={() => onOpen(runningId)}>
                  {t('imports:openRunning')}
                </Button>
              )}
            </ErrorNotice>
          ) : null}
          <p className={classes.note}>{t(`imports:kind.${namespace.kind}.note`)}</p>
        </div>
      </Card>
      {columns.data ? (
        <Card title={t('imports:known')}>
          <dl className={classes.known}>
            {columns.data.data.map((column) => (
              <div key={column.name}>
                <dt>
                  {column.label}{' '}
                  {column.required ? <span className={classes.error}>{t('imports:required')}</span> : null}
                </dt>
                <dd>
                  {[column.hint, column.example && t('imports:example', { example: column.example })]
                    .filter(Boolean)
                    .join(' · ')}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ) : columns.error ? (
        <ErrorNotice error={columns.error} retry={() => void columns.refetch()} />
      ) : null}
      <EarlierImports kind={namespace.kind} onOpen={onOpen} />
    </>
  )
}
