import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import type { Tx } from '../../db/pool.ts'

const root = sql<number>`(select id from company where parent_id is null)`
const idOf = ({ id }: { id: number }) => id

/** A type of the catalogue, with a unique name. */
export const createHardwareType = (tx: Tx, of: { name?: string; kind?: HardwareKind } = {}) =>
  tx
    .insertInto('hardware_type')
    .values({ company_id: root, name: `Type ${randomUUID()}`, kind: 'router', ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

/** A manufacturer of the catalogue. */
export const createManufacturer = (tx: Tx, of: { name?: string } = {}) =>
  tx
    .insertInto('hardware_manufacturer')
    .values({ company_id: root, name: `Maker ${randomUUID()}`, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

/** A model; creates its type and manufacturer unless they are given. */
export const createModel = async (
  tx: Tx,
  of: { name?: string; type_id?: number; manufacturer_id?: number; warranty_months?: number } = {},
) =>
  tx
    .insertInto('hardware_model')
    .values({
      company_id: root,
      name: `Model ${randomUUID()}`,
      ...of,
      type_id: of.type_id ?? (await createHardwareType(tx)),
      manufacturer_id: of.manufacturer_id ?? (await createManufacturer(tx)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)
