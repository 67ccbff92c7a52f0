import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { actions, subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { currentPassword, day, id, requiredLine, time } from '../fields.ts'

/** One open session of the caller. */
export const openSession = z.object({
  id: id(),
  current: z.boolean(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  created_at: time(),
  last_used_at: time(),
  expires_at: time(),
  impersonator: z.nullable(z.string()),
})

/** `subject:action`, `subject:*` or `*:view`; never more than the user's own abilities. */
export const tokenScope = z.string().check(
  z.maxLength(100),
  z.regex(/^([a-z-]+|\*):([a-z-]+|\*)$/),
  z.refine((scope) => {
    const [subject, action] = scope.split(':') as [string, string]
    return (
      (subject === '*' || (subjects as readonly string[]).includes(subject)) &&
      (action === '*' || (actions as readonly string[]).includes(action))
    )
  }, issue('token.scope_unknown')),
)

export const apiToken = z.object({
  id: id(),
  name: z.string(),
  /** The first characters, to identify the token. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_at: time(),
  expires_at: time(),
  last_used_at: z.nullable(time()),
})

const sixDigits = () =>
  z
    .string()
    .check(z.trim(), z.regex(/^[0-9]{6}$/, issue('field.six_digits')))
    .register(z.globalRegistry, { 'x-secret': true })

/** Calls on the own credentials take a session, not an API token, and not while signed in as another user. */
export const ownerReasons = ['token.not_allowed', 'impersonation.not_allowed'] as const

/** Attempts at a password or code are counted. */
export const attemptReasons = ['sign_in.too_many_attempts'] as const

/** The signed-in user's own sessions, two-factor sign-in and API tokens. */
export const account = {
  sessions: endpoint({
    name: 'account.session.index',
    method: 'GET',
    path: '/auth/session/index',
    access: 'self',
    reasons: { 403: ['token.not_allowed'] },
    summary: 'List own open sessions',
    reply: data(z.array(openSession)),
  }),
  endSession: endpoint({
    name: 'account.session.destroy',
    method: 'DELETE',
    path: '/auth/session/{id}/destroy',
    access: 'self',
    object: 'session',
    reasons: { 403: ownerReasons },
    summary: 'End an own session',
  }),
  endOthers: endpoint({
    name: 'account.session.end-others',
    method: 'POST',
    path: '/auth/session/end-others',
    access: 'self',
    reasons: { 403: ownerReasons },
    summary: 'End all own sessions except this one',
    reply: data(z.object({ ended: z.int() })),
  }),
  beginTwoFactor: endpoint({
    name: 'account.two-factor.begin',
    beforeTwoFactor: true,
    secretReply: true,
    method: 'POST',
    path: '/auth/two-factor/begin',
    access: 'self',
    reasons: { 403: ownerReasons, 409: ['two_factor.on'], 422: ['password.wrong'], 429: attemptReasons },
    summary: 'Start to enable two-factor sign-in: create a secret to scan',
    body: z.object({ password: currentPassword() }),
    reply: data(z.object({ secret: z.string(), uri: z.string() })),
    perMinute: 10,
  }),
  confirmTwoFactor: endpoint({
    name: 'account.two-factor.confirm',
    beforeTwoFactor: true,
    secretReply: true,
    method: 'POST',
    path: '/auth/two-factor/confirm',
    access: 'self',
    reasons: {
      403: ownerReasons,
      409: ['two_factor.not_started'],
      422: ['two_factor.wrong_code'],
      429: attemptReasons,
    },
    summary: 'Enable two-factor sign-in with a first code; returns the recovery codes once',
    body: z.object({ code: sixDigits() }),
    reply: data(z.object({ recovery_codes: z.array(z.string()) })),
    perMinute: 10,
  }),
  renewRecoveryCodes: endpoint({
    name: 'account.two-factor.recovery-codes',
    secretReply: true,
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    access: 'self',
    reasons: { 403: ownerReasons, 409: ['two_factor.off'], 422: ['password.wrong'], 429: attemptReasons },
    summary: 'Create new recovery codes; the old ones stop working',
    body: z.object({ password: currentPassword() }),
    reply: data(z.object({ recovery_codes: z.array(z.string()) })),
    perMinute: 10,
  }),
  disableTwoFactor: endpoint({
    name: 'account.two-factor.disable',
    method: 'POST',
    path: '/auth/two-factor/disable',
    access: 'self',
    reasons: {
      403: ownerReasons,
      409: ['two_factor.required_by_company'],
      422: ['password.wrong', 'two_factor_invalid'],
      429: attemptReasons,
    },
    summary: 'Disable two-factor sign-in',
    body: z.object({ password: currentPassword(), code: z.string().check(z.trim(), z.maxLength(32)) }),
    perMinute: 10,
  }),
  confirmPassword: endpoint({
    name: 'account.confirm-password',
    method: 'POST',
    path: '/auth/confirm-password',
    access: 'self',
    reasons: { 403: ownerReasons, 422: ['password.wrong'], 429: attemptReasons },
    summary: 'Enter the password again: sensitive changes of this session are allowed for ten minutes',
    body: z.object({ password: currentPassword() }),
    perMinute: 10,
  }),
  tokens: endpoint({
    name: 'account.token.index',
    method: 'GET',
    path: '/auth/token/index',
    access: 'self',
    reasons: { 403: ['token.not_allowed'] },
    summary: 'List own API tokens',
    reply: data(z.array(apiToken)),
  }),
  storeToken: endpoint({
    name: 'account.token.store',
    secretReply: true,
    method: 'POST',
    path: '/auth/token/store',
    access: 'self',
    status: 201,
    reasons: {
      403: ownerReasons,
      409: ['token.limit'],
      422: ['password.wrong', 'token.scope_exceeds_own', 'token.expiry', 'field.date_past'],
      429: attemptReasons,
    },
    summary: 'Create an API token; it is shown only once',
    body: z.object({
      name: requiredLine(100),
      scopes: z.array(tokenScope).check(z.minLength(1), z.maxLength(100)),
      expires_on: day(),
      password: currentPassword(),
    }),
    reply: data(z.extend(apiToken, { token: z.string() })),
    perMinute: 10,
  }),
  destroyToken: endpoint({
    name: 'account.token.destroy',
    method: 'DELETE',
    path: '/auth/token/{id}/destroy',
    access: 'self',
    object: 'api-token',
    reasons: { 403: ownerReasons },
    summary: 'Revoke an API token',
  }),
}
