import { Button, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { deviceCommands } from '@trunkline/contract/resources/device-command'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Reply } from '@trunkline/contract/endpoint'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { Form } from '../../form/form.tsx'
import { SelectField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Time } from '../../ui/time.tsx'
import { isFailed } from '../devices/command-words.ts'
import classes from './live.module.css'

type Script = Reply<typeof hardwareLive.bootstrap>['data']

const tunnels = ['l2tp', 'sstp', 'ovpn', 'ikev2'] as const
const versions = ['7', '6'] as const
/** Between two looks for the router that calls home. */
const lookEvery = 3000

interface Values {
  vpn_dialup_id: number | null
  tunnel: (typeof tunnels)[number]
  version: (typeof versions)[number]
  [key: string]: unknown
}

/** What the panel calls the reading that follows a call home. */
const afterCall = 'After its call home'

/**
 * Waits for the router that runs the script: it calls home, and the panel reads it by its new login. A device that was
 * reached before in another way does not count.
 */
function Waits({ device }: { device: number }) {
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
    { row: device, staleTime: 0, every: lookEvery },
  )
  const rows = shown.data?.data
  // Commands from before the script, by the last of them.
  const [before, setBefore] = useState<number | undefined>()
  if (rows && before === undefined) setBefore(rows[0]?.id ?? 0)
  const call = rows?.find(({ id, label }) => before !== undefined && id > before && label === afterCall)
  const state = call?.state
  return (
    <p className={state === 'done' ? classes.good : classes.waits} role="status">
      {state === 'done' ? (
        <IconCircleCheck size={18} aria-hidden="true" />
      ) : state && isFailed(state) ? (
        <IconAlertTriangle size={18} aria-hidden="true" />
      ) : (
        <IconLoader2 size={18} aria-hidden="true" className={classes.turning} />
      )}{' '}
      {state === undefined
        ? t('hardware:script.waits')
        : state === 'done'
          ? t('hardware:script.came')
          : isFailed(state)
            ? t('hardware:script.trouble', { words: call?.detail ? textOf(call.detail) : '' })
            : t('hardware:script.reads')}
    </p>
  )
}

function Shown({ script, device, onClose }: { script: Script; device: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.stack}>
      <div className={classes.warn}>
        <p>
          <strong>{t('hardware:script.once')}</strong>
        </p>
        <p>
          {t('hardware:script.onceText')} <Time value={script.expires_at} />.
        </p>
      </div>
      <ol className={classes.steps}>
        <li>{t('hardware:script.stepTerminal')}</li>
        <li>{t('hardware:script.stepPaste')}</li>
        <li>{t('hardware:script.stepWait', { user: script.user })}</li>
      </ol>
      <div className={classes.foot}>
        <span className={classes.quiet}>{t('hardware:script.holds')}</span>
        <CopyButton value={script.script} label={t('hardware:script.copy')} />
      </div>
      <pre className={classes.config} role="region" aria-label={t('hardware:script.title')} tabIndex={0}>
        {script.script}
      </pre>
      <Waits device={device} />
      <div className={classes.end}>
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </div>
    </div>
  )
}

/**
 * A script to paste on a router that the panel does not reach yet, behind NAT above all: it makes a user of its own,
 * dials the tunnel and calls home. Shown this once.
 */
export default function BootstrapDialog({ device, onClose }: { device: HardwareDevice; onClose: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const make = useCommand(hardwareLive.bootstrap)
  const [created, setMade] = useState<Script | undefined>()
  const of = device.management
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('hardware:script.dialog', { name: device.name })}
      closeOnClickOutside={created === undefined}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {created ? (
        <Shown script={created} device={device.id} onClose={onClose} />
      ) : (
        <>
          <p className={classes.lead}>{t('hardware:script.lead')}</p>
          <Form<Values>
            initial={{ vpn_dialup_id: of?.vpn_dialup_id ?? null, tunnel: 'l2tp', version: '7' }}
            guard={false}
            onSubmit={async (values) => {
              const { data } = await make.run({
                params: { id: device.id },
                body: {
                  version: values.version,
                  ...(values.vpn_dialup_id === null
                    ? {}
                    : { vpn_dialup_id: values.vpn_dialup_id, tunnel: values.tunnel }),
                },
              })
              setMade(data)
            }}
            submitLabel={t('hardware:script.make')}
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
