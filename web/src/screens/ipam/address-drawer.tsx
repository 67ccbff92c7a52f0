import { Button, Drawer, Stack } from '@mantine/core'
import { tryAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { AddressRow, Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { notify } from '../../ui/notify.ts'

/** What the drawer beside the rows is about. */
export type DrawerOf = { take: true; ip?: string } | { edit: AddressRow } | { reserve: true; lo?: string }

/** Takes an address, changes what is noted of one, or keeps a range back, beside the rows that it is about. */
export function AddressDrawer({ subnet, of, onClose }: { subnet: Subnet; of: DrawerOf; onClose: () => void }) {
  const { t } = useTranslation()
  const title =
    'edit' in of
      ? t('ipam:address.form.editTitle', { ip: of.edit.ip })
      : t('take' in of ? 'ipam:address.form.takeTitle' : 'ipam:address.form.rangeTitle', { net: subnet.net })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {'edit' in of ? (
        <EditAddress address={of.edit} onClose={onClose} />
      ) : 'take' in of ? (
        <TakeAddress subnet={subnet} ip={of.ip} onClose={onClose} />
      ) : (
        <ReserveRange subnet={subnet} lo={of.lo} onClose={onClose} />
      )}
    </Drawer>
  )
}

const Cancel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={onClose}>
      {t('ui:cancel')}
    </Button>
  )
}

function useStates() {
  const { t } = useTranslation()
  return (['assigned', 'reserved'] as const).map((id) => ({ id, name: t(`ipam:value.state.${id}`) }))
}

/** What is noted of an address, in either form. */
function DetailFields() {
  const { t } = useTranslation()
  return (
    <>
      <SelectField name="state" label={t('ipam:address.form.state')} options={useStates()} whole />
      <TextField name="dns_name" label={t('ipam:address.form.dns')} maxLength={253} whole />
      <TextField name="mac" label={t('ipam:address.form.mac')} placeholder="aa:bb:cc:dd:ee:ff" maxLength={17} whole />
      <TextArea name="note" label={t('ipam:address.form.note')} rows={2} maxLength={500} whole />
    </>
  )
}

interface TakeValues {
  which: 'auto' | 'given'
  ip: string
  count: number | null
  company_id: number | null
  state: 'reserved' | 'assigned'
  dns_name: string
  mac: string
  note: string
  is_gateway: boolean
  hold_hours: number | null
}

