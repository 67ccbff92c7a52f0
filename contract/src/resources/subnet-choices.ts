import * as z from 'zod/mini'
import { companyTypes } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { choice, refText } from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { ipVersions, subnetTypes, usageTypes } from './subnet-enums.ts'
import { count } from './subnet-shapes.ts'
import { access, base } from './subnet-access.ts'

/** Options of forms. */
export const choiceCalls = {
  lookup: endpoint({
    name: 'subnet.list',
    method: 'GET',
    path: `${base}/list`,
    access: access.list,
    object: 'subnet',
    summary: 'Look up subnets',
    query: lookupQuery({
      type: z.optional(z.enum(subnetTypes)),
      usage_type: z.optional(z.enum(usageTypes)),
      ip_version: z.optional(z.enum(ipVersions)),
      /** Subnets that contain addresses, or else those that contain subnets. */
      hosts: z.optional(z.stringbool()),
      /** Only possible targets for a move of this subnet: containers of other address spaces that contain it. */
      takes: z.optional(refText('subnet')),
    }),
    reply: data(z.array(z.extend(lookupRow, { net: z.string(), type: z.enum(subnetTypes), hosts: z.boolean() }))),
  }),
  types: endpoint({
    name: 'subnet.types',
    method: 'GET',
    path: `${base}/types/list`,
    access: access.list,
    summary: 'List types of subnets',
    reply: data(z.array(choice())),
  }),
  usageTypes: endpoint({
    name: 'subnet.usage-types',
    method: 'GET',
    path: `${base}/usage-types/list`,
    access: access.list,
    summary: 'List purposes of subnets',
    reply: data(z.array(choice())),
  }),
  ipVersions: endpoint({
    name: 'subnet.ip-versions',
    method: 'GET',
    path: `${base}/ip-versions/list`,
    access: access.list,
    summary: 'List IP versions',
    reply: data(z.array(choice())),
  }),
  prefixes: endpoint({
    name: 'subnet.prefixes',
    method: 'GET',
    path: `${base}/prefixes/list`,
    access: access.list,
    reasons: { 422: ['row.missing'] },
    summary: 'List prefix lengths, IPv6 on 4-bit boundaries first; with a parent only those that fit into it',
    query: z.object({
      ip_version: z.optional(z.enum(ipVersions)),
      parent_id: z.optional(refText('subnet')),
    }),
    reply: data(z.array(z.extend(choice(), { free: z.nullable(count()) }))),
  }),
  companies: endpoint({
    name: 'subnet.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: access.list,
    summary: 'Look up companies that a subnet can be delegated to by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
}
