import { builtInVariables } from '@trunkline/contract/resources/template-variable'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { open, type Keys } from '../../secrets.ts'
import { variableContext } from '../password-context.ts'

/** A value of a variable for a device. */
interface VariableValue {
  text: string
  secret: boolean
  /** Depth of the company that it belongs to, 1 for the provider. */
  depth: number
}

/** The values of the variables of a device by name: the nearest of device, site, company and the companies above. */
export type Variables = ReadonlyMap<string, VariableValue>

type BuiltIn = (typeof builtInVariables)[number]

interface StoredVariable {
  id: number
  hardware_id: number
  name: string
  value: string | null
  secret: Buffer | null
  depth: number
}

/**
 * The variables of devices. Needs a transaction of the system: values of all companies above count.
 * @returns by id of the device
 */
export async function readVariables(
  tx: Tx,
  keys: Keys,
  hardware_ids: readonly number[],
): Promise<ReadonlyMap<number, Variables>> {
  const found = new Map<number, Map<string, VariableValue>>()
  const { rows: builtIn } = await sql<{ id: number } & Record<BuiltIn, string | null>>`
    select h.id, h.name as device_name, h.serial_number, s.name as site_name, c.name as company_name,
      coalesce((select host(a.ip) from address a where a.used_by_kind = 'hardware' and a.used_by_id = h.id and a.deleted_at is null
        and a.state = 'assigned' order by a.ip limit 1), h.management_address) as device_address
    from hardware h join company c on c.id = h.company_id left join site s on s.id = h.site_id
    where h.id = any (${hardware_ids}::bigint[])`.execute(tx)
  for (const row of builtIn)
    found.set(
      row.id,
      new Map(
        builtInVariables.flatMap((name): [string, VariableValue][] => {
          const text = row[name]
          return text === null ? [] : [[name, { text, secret: false, depth: 0 }]]
        }),
      ),
    )
  // The nearest value comes last, and replaces the others.
  const { rows: stored } = await sql<StoredVariable>`
    select v.id, h.id as hardware_id, v.name, v.value, v.secret,
      array_position(h.ancestor_ids, coalesce(v.company_id, case when v.site_id is not null then s.company_id end, h.company_id)) as depth
    from hardware h left join site s on s.id = h.site_id join template_variable v
      on v.hardware_id = h.id or v.site_id = h.site_id or v.company_id = any (h.ancestor_ids)
    where h.id = any (${hardware_ids}::bigint[])
    order by v.hardware_id is not null, v.site_id is not null, array_position(h.ancestor_ids, v.company_id)`.execute(tx)
  for (const { id, hardware_id, name, value, secret, depth } of stored)
    found
      .get(hardware_id)
      ?.set(
        name,
        secret === null
          ? { text: value ?? '', secret: false, depth }
          : { text: open(keys, secret, variableContext(id)), secret: true, depth },
      )
  return found
}