function TakeAddress({ subnet, ip, onClose }: { subnet: Subnet; ip: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const hint = useCall(subnets.unassignedAddress, { params: { id: subnet.id } })
  const store = useCommand(subnets.storeAddress)
  const next = hint.data?.data.next
  const initial: TakeValues = {
    which: ip === undefined ? 'auto' : 'given',
    ip: ip ?? '',
    count: 1,
    company_id: null,
    state: 'assigned',
    dns_name: '',
    mac: '',
    note: '',
    is_gateway: false,
    hold_hours: null,
  }
  return (
    <Form<TakeValues & Record<string, unknown>>
      initial={initial as TakeValues & Record<string, unknown>}
      guard={false}
      validate={(values): Record<string, string> =>
        values.which === 'given' && !tryAddress(values.ip) ? { ip: t('ipam:address.form.needsIp') } : {}
      }
      onSubmit={async (values) => {
        const auto = values.which === 'auto'
        const { data } = await store.run({
          params: { id: subnet.id },
          body: {
            ip: auto ? 'auto' : values.ip.trim(),
            ...(auto && values.count !== null ? { count: values.count } : {}),
            ...(values.company_id !== null ? { company_id: values.company_id } : {}),
            state: values.state,
            dns_name: values.dns_name,
            mac: values.mac.trim() || null,
            note: values.note,
            ...(auto ? {} : { is_gateway: values.is_gateway }),
            ...(values.hold_hours ? { hold_seconds: Math.round(values.hold_hours * 3600) } : {}),
          },
        })
        notify.success(t('ipam:address.taken', { count: data.length, ip: data[0]?.ip ?? '' }))
        onClose()
      }}
      submitLabel={t('ipam:address.form.take')}
      secondary={<Cancel onClose={onClose} />}
    >
      {({ values }) => (
        <Stack gap="md">
          <ChoiceField
            name="which"
            label={t('ipam:address.form.which')}
            options={[
              {
                id: 'auto',
                name: next ? t('ipam:address.form.autoNext', { ip: next }) : t('ipam:address.form.auto'),
              },
              { id: 'given', name: t('ipam:address.form.given') },
            ]}
          />
          {values.which === 'given' ? (
            <TextField name="ip" label={t('ipam:address.form.ip')} required maxLength={64} whole />
          ) : (
            <NumberField
              name="count"
              label={t('ipam:address.form.count')}
              help={t('ipam:address.form.countHelp')}
              min={1}
              max={256}
              whole
            />
          )}
          <RemoteSelectField
            name="company_id"
            label={t('ipam:address.form.holder')}
            help={t('ipam:address.form.holderHelp')}
            endpoint={subnets.companies}
            clearable
            whole
          />
          <DetailFields />
          {values.which === 'given' ? (
            <SwitchField name="is_gateway" label={t('ipam:address.form.gateway')} whole />
          ) : null}
          <NumberField
            name="hold_hours"
            label={t('ipam:address.form.hold')}
            help={t('ipam:address.form.holdHelp')}
            min={1}
            max={720}
            whole
          />
        </Stack>
      )}
    </Form>
  )
}

function EditAddress({ address, onClose }: { address: AddressRow; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useCommand(subnets.updateAddress)
  return (
    <Form
      initial={{
        state: address.state,
        dns_name: address.dns_name,
        mac: address.mac ?? '',
        note: address.note,
      }}
      guard={false}
      onSubmit={async ({ state, dns_name, mac, note }) => {
        await update.run({
          params: { id: address.id },
          body: {
            ...(state === 'reserved' || state === 'assigned' ? { state } : {}),
            dns_name,
            mac: mac.trim() || null,
            note,
            version: address.version,
          },
        })
        notify.success(t('ipam:address.saved', { ip: address.ip }))
        onClose()
      }}
      submitLabel={t('ipam:address.form.save')}
      secondary={<Cancel onClose={onClose} />}
    >
      <Stack gap="md">
        <DetailFields />
      </Stack>
    </Form>
  )
}

function ReserveRange({ subnet, lo, onClose }: { subnet: Subnet; lo: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const store = useCommand(subnets.storeRange)
  return (
    <Form
      initial={{ lo: lo ?? '', hi: '', kind: 'reserved', note: '' }}
      guard={false}
      validate={(values): Record<string, string> => ({
        ...(tryAddress(values.lo) ? {} : { lo: t('ipam:address.form.needsIp') }),
        ...(tryAddress(values.hi) ? {} : { hi: t('ipam:address.form.needsIp') }),
      })}
      onSubmit={async ({ kind, ...values }) => {
        const { data } = await store.run({
          params: { id: subnet.id },
          body: { ...values, kind: kind === 'dhcp' ? 'dhcp' : 'reserved' },
        })
        notify.success(t('ipam:address.ranged', { lo: data.lo, hi: data.hi }))
        onClose()
      }}
      submitLabel={t('ipam:address.form.reserve')}
      secondary={<Cancel onClose={onClose} />}
    >
      <Stack gap="md">
        <TextField name="lo" label={t('ipam:address.form.lo')} required maxLength={64} whole />
        <TextField name="hi" label={t('ipam:address.form.hi')} required maxLength={64} whole />
        <SelectField
          name="kind"
          label={t('ipam:address.form.kind')}
          options={(['reserved', 'dhcp'] as const).map((id) => ({ id, name: t(`ipam:value.range.${id}`) }))}
          whole
        />
        <TextArea name="note" label={t('ipam:address.form.note')} rows={2} maxLength={500} whole />
      </Stack>
    </Form>
  )
}
