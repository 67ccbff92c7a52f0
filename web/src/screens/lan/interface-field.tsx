import type { DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import { SelectField, TextField, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { orderInterfaces } from './traffic-values.ts'

/** An interface of the router, of those that it has; its name where they were never read. */
export function InterfaceField({ interfaces, ...props }: FieldProps & { interfaces: readonly DeviceInterface[] }) {
  const { value } = useField<string>(props.name, props.label)
  if (interfaces.length === 0) return <TextField {...props} required />
  // What is part of a bridge has no address of its own; one that has it all the same stays choosable.
  const names = orderInterfaces(interfaces.filter(({ name, slave }) => !slave || name === value)).map(
    ({ name }) => name,
  )
  if (value && !names.includes(value)) names.unshift(value)
  return <SelectField {...props} required options={names.map((name) => ({ id: name, name }))} />
}
