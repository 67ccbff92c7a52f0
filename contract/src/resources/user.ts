import * as z from 'zod/mini'
import { companyTypes, userRoles } from '../abilities.ts'
import { bulkAction, bulkTags } from '../bulk.ts'
import { restored } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { choice, email, id, ids, locale, refText, requiredLine, telephone, time, timeZone } from '../fields.ts'
import { listQuery, lookupQuery, lookupRow, matchingSelection, pageWithOptions } from '../list.ts'
import { labelBody, labelFields, labelRow, tagChanges } from '../labels.ts'
import { companyStep } from './company.ts'

export const userStatuses = ['active', 'inactive', 'unverified'] as const

export const userRow = z.object({
  id: id(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  telephone: z.nullable(z.string()),
  role: z.enum(userRoles),
  company_id: id(),
  company_name: z.string(),
  company_type: z.enum(companyTypes),
  is_active: z.boolean(),
  two_factor: z.boolean(),
  last_seen_at: z.nullable(time()),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
  ...labelRow,
})
export type UserRow = z.infer<typeof userRow>

export const user = z.extend(userRow, {
  phone_country_code: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  locale: locale(),
  time_zone: z.string(),
  email_verified_at: z.nullable(time()),
  version: z.int(),
  path: z.array(companyStep),
})
export type User = z.infer<typeof user>

/** The own profile of a user. */
export const personDetails = {
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  telephone: z.nullish(telephone()),
  locale: z.optional(locale()),
  time_zone: z.optional(timeZone()),
}

export const userUpdate = z.partial(
  z.object({
    ...personDetails,
    ...labelBody,
    ...tagChanges,
    email: email().register(z.globalRegistry, { 'x-protected': true }),
    role: z.enum(userRoles).register(z.globalRegistry, { 'x-protected': true }),
    is_active: z.boolean().register(z.globalRegistry, { 'x-protected': true }),
    version: z.int(),
  }),
)

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    telephone: 'text',
    role: userRoles,
    company_id: 'id',
    company_name: 'text',
    company_type: companyTypes,
    is_active: 'boolean',
    two_factor: 'boolean',
    last_seen_at: 'time',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['name', 'email', 'telephone'],
  sort: ['id', 'name', 'email', 'role', 'company_name', 'is_active', 'last_seen_at', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
  labels: 'user',
}

const one = { action: 'view', subject: 'users' } as const
const manage = { action: 'manage', subject: 'users' } as const

/** There is no store: users are created by invitation. */
const calls = {
  index: endpoint({
    name: 'user.index',
    method: 'GET',
    path: '/user/index',
    access: { action: 'view-list', subject: 'users' },
    object: 'user',
    summary: 'List users',
    query: z.object(listQuery),
    reply: pageWithOptions(userRow, ['roles', 'statuses', 'countries']),
    list,
  }),
  show: endpoint({
    name: 'user.show',
    method: 'GET',
    path: '/user/{id}/show',
    access: one,
    object: 'user',
    summary: 'Show a user',
    reply: data(user),
  }),
  summary: endpoint({
    name: 'user.summary',
    method: 'GET',
    path: '/user/{id}/summary',
    access: one,
    object: 'user',
    summary: 'Show a user with its open sessions and latest sign-ins',
    reply: data(
      z.object({
        user,
        sessions: z.object({ open: z.int(), last_sign_in_at: z.nullable(time()) }),
        sign_ins: z.array(
          z.object({ at: time(), ip: z.nullable(z.string()), user_agent: z.nullable(z.string()), ok: z.boolean() }),
        ),
        invited_by: z.nullable(z.string()),
      }),
    ),
  }),
  lookup: endpoint({
    name: 'user.list',
    method: 'GET',
    path: '/user/list',
    access: { action: 'view-list', subject: 'users' },
    object: 'user',
    summary: 'Look up users by name and company',
    query: lookupQuery({
      parent_company_id: z.optional(refText('company')),
      /** Only active users of this company and of the companies above it that the caller sees. */
      company_or_above_id: z.optional(refText('company')),
    }),
    reply: data(z.array(z.extend(lookupRow, { email: z.string() }))),
  }),
  options: endpoint({
    name: 'user.options',
    method: 'GET',
    path: '/user/options',
    access: one,
    summary: 'List options of the user form',
    reply: data(
      z.object({
        roles: z.array(choice()),
        statuses: z.array(choice()),
        countries: z.array(choice()),
        locales: z.array(choice()),
        time_zones: z.array(choice()),
      }),
    ),
  }),
  update: endpoint({
    name: 'user.update',
    method: 'PUT',
    path: '/user/{id}/update',
    access: { action: 'update', subject: 'users' },
    object: 'user',
    reasons: {
      403: ['impersonation.not_allowed'],
      409: ['user.email_taken', 'company.has_primary_admin'],
      422: ['user.primary_admin_transfer', 'user.primary_admin_required', 'password_confirmation_required'],
    },
    summary: 'Update a user',
    body: userUpdate,
    reply: data(user),
  }),
  changeStatus: endpoint({
    name: 'user.change-status',
    method: 'PUT',
    path: '/user/change-status',
    access: manage,
    object: 'user',
    bulk: true,
    summary: 'Activate or deactivate users; deactivating ends their sessions',
    body: z.object({ ids: z.optional(ids('user')), matching: z.optional(matchingSelection), is_active: z.boolean() }),
    reply: bulkReport(),
  }),
  resetPassword: endpoint({
    name: 'user.reset-password',
    method: 'PUT',
    path: '/user/{id}/reset-password',
    access: manage,
    object: 'user',
    reasons: { 403: ['impersonation.not_allowed'] },
    summary: 'Send a password reset link to a user',
    body: z.optional(z.object({ id: z.optional(id()) })),
    reply: data(z.object({ sent_to: z.string() })),
    perMinute: 20,
  }),
  resetTwoFactor: endpoint({
    name: 'user.reset-two-factor',
    method: 'PUT',
    path: '/user/{id}/reset-two-factor',
    access: manage,
    object: 'user',
    reasons: { 403: ['impersonation.not_allowed'], 422: ['password_confirmation_required'] },
    summary: 'Disable two-factor sign-in for a user who lost the device',
    reply: data(user),
  }),
  makePrimary: endpoint({
    name: 'user.make-primary',
    method: 'PUT',
    path: '/user/{id}/make-primary',
    access: manage,
    object: 'user',
    only: { roles: ['primary-admin'] },
    reasons: {
      403: ['impersonation.not_allowed'],
      409: ['user.inactive'],
      422: ['password_confirmation_required'],
    },
    summary: 'Make a user the primary admin of its company; the current one becomes an admin',
    reply: data(user),
  }),
  destroy: endpoint({
    name: 'user.destroy',
    method: 'DELETE',
    path: '/user/{id}/destroy',
    access: manage,
    object: 'user',
    reasons: { 409: ['user.own', 'user.primary_admin_required'] },
    summary: 'Move a user to the trash',
  }),
  recover: endpoint({
    name: 'user.recover',
    method: 'PUT',
    path: '/user/{id}/recover',
    access: manage,
    object: 'user',
    reasons: { 409: ['user.email_taken', 'company.has_primary_admin'] },
    summary: 'Restore a user from the trash',
    reply: restored(user),
  }),
}

export const users = {
  ...calls,
  ...bulkTags({ name: 'user', base: '/user', object: 'user', nouns: 'users', calls }),
  bulkStatus: bulkAction({
    name: 'user.bulk-status',
    path: '/user/bulk/status',
    summary: 'Activate or deactivate users as a job',
    object: 'user',
    call: calls.changeStatus,
    index: calls.index,
    values: { is_active: z.boolean() },
    changesRow: true,
  }),
}
