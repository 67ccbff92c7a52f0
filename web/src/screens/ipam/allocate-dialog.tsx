import { message } from '@trunkline/contract/errors'
import { tryAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { notify } from '../../ui/notify.ts'

const empty = { subnet_id: null as number | null, ip: '', dns_name: '', note: '' }

/** Allocates an address of any subnet for a company: a given one, or the next available. */
export default function AllocateDialog({ company, onClose }: { company: number | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const store = useCommand(subnets.storeAddress, { subjects: ['subnets', 'companies'] })
  return (
    <FormDialog
      title={t('ipam:address.allocate')}
      initial={empty}
      validate={({ subnet_id, ip }): Record<string, string> => ({
        ...(subnet_id === null ? { subnet_id: textOf(message('field.required')) } : {}),
        ...(ip.trim() !== '' && !tryAddress(ip.trim()) ? { ip: t('ipam:address.form.invalidIp') } : {}),
      })}
      onSubmit={async ({ subnet_id, ip, dns_name, note }) => {
        const { data } = await store.run({
          params: { id: subnet_id ?? 0 },
          body: {
            ip: ip.trim() === '' ? 'auto' : ip.trim(),
            dns_name: dns_name.trim(),
            note: note.trim(),
            ...(company !== undefined && { company_id: company }),
          },
        })
        notify.success(t('ipam:address.allocated', { count: data.length, ip: data[0]?.ip ?? '' }))
        onClose()
      }}
      submitLabel={t('ipam:address.allocate')}
      onClose={onClose}
    >
      <RemoteSelectField
        name="subnet_id"
        label={t('ipam:addresses.subnet')}
        help={t('ipam:addresses.subnetHelp')}
        endpoint={subnets.lookup}
        query={{ hosts: 'true' }}
        required
        whole
      />
      <TextField
        name="ip"
        label={t('ipam:field.ip')}
        help={t('ipam:addresses.ipHelp')}
        format="address"
        maxLength={64}
        whole
      />
      <TextField name="dns_name" label={t('ipam:field.dns_name')} maxLength={253} whole />
      <TextField name="note" label={t('ipam:field.note')} maxLength={500} whole />
    </FormDialog>
  )
}
