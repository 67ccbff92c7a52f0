import type { NatRule, PortForward } from '@trunkline/contract/resources/firewall'
import type { RowShape } from '../lan/row-shape.ts'

/** A port forward as it is edited. */
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

/** What may be changed of a rule that is the owner's, or no plain forward any more. */
export type OtherValues = Pick<NatRule, 'disabled' | 'comment'>
export const otherShape: RowShape<OtherValues> = {
  empty: { disabled: false, comment: null },
  nullable: ['comment'],
  identity: ['comment'],
}

export const forwardValues = (rule: NatRule, forward: PortForward): ForwardValues => ({
  ...forward,
  disabled: rule.disabled,
  comment: rule.comment,
})

/** A forward of what stands in the form just now: fields that were left empty are nothing. */
export const draftForward = (draft: ForwardValues): PortForward => ({
  protocol: draft.protocol,
  outside: draft.outside.trim(),
  to_address: draft.to_address.trim(),
  to_ports: draft.to_ports?.trim() || null,
  in_interface: draft.in_interface || null,
  dst_address: draft.dst_address?.trim() || null,
  from: draft.from?.trim() || null,
})
