import * as z from 'zod/mini'
import { companyTypes, userRoles } from '../abilities.ts'
import { bulkAction } from '../bulk.ts'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { choice, email, id, line, locale, ref, requiredLine, telephone, time } from '../fields.ts'
import { listQuery, pageWithOptions } from '../list.ts'
import { billingTerms } from './company.ts'

export const inviteStatuses = ['pending', 'accepted', 'expired', 'cancelled'] as const

export const inviteRow = z.object({
  id: id(),
  email: z.string(),
  role: z.enum(userRoles),
  status: z.enum(inviteStatuses),
  /** The company that the user joins, or the parent of the new one. */
  company_id: id(),
  company_name: z.string(),
  /** The new company that the invitation creates, if any. */
  new_company_name: z.nullable(z.string()),
  new_company_type: z.nullable(z.enum(companyTypes)),
  billing_term: z.nullable(z.enum(billingTerms)),
  invited_by: z.string(),
  created_at: time(),
  sent_at: z.nullable(time()),
  expires_at: time(),
  accepted_at: z.nullable(time()),
})
export type InviteRow = z.infer<typeof inviteRow>

export const inviteStore = z.object({
  email: email(),
  role: z.enum(userRoles),
  locale: z.optional(locale()),
  /** With these the registration form starts; the user may change them. */
  first_name: z.optional(line(100)),
  last_name: z.optional(line(100)),
  telephone: z.optional(telephone()),
  /** False: the invitation waits until it is sent by `invite.re-send`. */
  send_email: z.optional(z.boolean()),
  /** Either an existing company of the caller's subtree … */
  company_id: z.optional(ref('company')),
  /** … or a new one. */
  company: z.optional(
    z.object({
      name: requiredLine(),
      type: z.enum(['master-distributor', 'distributor', 'reseller', 'client']),
      parent_id: z.optional(ref('company')),
      billing_term: z.optional(z.enum(billingTerms)),
    }),
  ),
})

const list: ListDefinition = {
  fields: {
    id: 'id',
    email: 'text',
    role: userRoles,
    status: inviteStatuses,
    company_id: 'id',
    company_name: 'text',
    new_company_name: 'text',
    new_company_type: companyTypes,
    invited_by: 'text',
    created_at: 'time',
    expires_at: 'time',
  },
  free: ['email', 'company_name', 'new_company_name'],
  sort: ['id', 'email', 'role', 'status', 'company_name', 'created_at', 'expires_at'],
  order: ['created_at', 'desc'],
}

const manage = { action: 'manage', subject: 'user-invites' } as const
const closedReasons = ['invitation.accepted', 'invitation.cancelled'] as const

const calls = {
  index: endpoint({
    name: 'invite.index',
    method: 'GET',
    path: '/user/invite/index',
    access: { action: 'view-list', subject: 'user-invites' },
    object: 'invite',
    summary: 'List invitations',
    query: z.object(listQuery),
    reply: pageWithOptions(inviteRow, ['statuses', 'roles']),
    list,
  }),
  billingTerms: endpoint({
    name: 'invite.billing-terms',
    method: 'GET',
    path: '/user/invite/billing-terms/list',
    access: { action: 'create', subject: 'user-invites' },
    summary: 'List billing terms',
    reply: data(z.array(choice())),
  }),
  userRoles: endpoint({
    name: 'invite.user-roles',
    method: 'GET',
    path: '/user/invite/user-roles/list',
    access: { action: 'create', subject: 'user-invites' },
    summary: 'List roles that the caller may assign',
    reply: data(z.array(choice())),
  }),
  store: endpoint({
    name: 'invite.store',
    method: 'POST',
    path: '/user/invite/store',
    access: { action: 'create', subject: 'user-invites' },
    reasons: {
      409: ['company.primary_admin_is', 'invitation.pending'],
      422: ['invitation.target', 'invitation.email_taken', 'company.rank', 'company.inactive'],
    },
    summary: 'Invite a user by e-mail into a company, or to create one',
    body: inviteStore,
    reply: stored(),
    status: 201,
  }),
  resend: endpoint({
    name: 'invite.re-send',
    method: 'POST',
    path: '/user/invite/{id}/re-send',
    access: manage,
    object: 'invite',
    reasons: {
      409: ['company.primary_admin_is', 'invitation.pending', ...closedReasons],
      422: ['invitation.email_taken', 'company.inactive'],
    },
    summary: 'Resend an invitation with a new link; the old link stops working',
    reply: data(inviteRow),
    perMinute: 30,
  }),
  cancel: endpoint({
    name: 'invite.destroy',
    method: 'DELETE',
    path: '/user/invite/{id}',
    access: manage,
    object: 'invite',
    reasons: { 409: closedReasons },
    summary: 'Cancel an invitation',
  }),
}

export const invites = {
  ...calls,
  bulkResend: bulkAction({
    name: 'invite.bulk-re-send',
    path: '/user/invite/bulk/re-send',
    summary: 'Resend invitations with new links as a job',
    object: 'invite',
    call: calls.resend,
    index: calls.index,
    skips: closedReasons,
  }),
  bulkCancel: bulkAction({
    name: 'invite.bulk-destroy',
    path: '/user/invite/bulk/destroy',
    summary: 'Cancel invitations as a job',
    object: 'invite',
    call: calls.cancel,
    index: calls.index,
    skips: closedReasons,
  }),
}
