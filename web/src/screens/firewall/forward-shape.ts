import type { NatRule, PortForward } from '@trunkline/contract/resources/firewall'
import type { RowShape } from '../lan/row-shape.ts'

/** A port forward in the form. */
export type ForwardValues = PortForward & { disabled: boolean; comment: string | null }

export const forwardShape: RowShape<ForwardValues> = {
  empty: {
    protocol: 'tcp',
    outside: '',
    to_address: '',
    to_ports: null,
    in_interface: null,
    dst_address: null,
    from: null,
    disabled: false,
    comment: null,
  },
  nullable: ['to_ports', 'in_interface', 'dst_address', 'from', 'comment'],
  identity: ['comment'],
}

/** The editable fields of an owner's rule, and of a panel's rule that is no longer a plain forward. */
export type OwnerRuleValues = Pick<NatRule, 'disabled' | 'comment'>
export const ownerRuleShape: RowShape<OwnerRuleValues> = {
  empty: { disabled: false, comment: null },
  nullable: ['comment'],
  identity: ['comment'],
}

export const forwardValues = (rule: NatRule, forward: PortForward): ForwardValues => ({
  ...forward,
  disabled: rule.disabled,
  comment: rule.comment,
})

/** The forward that the form describes; empty fields are null. */
export const draftForward = (draft: ForwardValues): PortForward => ({
  protocol: draft.protocol,
  outside: draft.outside.trim(),
  to_address: draft.to_address.trim(),
  to_ports: draft.to_ports?.trim() || null,
  in_interface: draft.in_interface || null,
  dst_address: draft.dst_address?.trim() || null,
  from: draft.from?.trim() || null,
})
