import { Button, Group, Loader, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { deviceCommands } from '@trunkline/contract/resources/device-command'
import { callHomeVerb } from '@trunkline/contract/resources/device-enums'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Reply } from '@trunkline/contract/endpoint'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import clsx from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { Form } from '../../form/form.tsx'
import { SelectField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { Time } from '../../ui/time.tsx'
import { isFailed } from '../devices/command-words.ts'
import classes from './hardware.module.css'

type Script = Reply<typeof hardwareLive.bootstrap>['data']

const tunnels = ['l2tp', 'sstp', 'ovpn', 'ikev2'] as const
const versions = ['7', '6'] as const
/** Milliseconds. */
const refreshInterval = 3000

interface ScriptValues {
  vpn_dialup_id: number | null
  tunnel: (typeof tunnels)[number]
  version: (typeof versions)[number]
  [key: string]: unknown
}

/**
 * The state of the setup: waits until the router that runs the script contacts the panel, and the panel has read it with
 * its new login. Earlier commands do not count.
 */
function SetupState({ device }: { device: number }) {
  const { t } = useTranslation()
  useMessages()
  const shown = useCall(
    deviceCommands.index,
    {
      query: {
        search: `hardware_id:${device};kind:reload`,
        searchFields: 'hardware_id:=;kind:=',
        searchJoin: 'and',
        perPage: 25,
      },
    },
    { row: device, staleTime: 0, every: refreshInterval },
  )
  const rows = shown.data?.data
  const [lastBefore, setLastBefore] = useState<number | undefined>()
  if (rows && lastBefore === undefined) setLastBefore(rows[0]?.id ?? 0)
  const command = rows?.find(({ id, verb }) => lastBefore !== undefined && id > lastBefore && verb === callHomeVerb)
  const step = !command ? 'waiting' : command.state === 'done' ? 'done' : isFailed(command.state) ? 'failed' : 'reading'
  return (
    <p className={clsx(classes.iconLine, step === 'done' && classes.good)} role="status">
      {step === 'done' ? (
        <IconCircleCheck size={18} aria-hidden="true" />
      ) : step === 'failed' ? (
        <IconAlertTriangle size={18} aria-hidden="true" />
      ) : (
        <Loader size={18} aria-hidden="true" />
      )}
      <span>{t(`hardware:script.state.${step}`, { message: command?.detail ? textOf(command.detail) : '' })}</span>
    </p>
  )
}

function ScriptSteps({ script, device, onClose }: { script: Script; device: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={layout.stack}>
      <div className={classes.warn}>
        <p>
          <strong>{t('hardware:script.once')}</strong>
        </p>
        <p>
          {t('hardware:script.onceText')} <Time value={script.expires_at} />.
        </p>
      </div>
      <ol className={classes.names}>
        <li>{t('hardware:script.stepTerminal')}</li>
        <li>{t('hardware:script.stepPaste')}</li>
        <li>{t('hardware:script.stepWait', { user: script.user })}</li>
      </ol>
      <Group justify="space-between">
        <span className={layout.quiet}>{t('hardware:script.secret')}</span>
        <CopyButton value={script.script} label={t('hardware:script.copy')} />
      </Group>
      <pre className={classes.config} role="group" aria-label={t('hardware:script.title')} tabIndex={0}>
        {script.script}
      </pre>
      <SetupState device={device} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </Group>
    </div>
  )
}

/**
 * Creates a setup script for a router that the panel can't reach yet, for example behind NAT: it adds a user for the
 * panel, dials the tunnel and contacts the panel. The script is shown once.
 */
export default function BootstrapDialog({ device, onClose }: { device: HardwareDevice; onClose: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const create = useCommand(hardwareLive.bootstrap)
  const [script, setScript] = useState<Script | undefined>()
  const of = device.management
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('hardware:script.dialog', { name: device.name })}
      closeOnClickOutside={script === undefined}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {script ? (
        <ScriptSteps script={script} device={device.id} onClose={onClose} />
      ) : (
        <>
          <p className={layout.lead}>{t('hardware:script.lead')}</p>
          <Form<ScriptValues>
            initial={{ vpn_dialup_id: of?.vpn_dialup_id ?? null, tunnel: 'l2tp', version: '7' }}
            guard={false}
            onSubmit={async (values) => {
              const { data } = await create.run({
                params: { id: device.id },
                body: {
                  version: values.version,
                  ...(values.vpn_dialup_id === null
                    ? {}
                    : { vpn_dialup_id: values.vpn_dialup_id, tunnel: values.tunnel }),
                },
              })
              setScript(data)
            }}
            submitLabel={t('hardware:script.submit')}
            secondary={
              <Button variant="default" onClick={onClose}>
                {t('ui:cancel')}
              </Button>
            }
          >
            {(form) => (
              <>
                <SelectField
                  name="version"
                  label={t('hardware:script.version')}
                  help={t('hardware:script.versionHelp')}
                  options={versions.map((id) => ({ id, name: `RouterOS ${id}` }))}
                />
                {can(vpnDialups.lookup) ? (
                  <RemoteSelectField
                    name="vpn_dialup_id"
                    label={t('hardware:field.vpn_dialup_name')}
                    help={t('hardware:script.dialupHelp')}
                    endpoint={vpnDialups.lookup}
                    selected={of?.vpn_dialup_id ? { id: of.vpn_dialup_id, name: of.vpn_dialup_name ?? '' } : undefined}
                    clearable
                  />
                ) : null}
                {form.values.vpn_dialup_id === null ? null : (
                  <SelectField
                    name="tunnel"
                    label={t('hardware:script.tunnel')}
                    help={t('hardware:script.tunnelHelp')}
                    options={tunnels.map((id) => ({ id, name: t(`hardware:script.tunnels.${id}`) }))}
                  />
                )}
              </>
            )}
          </Form>
        </>
      )}
    </Modal>
  )
}
