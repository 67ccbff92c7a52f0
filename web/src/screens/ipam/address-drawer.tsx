import { Button, Drawer, Stack } from '@mantine/core'
import { tryAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { AddressRow, Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import type { AnyValues } from '../../form/form-context.ts'
import { Form, type FormProps } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { notify } from '../../ui/notify.ts'

/** What the drawer is opened for. */
export type DrawerTask = { allocate: true; ip?: string } | { edit: AddressRow } | { reserve: true }

interface TaskProps {
  subnet: Subnet
  onClose: () => void
}

/** A drawer beside the rows that allocates or edits an address, or reserves a range. */
export function AddressDrawer({ task, ...props }: TaskProps & { task: DrawerTask }) {
  const { t } = useTranslation()
  const title =
    'edit' in task
      ? t('ipam:address.form.editTitle', { ip: task.edit.ip })
      : t('allocate' in task ? 'ipam:address.form.allocateTitle' : 'ipam:address.form.rangeTitle', {
          net: props.subnet.net,
        })
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="md"
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {'edit' in task ? (
        <EditAddress address={task.edit} onClose={props.onClose} />
      ) : 'allocate' in task ? (
        <AllocateAddress {...props} ip={task.ip} />
      ) : (
        <ReserveRange {...props} />
      )}
    </Drawer>
  )
}

/** A form that closes the drawer once it is saved; `onSubmit` returns the notice. */
function DrawerForm<V extends AnyValues>({
  onClose,
  onSubmit,
  children,
  ...props
}: Omit<FormProps<V>, 'onSubmit'> & { onClose: () => void; onSubmit: (values: V) => Promise<string> }) {
  const { t } = useTranslation()
  return (
    <Form<V>
      {...props}
      guard={false}
      onSubmit={async (values) => {
        notify.success(await onSubmit(values))
        onClose()
      }}
      secondary={
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      }
    >
      {(form) => <Stack gap="md">{typeof children === 'function' ? children(form) : children}</Stack>}
    </Form>
  )
}

/** The fields that new and existing addresses have in common. */
function AddressFields() {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        name="state"
        label={t('ipam:field.state')}
        options={(['assigned', 'reserved'] as const).map((id) => ({ id, name: t(`ipam:value.state.${id}`) }))}
        whole
      />
      <TextField name="dns_name" label={t('ipam:field.dns_name')} maxLength={253} whole />
      <TextField
        name="mac"
        label={t('ipam:field.mac')}
        placeholder="aa:bb:cc:dd:ee:ff"
        format="mac"
        maxLength={17}
        whole
      />
      <TextArea name="note" label={t('ipam:field.note')} rows={2} maxLength={500} whole />
    </>
  )
}

const newAddress = {
  which: 'auto' as 'auto' | 'given',
  ip: '',
  count: 1 as number | null,
  company_id: null as number | null,
  state: 'assigned' as 'assigned' | 'reserved',
  dns_name: '',
  mac: '',
  note: '',
  is_gateway: false,
  hold_hours: null as number | null,
}

