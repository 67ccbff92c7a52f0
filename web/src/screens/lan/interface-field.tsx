import type { DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import { SelectField, TextField, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { orderInterfaces } from './traffic-values.ts'
import { nameOptions } from './value.tsx'

/** Selects an interface of the router; a text field if they were never read. */
export function InterfaceField({ interfaces, ...props }: FieldProps & { interfaces: readonly DeviceInterface[] }) {
  const { value } = useField<string>(props.name, props.label)
  if (interfaces.length === 0) return <TextField {...props} required />
  // Bridge ports have no addresses of their own; the current value is an option all the same.
  const names = orderInterfaces(interfaces.filter(({ slave }) => !slave)).map(({ name }) => name)
  return <SelectField {...props} required options={nameOptions(names, value)} />
}
