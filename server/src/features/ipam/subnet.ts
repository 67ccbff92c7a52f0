import { subnets } from '@trunkline/contract/resources/subnet'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { addressSource } from './address-list.ts'
import { freeRange, releaseAddress, reserveRange, storeAddresses, recoverReleased, updateAddress } from './addresses.ts'
import { ipRows, treeRows } from './contents.ts'
import { findInSpaces, readHistory } from './find.ts'
import { freeAddresses, freeNetworks } from './free.ts'
import { typeChoices, usageChoices, versionChoices } from './labels.ts'
import { lookUpOwners, lookUpSubnets, prefixLengths, unassignedBlocks } from './lookups.ts'
import { applyPlan, makePlan, showPlan } from './plan.ts'
import { destroySubnet, recoverSubnet } from './remove.ts'
import { spaceMap } from './space-map.ts'
import { listSpaces, storeSpace } from './spaces.ts'
import { subnetIndex } from './subnet-list.ts'
import { listedSource } from './subnet-rows.ts'
import { readSubnet } from './subnet-show.ts'
import { storeSubnets } from './subnet-store.ts'
import { loadSubnet, updateSubnet } from './subnet-update.ts'
import { readVerification } from './verification.ts'

/** All calls except the import, which the imports feature serves. */
export const subnetHandlers = (deps: Deps): Handlers<typeof subnets> => ({
  ...bulkHandlers(subnets, listedSource),

  index: subnetIndex(deps),
  show: ({ db, actor, params }) => db(async (tx) => ({ data: await readSubnet(tx, actor, params.id) })),
  store: ({ db, actor, body }) => db(async (tx) => ({ data: await storeSubnets(tx, actor, body) })),
  update: ({ db, actor, params, body }) => db(async (tx) => ({ data: await updateSubnet(tx, actor, params.id, body) })),

  destroy: ({ db, actor, params, query }) =>
    db(async (tx) => {
      const row = await loadSubnet(tx, actor, params.id, subnets.destroy.access)
      // Idempotent, unless `release_now` is set.
      if (row['state'] === 'released' || (row['deleted_at'] !== null && query.release_now !== true)) return
      await destroySubnet(tx, params.id, query)
    }),

  recover: ({ db, actor, params }) =>
    db(async (tx) => {
      const row = await loadSubnet(tx, actor, params.id, subnets.recover.access)
      if (row['deleted_at'] !== null) await recoverSubnet(tx, params.id)
      return { data: await readSubnet(tx, actor, params.id) }
    }),

  lookup: ({ db, actor, query }) => db(async (tx) => ({ data: await lookUpSubnets(tx, actor, query) })),
  types: async ({ actor }) => ({ data: typeChoices(actor.locale) }),
  usageTypes: async ({ actor }) => ({ data: usageChoices(actor.locale) }),
  ipVersions: async ({ actor }) => ({ data: versionChoices(actor.locale) }),
  prefixes: ({ db, query }) => db(async (tx) => ({ data: await prefixLengths(tx, query) })),
  companies: ({ db, actor, query }) => db(async (tx) => ({ data: await lookUpOwners(tx, actor, query) })),

  unassignedAddress: ({ db, params }) => db(async (tx) => ({ data: await freeAddresses(tx, params.id) })),
  unassignedNetwork: ({ db, params, query }) => db(async (tx) => ({ data: await freeNetworks(tx, params.id, query) })),
  unassigned: ({ db, actor, query }) => db((tx) => unassignedBlocks(tx, actor, query)),
  children: ({ db, params, query }) => db((tx) => treeRows(tx, params.id, query)),
  addresses: indexHandler(deps, subnets.addresses, addressSource),
  ips: ({ db, params, query }) => db((tx) => ipRows(tx, params.id, query)),

  storeAddress: ({ db, actor, params, body }) =>
    db(async (tx) => ({ data: await storeAddresses(tx, actor, params.id, body) })),
  updateAddress: ({ db, actor, params, body }) =>
    db(async (tx) => ({ data: await updateAddress(tx, actor, params.id, body) })),
  releaseAddress: ({ db, actor, params, query }) => db((tx) => releaseAddress(tx, actor, params.id, query.release_now)),
  recoverAddress: ({ db, actor, params }) => db(async (tx) => ({ data: await recoverReleased(tx, actor, params.id) })),
  storeRange: ({ db, actor, params, body }) =>
    db(async (tx) => ({ data: await reserveRange(tx, actor, params.id, body) })),
  destroyRange: ({ db, actor, params }) => db((tx) => freeRange(tx, actor, params.id)),

  map: ({ db, params, query }) => db(async (tx) => ({ data: await spaceMap(tx, params.id, query) })),
  find: ({ db, actor, query }) => db(async (tx) => ({ data: await findInSpaces(tx, actor, query) })),
  history: ({ db, query }) => db(async (tx) => ({ data: await readHistory(tx, query) })),
  spaces: ({ db, query }) => db(async (tx) => ({ data: await listSpaces(tx, query) })),
  storeSpace: ({ db, actor, body }) => db(async (tx) => ({ data: await storeSpace(tx, actor, body) })),

  plan: ({ db, actor, body }) => db(async (tx) => ({ data: await makePlan(tx, actor, body) })),
  showPlan: ({ db, actor, params }) =>
    db(async (tx) => {
      await loadRow(tx, actor, { table: 'ip_plan', owner: 'company_id' }, subnets.showPlan.access, params.id)
      return { data: await showPlan(tx, params.id) }
    }),
  applyPlan: ({ db, actor, params }) =>
    db(async (tx) => {
      await loadRow(tx, actor, { table: 'ip_plan', owner: 'company_id' }, subnets.applyPlan.access, params.id)
      return { data: await applyPlan(tx, actor, params.id) }
    }),

  verify: ({ db, body }) =>
    db(async (tx) => {
      await addJob(tx, 'verify-ipam', { repair: body.repair ?? false }, { key: 'verify-ipam' })
      return { data: { queued: true as const } }
    }),
  verification: ({ db }) => db(async (tx) => ({ data: await readVerification(tx) })),
})