function AllocateAddress({ subnet, ip, onClose }: TaskProps & { ip: string | undefined }) {
  const { t } = useTranslation()
  const hint = useCall(subnets.unassignedAddress, { params: { id: subnet.id } })
  const store = useCommand(subnets.storeAddress)
  const next = hint.data?.data.next
  return (
    <DrawerForm
      initial={ip === undefined ? newAddress : { ...newAddress, which: 'given', ip }}
      validate={(values): Record<string, string> =>
        values.which === 'given' && !tryAddress(values.ip) ? { ip: t('ipam:address.form.invalidIp') } : {}
      }
      onSubmit={async ({ which, ip: given, count, company_id, mac, is_gateway, hold_hours, ...details }) => {
        const { data } = await store.run({
          params: { id: subnet.id },
          body: {
            ...details,
            mac: mac.trim() || null,
            ...(which === 'given'
              ? { ip: given.trim(), is_gateway }
              : { ip: 'auto', ...(count !== null && { count }) }),
            ...(company_id !== null && { company_id }),
            ...(hold_hours ? { hold_seconds: Math.round(hold_hours * 3600) } : {}),
          },
        })
        return t('ipam:address.allocated', { count: data.length, ip: data[0]?.ip ?? '' })
      }}
      submitLabel={t('ipam:address.allocate')}
      onClose={onClose}
    >
      {({ values }) => (
        <>
          <ChoiceField
            name="which"
            label={t('ipam:field.ip')}
            options={[
              { id: 'auto', name: t(next ? 'ipam:address.form.autoNext' : 'ipam:address.form.auto', { ip: next }) },
              { id: 'given', name: t('ipam:address.form.given') },
            ]}
          />
          {values.which === 'given' ? (
            <TextField name="ip" label={t('ipam:field.ip')} format="address" required maxLength={64} whole />
          ) : (
            <NumberField
              name="count"
              label={t('ipam:form.count')}
              help={t('ipam:address.form.countHelp')}
              min={1}
              max={256}
              whole
            />
          )}
          <RemoteSelectField
            name="company_id"
            label={t('ipam:field.company_name')}
            help={t('ipam:form.ownerOf', { name: subnet.company_name })}
            endpoint={subnets.companies}
            clearable
            whole
          />
          <AddressFields />
          {values.which === 'given' ? (
            <SwitchField name="is_gateway" label={t('ipam:address.form.gateway')} whole />
          ) : null}
          <NumberField
            name="hold_hours"
            label={t('ipam:address.form.hold')}
            help={t('ipam:form.holdHelp')}
            min={1}
            max={720}
            whole
          />
        </>
      )}
    </DrawerForm>
  )
}

function EditAddress({ address, onClose }: { address: AddressRow; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useCommand(subnets.updateAddress)
  const { id, ip, state, dns_name, mac, note, version } = address
  return (
    <DrawerForm
      initial={{ state, dns_name, mac: mac ?? '', note }}
      onSubmit={async (values) => {
        await update.run({
          params: { id },
          body: {
            dns_name: values.dns_name,
            mac: values.mac.trim() || null,
            note: values.note,
            ...(values.state === 'reserved' || values.state === 'assigned' ? { state: values.state } : {}),
            version,
          },
        })
        return t('common:record.saved', { name: ip })
      }}
      onClose={onClose}
    >
      <AddressFields />
    </DrawerForm>
  )
}

function ReserveRange({ subnet, onClose }: TaskProps) {
  const { t } = useTranslation()
  const store = useCommand(subnets.storeRange)
  const ends = ['lo', 'hi'] as const
  return (
    <DrawerForm
      initial={{ lo: '', hi: '', kind: 'reserved' as 'reserved' | 'dhcp', note: '' }}
      validate={(values): Record<string, string> =>
        Object.fromEntries(
          ends.filter((end) => !tryAddress(values[end])).map((end) => [end, t('ipam:address.form.invalidIp')]),
        )
      }
      onSubmit={async (body) => {
        const { data } = await store.run({ params: { id: subnet.id }, body })
        return t('ipam:address.rangeReserved', { lo: data.lo, hi: data.hi })
      }}
      submitLabel={t('ipam:address.reserve')}
      onClose={onClose}
    >
      {ends.map((end) => (
        <TextField key={end} name={end} label={t(`ipam:address.form.${end}`)} required maxLength={64} whole />
      ))}
      <SelectField
        name="kind"
        label={t('ipam:address.form.purpose')}
        options={(['reserved', 'dhcp'] as const).map((id) => ({ id, name: t(`ipam:value.range.${id}`) }))}
        whole
      />
      <TextArea name="note" label={t('ipam:field.note')} rows={2} maxLength={500} whole />
    </DrawerForm>
  )
}
