import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'

/** The limits of the panel, which hold without a policy. */
export const signInLimits = { idle_minutes: 24 * 60, absolute_hours: 14 * 24 } as const

const idleMinutes = () => z.int().check(z.minimum(15), z.maximum(signInLimits.idle_minutes))
const absoluteHours = () => z.int().check(z.minimum(1), z.maximum(signInLimits.absolute_hours))

/** Rules that hold for the sessions of a company. */
const rules = z.object({
  /** Minutes after which an unused session ends. */
  idle_minutes: idleMinutes(),
  /** Hours after sign-in at which a session ends. */
  absolute_hours: absoluteHours(),
  /** A user without two-factor sign-in must set it up before anything else. */
  require_two_factor: z.boolean(),
})

export const signInPolicy = z.object({
  /** The company's own rules; null: those of the companies above. */
  idle_minutes: z.nullable(idleMinutes()),
  absolute_hours: z.nullable(absoluteHours()),
  require_two_factor: z.boolean(),
  /** 0: the company has no rules of its own yet. */
  version: z.int(),
  /** The strictest rules of the companies above, and the limits of the panel. */
  inherited: rules,
  /** The rules that hold: the strictest of its own and the inherited ones. */
  effective: rules,
})
export type SignInPolicy = z.infer<typeof signInPolicy>

const admins = { roles: ['primary-admin', 'admin'] } as const

/** How long sessions of a company and of all companies below it may last, and whether they need a second factor. */
export const signInPolicies = {
  show: endpoint({
    name: 'sign-in-policy.show',
    method: 'GET',
    path: '/company/{id}/sign-in-policy',
    access: { action: 'view', subject: 'companies' },
    object: 'company',
    summary: 'Show the rules for sessions and second factors of a company',
    reply: data(signInPolicy),
  }),
  update: endpoint({
    name: 'sign-in-policy.update',
    method: 'PUT',
    path: '/company/{id}/sign-in-policy',
    access: { action: 'update', subject: 'companies' },
    only: admins,
    object: 'company',
    reasons: {
      403: ['impersonation.not_allowed'],
      422: ['sign_in_policy.above_inherited', 'password_confirmation_required'],
    },
    summary: 'Change the rules for sessions and second factors of a company and all companies below it',
    body: z.object({
      /** At most the inherited value; null removes the own rule. */
      idle_minutes: z.optional(z.nullable(idleMinutes())),
      absolute_hours: z.optional(z.nullable(absoluteHours())),
      require_two_factor: z.optional(z.boolean()),
      version: z.optional(z.int()),
    }),
    reply: data(signInPolicy),
  }),
}
