import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { protocols } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import type { FieldOf } from '../lan/row-form.tsx'
import { nameOptions } from '../lan/value.tsx'
import type { ForwardValues } from './forward-shape.ts'
import { TargetPicker } from './target-picker.tsx'

/** The fields of a port forward: what is reached from outside, and the device inside that it leads to. */
export function ForwardFields({
  field,
  interfaces,
  present,
  leases,
}: {
  field: FieldOf<ForwardValues>
  /** Names of the router's interfaces. */
  interfaces: readonly string[]
  /** The interface of the rule, which may not exist any more. */
  present: string | null | undefined
  leases: readonly DhcpLease[]
}) {
  const { t } = useTranslation()
  return (
    <>
      <FieldGroup title={t('firewall:form.outside')}>
        <SelectField
          {...field('protocol')}
          required
          options={protocols.map((protocol) => ({ id: protocol, name: t(`firewall:protocol.${protocol}`) }))}
        />
        <TextField {...field('outside', t('firewall:help.outside'))} required maxLength={64} autoComplete="off" />
        <TextField {...field('from', t('firewall:help.from'))} maxLength={64} autoComplete="off" />
        <SelectField
          {...field('in_interface', t('firewall:help.in_interface'))}
          clearable
          options={nameOptions(interfaces, present)}
        />
        <TextField {...field('dst_address', t('firewall:help.dst_address'))} maxLength={15} autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('firewall:form.inside')}>
        <TargetPicker leases={leases} />
        <TextField {...field('to_address', t('firewall:help.to_address'))} required maxLength={15} autoComplete="off" />
        <TextField {...field('to_ports', t('firewall:help.to_ports'))} maxLength={64} autoComplete="off" />
        <TextField {...field('comment', t('firewall:help.comment'))} maxLength={255} />
        <SwitchField {...field('disabled')} />
      </FieldGroup>
    </>
  )
}
