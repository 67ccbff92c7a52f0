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
import { RouterPicker } from './router-picker.tsx'
import { RowPage } from './row-page.tsx'
import { leaseShape, type LeaseValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import { Value } from './value.tsx'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

/** An address reserved for a device: a new one, one made of a lease, or a known one. */
export default function LeaseForm() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const navigate = useNavigate()
  const { leaseId: rowId } = useParams({ strict: false }) as { leaseId?: string }
  const { siteId, of, chosen } = useChosenDevice()
  const { hardwareId } = of
  const requested = { params: { id: hardwareId } }
  const known = { enabled: of.ready }
  const every = useWatch(of.ready ? hardwareId : undefined)
  const leases = useReading(control.leases, requested, { ...known, every: every && lookEvery })
  const servers = useReading(control.servers, requested, known)
  const back = devicePaths.leases(siteId)
  const onEnd = (command: Command) => command.state === 'done' && void navigate({ to: back as never })
  const add = useDeviceCommand(control.addLease, { onEnd, hardwareId })
  const set = useDeviceCommand(control.setLease, { onEnd, hardwareId })
  // A lease that DHCP made itself is changed as well: it is made a reservation first.
  const reserves = rowId !== undefined && (leases.rows?.find((row) => row.id === rowId)?.dynamic ?? false)
  const title = t(rowId === undefined ? 'lan:leases.add' : reserves ? 'lan:leases.reserve' : 'lan:leases.change')

  if (!chosen)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: t('lan:title.leases'), to: back }, { label: title }]} />
        <RouterPicker siteId={siteId} />
      </>
    )
  return (
    <RowPage<LeaseValues>
      of={of}
      title={title}
      crumb={{ label: t('lan:title.leases'), to: back }}
      back={{ to: back }}
      reading={leases}
      rowId={rowId}
      missing={t('lan:leases.missing')}
      shape={leaseShape}
      calls={{ add: control.addLease, set: control.setLease }}
      {...(reserves ? { submitLabel: t('lan:leases.reserveNow') } : {})}
      onSend={(body) =>
        rowId === undefined
          ? add.ask({ ...requested, body: body as BodyInput<typeof control.addLease> })
          : set.ask({ ...requested, body: body as BodyInput<typeof control.setLease> })
      }
      always={reserves}
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
        <FieldGroup {...(reserves ? { text: t('lan:leases.reserveText') } : {})}>
          <TextField
            name="address"
            label={t('lan:field.ip')}
            help={beside('address', t('lan:leases.addressHelp'))}
            required
            maxLength={15}
          />
          <TextField name="mac" label={t('lan:field.mac')} help={beside('mac')} required maxLength={24} />
          <SelectField
            name="server"
            label={t('lan:field.server')}
            help={beside('server', t('lan:leases.serverHelp'))}
            clearable
            options={serverChoices(
              (servers.rows ?? []).map(({ name }) => name),
              draft.server,
            )}
          />
          <TimeField
            name="lease_time_seconds"
            label={t('lan:field.lease_time_seconds')}
            help={beside('lease_time_seconds', t('lan:leases.timeHelp'))}
          />
          <TextField
            name="rate_limit"
            label={t('lan:field.rate_limit')}
            help={beside('rate_limit', t('lan:leases.rateHelp'))}
            maxLength={64}
          />
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
          <SwitchField
            name="blocked"
            label={t('lan:field.blocked')}
            help={beside('blocked', t('lan:leases.blockedHelp'))}
          />
          <SwitchField name="disabled" label={t('lan:field.disabled')} help={beside('disabled')} />
        </FieldGroup>
      )}
    </RowPage>
  )
}

/** Servers to choose from, the present one among them. */
function serverChoices(names: readonly string[], present: string | null) {
  const all = present && !names.includes(present) ? [present, ...names] : names
  return all.map((name) => ({ id: name, name }))
}
