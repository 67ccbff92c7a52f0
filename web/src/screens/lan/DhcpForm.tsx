import { useNavigate, useParams } from '@tanstack/react-router'
import { control } from '@trunkline/contract/resources/control'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { durationText } from '../../ui/amounts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { regional } from '../../ui/zone.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { useChosenDevice } from './chosen-device.ts'
import { devicePaths } from './device-paths.ts'
import { InterfaceField } from './interface-field.tsx'
import { RouterPicker } from './router-picker.tsx'
import { RowPage } from './row-page.tsx'
import { serverShape, type ServerValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import { Value } from './value.tsx'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

/** A new DHCP server of a router, or with an id in the path a known one. */
export default function DhcpForm() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const navigate = useNavigate()
  const { dhcpId: rowId } = useParams({ strict: false }) as { dhcpId?: string }
  const { siteId, of, chosen } = useChosenDevice()
  const { hardwareId } = of
  const requested = { params: { id: hardwareId } }
  const known = { enabled: of.ready }
  const every = useWatch(of.ready ? hardwareId : undefined)
  const servers = useReading(control.servers, requested, { ...known, every: every && lookEvery })
  const pools = useReading(control.pools, requested, known)
  const interfaces = useReading(control.statistics, requested, known)
  const back = devicePaths.dhcp(siteId, hardwareId)
  const onEnd = (command: Command) => command.state === 'done' && void navigate({ to: back as never })
  const add = useDeviceCommand(control.addServer, { onEnd, hardwareId })
  const set = useDeviceCommand(control.setServer, { onEnd, hardwareId })
  const title = t(rowId === undefined ? 'lan:servers.add' : 'lan:servers.change')

  if (!chosen)
    return (
      <>
        <PageHeader title={title} />
        <RouterPicker siteId={siteId} />
      </>
    )
  return (
    <RowPage<ServerValues>
      of={of}
      title={title}
      crumb={{ label: t('lan:title.dhcp'), to: back }}
      back={{ to: back }}
      reading={servers}
      rowId={rowId}
      missing={t('lan:servers.missing')}
      shape={serverShape}
      calls={{ add: control.addServer, set: control.setServer }}
      locked={(row) => ('dynamic' in row && row['dynamic'] === true ? t('lan:dynamic') : undefined)}
      onSend={(body) =>
        rowId === undefined
          ? add.ask({ ...requested, body: body as BodyInput<typeof control.addServer> })
          : set.ask({ ...requested, body: body as BodyInput<typeof control.setServer> })
      }
      last={rowId === undefined ? add : set}
      words={(field, value) =>
        field === 'lease_time_seconds' && typeof value === 'number' ? (
          durationText(value, language)
        ) : (
          <Value of={value} />
        )
      }
    >
      {(beside, draft) => (
        <FieldGroup>
          <TextField name="name" label={t('lan:field.name')} help={beside('name')} required maxLength={64} />
          <InterfaceField
            name="interface"
            label={t('lan:field.interface')}
            help={beside('interface', t('lan:servers.interfaceHelp'))}
            interfaces={interfaces.rows?.interfaces ?? []}
          />
          <SelectField
            name="address_pool"
            label={t('lan:field.address_pool')}
            help={beside('address_pool', t('lan:servers.poolHelp'))}
            required
            options={poolChoices(
              (pools.rows ?? []).map(({ name }) => name),
              draft.address_pool,
              t('lan:servers.staticOnly'),
            )}
          />
          <TimeField
            name="lease_time_seconds"
            label={t('lan:field.lease_time_seconds')}
            help={beside('lease_time_seconds')}
          />
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
          <SwitchField name="disabled" label={t('lan:field.disabled')} help={beside('disabled')} />
        </FieldGroup>
      )}
    </RowPage>
  )
}

/** Pools to choose from, the present one among them, and none at all. */
function poolChoices(names: readonly string[], present: string, none: string) {
  const all = present && present !== 'static-only' && !names.includes(present) ? [present, ...names] : names
  return [...all.map((name) => ({ id: name, name })), { id: 'static-only', name: none }]
}
