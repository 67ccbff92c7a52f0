import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { deviceConsole, type ConsolePlan, type ConsoleReply } from '@trunkline/contract/resources/device-console'
import { useState } from 'react'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { errorFacts, errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import classes from './console.module.css'
import { ConsoleInput } from './console-input.tsx'
import { isWriting } from './console-words.ts'
import { columnsOf, textOfRows } from './tool-result.tsx'

/** Replies that stay on the page, and lines that the history keeps. */
const [maxReplies, maxLines] = [10, 50]

interface Entry {
  key: number
  line: string
  reply?: ConsoleReply
  error?: string
}

const identity = (column: string) => column

function RowTable({ label, rows }: { label: string; rows: ConsoleReply['rows'] }) {
  return (
    <SimpleTable
      label={label}
      columns={columnsOf(rows).map((column) => ({
        key: column,
        header: column,
        cell: (row: ConsoleReply['rows'][number]) => row[column] ?? '–',
      }))}
      rows={rows}
      rowKey={(_, index) => index}
    />
  )
}

function Answer({ entry: { line, reply, error } }: { entry: Entry }) {
  const { t } = useTranslation()
  return (
    <section aria-label={line}>
      <p className={classes.line}>&gt; {line}</p>
      {error === undefined ? null : <p role="alert">{error}</p>}
      {reply === undefined ? null : (
        <div className={layout.stack}>
          {reply.text === null ? (
            reply.rows.length === 0 ? (
              <p className={layout.note}>{t('device-tools:noRows')}</p>
            ) : (
              <RowTable label={line} rows={reply.rows} />
            )
          ) : (
            <pre className={classes.text} tabIndex={0} role="group" aria-label={line}>
              {reply.text}
            </pre>
          )}
          {reply.is_cut ? <p className={layout.note}>{t('device-tools:cut')}</p> : null}
          <div>
            <CopyButton value={reply.text ?? textOfRows(reply.rows, identity)} label={t('device-tools:copy')} />
          </div>
        </div>
      )}
    </section>
  )
}

/** A line that writes, with the rows that it changes, before it is sent. */
interface Planned {
  line: string
  plan: ConsolePlan
}

/** The command line of a device: lines that read are answered, those that write are confirmed first. */
export function ConsoleCard({ device }: { device: HardwareDevice }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const mayWrite = canOn(deviceConsole.plan, device)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [history, setHistory] = useState<readonly string[]>([])
  const [planned, setPlanned] = useState<Planned | undefined>()
  const read = useCommand(deviceConsole.read)
  const plan = useCommand(deviceConsole.plan)
  const write = useDeviceCommand(deviceConsole.write)
  const params = { id: device.id }
  const append = (entry: Omit<Entry, 'key'>) =>
    setEntries((before) => [{ ...entry, key: (before[0]?.key ?? 0) + 1 }, ...before].slice(0, maxReplies))
  const fail = (line: string, error: unknown) =>
    append({ line, error: errorFacts(error).fields?.['line'] ?? errorText(error, t) })
  const send = async (line: string) => {
    setHistory((before) => [...before.filter((one) => one !== line), line].slice(-maxLines))
    try {
      if (mayWrite && isWriting(line)) {
        const { data } = await plan.run({ params, body: { line } })
        setPlanned({ line, plan: data })
      } else append({ line, reply: (await read.run({ params, body: { line } })).data })
    } catch (error) {
      fail(line, error)
    }
  }
  const confirm = async ({ line, plan: { rows, seen_rows } }: Planned) => {
    const ids = rows.flatMap((row) => row['.id'] ?? [])
    try {
      await write.enqueue({ params, body: { line, ids, seen_rows } })
      setPlanned(undefined)
    } catch {
      // The dialog shows the error.
    }
  }
  const values = planned && Object.entries(planned.plan.values)
  return (
    <Card title={t('device-tools:console.title')}>
      <div className={layout.stack}>
        <p className={layout.note}>{t(mayWrite ? 'device-tools:console.leadWrite' : 'device-tools:console.lead')}</p>
        <ConsoleInput
          hardwareId={device.id}
          history={history}
          pending={read.pending || plan.pending}
          onLine={(line) => void send(line)}
        />
        <CommandEnd of={write.command} onClose={write.clear} />
        <div className={layout.stack} role="log" aria-label={t('device-tools:console.replies')}>
          {entries.map((entry) => (
            <Answer key={entry.key} entry={entry} />
          ))}
        </div>
      </div>
      {planned ? (
        <ConfirmDialog
          opened
          onClose={() => setPlanned(undefined)}
          onConfirm={() => void confirm(planned)}
          title={t('device-tools:console.confirmTitle', { device: device.name })}
          confirmLabel={t('device-tools:console.apply')}
          tone="danger"
          pending={write.requesting}
          error={write.error}
        >
          <p className={classes.line}>{planned.line}</p>
          {planned.plan.rows.length > 0 ? (
            <>
              <p>{t('device-tools:console.rows', { count: planned.plan.rows.length })}</p>
              <RowTable label={t('device-tools:console.changed')} rows={planned.plan.rows} />
            </>
          ) : null}
          {values && values.length > 0 ? (
            <p className={classes.values}>{values.map(([property, value]) => `${property}=${value}`).join(' ')}</p>
          ) : null}
          <p className={layout.note}>{t('device-tools:console.guarded')}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
