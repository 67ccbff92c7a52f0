import { Button, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import {
  deviceTools,
  serviceTools,
  testTools,
  type Run,
  type Tool,
  type ToolOptions,
} from '@trunkline/contract/resources/device-tool'
import { useEffect, useState, type FormEvent } from 'react'
import { useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { choicesOf, initialValues, ToolFields, type ToolValues } from './tool-fields.tsx'

type ServiceTool = (typeof serviceTools)[number]

const isServiceTool = (tool: Tool): tool is ServiceTool => (serviceTools as readonly Tool[]).includes(tool)

/** The entered values that are not empty. */
const entered = (values: ToolValues) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** Chooses a tool, takes its fields, and runs it; one that may interrupt the service after a confirmation. */
export function ToolCard({
  device,
  tool,
  onTool,
  options,
  optionsError,
  onStarted,
}: {
  device: HardwareDevice
  tool: Tool
  onTool: (tool: Tool) => void
  /** Undefined while they are read, and if they cannot be read. */
  options: ToolOptions | undefined
  optionsError: ApiError | null
  onStarted: (run: Run) => void
}) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const [changed, setChanged] = useState<ToolValues>({})
  const [confirming, setConfirming] = useState(false)
  const done = (reply: { data: Run }) => {
    setConfirming(false)
    onStarted(reply.data)
  }
  const start = useCommand(deviceTools.start, { onDone: done })
  const startService = useCommand(deviceTools.startService, { onDone: done })
  const { reset: resetStart } = start
  const { reset: resetService } = startService
  useEffect(() => {
    setChanged({})
    resetStart()
    resetService()
  }, [tool, resetStart, resetService])
  const used = isServiceTool(tool) ? startService : start
  const values = { ...initialValues(tool, options), ...changed }
  const fields = used.error?.fields ?? {}
  const all: readonly Tool[] = [...testTools, ...(canOn(deviceTools.startService, device) ? serviceTools : [])]
  const hasNone = choicesOf(tool, options)?.length === 0
  const input = { params: { id: device.id } }
  const run = () =>
    isServiceTool(tool)
      ? startService.run({ ...input, body: { tool, interface: '', ...entered(values), confirm: true } })
      : start.run({ ...input, body: { tool, ...entered(values) } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isServiceTool(tool)) setConfirming(true)
    else run().catch(() => {})
  }
  return (
    <Card title={t('device-tools:run')}>
      <form onSubmit={submit} className={layout.stack} noValidate>
        <Select
          label={t('device-tools:tool')}
          description={t(`device-tools:about.${tool}`)}
          maw={480}
          allowDeselect={false}
          data={all.map((one) => ({ value: one, label: t(`device-tools:tools.${one}`) }))}
          value={tool}
          onChange={(next) => next && onTool(next as Tool)}
        />
        {hasNone && (tool === 'cable-test' || tool === 'wifi-scan') ? (
          <p>{t(tool === 'cable-test' ? 'device-tools:noPorts' : 'device-tools:noRadios')}</p>
        ) : (
          <ToolFields
            tool={tool}
            options={options}
            values={values}
            errors={fields}
            onChange={(field, value) => setChanged((before) => ({ ...before, [field]: value }))}
          />
        )}
        {optionsError ? (
          <p className={layout.note}>
            {t('device-tools:unread')} {optionsError.message}
          </p>
        ) : null}
        {used.error && Object.keys(fields).length === 0 && !confirming ? (
          <ErrorNotice error={used.error} inline />
        ) : null}
        <div>
          <Button type="submit" leftSection={actionIcon(IconPlayerPlay)} loading={start.pending} disabled={hasNone}>
            {t('device-tools:start')}
          </Button>
        </div>
      </form>
      {isServiceTool(tool) ? (
        <ConfirmDialog
          opened={confirming}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            run().catch((error: ApiError) => {
              // The fields show what is wrong with them.
              if (error.fields) setConfirming(false)
            })
          }}
          title={t('device-tools:confirm.title', { tool: t(`device-tools:tools.${tool}`), device: device.name })}
          confirmLabel={t('device-tools:start')}
          tone={tool === 'wake-on-lan' ? 'normal' : 'danger'}
          pending={startService.pending}
          error={startService.error}
        >
          {t(`device-tools:confirm.${tool}`)}
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
