import { Select } from '@mantine/core'
import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'

const nameOf = (lease: DhcpLease) => lease.comment ?? lease.host_name ?? lease.mac ?? ''

/** Fills the field of the target address from the DHCP leases of the router. */
export function TargetPicker({ leases }: { leases: readonly DhcpLease[] }) {
  const { t } = useTranslation()
  const target = useField<string>('to_address', t('firewall:field.to_address'))
  const known = new Map<string, string>()
  for (const lease of leases) {
    const address = lease.address ?? lease.active_address
    if (address !== null && !known.has(address)) known.set(address, `${nameOf(lease)} ${address}`.trim())
  }
  if (known.size === 0) return null
  const selected = known.has(target.value) ? target.value : null
  const lease = leases.find(({ address, active_address }) => (address ?? active_address) === selected)
  return (
    <Select
      label={t('firewall:target.label')}
      description={
        selected !== null && lease?.dynamic === true ? t('firewall:target.isLease') : t('firewall:target.help')
      }
      placeholder={t('form:select')}
      searchable
      limit={200}
      nothingFoundMessage={t('form:remote.none')}
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={selected}
      onChange={(address) => address !== null && target.change(address)}
    />
  )
}
