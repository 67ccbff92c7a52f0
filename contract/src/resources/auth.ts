import * as z from 'zod/mini'
import { companyTypes, userRoles } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { choice, currentPassword, email, id, integerText, locale, newPassword, requiredLine, time } from '../fields.ts'
import { attemptReasons, ownerReasons } from './account.ts'
import { billingTerms, companyDetails } from './company.ts'
import { personDetails, user } from './user.ts'

/** A credential: an access or refresh token, 256 bits in base64url after a prefix. */
const secretToken = () =>
  z.string().check(z.minLength(16), z.maxLength(256)).register(z.globalRegistry, { 'x-secret': true })

const code = () => z.string().check(z.trim(), z.maxLength(32)).register(z.globalRegistry, { 'x-secret': true })

export const ability = z.object({ action: z.string(), subject: z.string() })

/** The signed-in user as the browser stores it. `role` decides the home page: `client` or `admin`. */
export const sessionUser = z.object({
  id: id(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'client']),
  user_role: z.enum(userRoles),
  company: z.object({ id: id(), name: z.string(), type: z.enum(companyTypes), logo: z.nullable(z.string()) }),
  locale: locale(),
  time_zone: z.string(),
  two_factor: z.boolean(),
  /** The company requires two-factor sign-in: the user must set it up before anything else. */
  two_factor_missing: z.boolean(),
  /** Present while another user is logged in as this user. */
  impersonator: z.nullable(z.object({ id: id(), name: z.string(), company: z.string(), expires_at: time() })),
})
export type SessionUser = z.infer<typeof sessionUser>

export const session = data(
  z.object({
    user: sessionUser,
    abilities: z.array(ability),
    /** Company type and user role: `['reseller', 'editor']` */
    roles: z.array(z.string()),
    app: z.object({ version: z.string() }),
    access: z.object({ token: z.string(), expires_at: time(), type: z.literal('Bearer') }),
    /** Absent while logged in as another user: that session cannot be extended. */
    refresh: z.nullable(z.object({ token: z.string(), expires_at: time() })),
  }),
)
export type Session = z.infer<typeof session>['data']

const credentials = z.object({ email: email(), password: currentPassword(), code: z.optional(code()) })

/** Details of an invitation before it is accepted. */
export const invitationSeen = z.object({
  email: z.string(),
  /** What the inviter knows about the user; empty texts if nothing. */
  first_name: z.string(),
  last_name: z.string(),
  telephone: z.string(),
  inviter: z.string(),
  inviter_company: z.string(),
  role: z.enum(userRoles),
  /** The existing company that the user joins, or null if the invitation creates one. */
  company_name: z.nullable(z.string()),
  new_company: z.nullable(
    z.object({ name: z.string(), type: z.enum(companyTypes), billing_term: z.nullable(z.enum(billingTerms)) }),
  ),
  locale: locale(),
  expires_at: time(),
})

/** The id beside a link's token; 0 for the provider's one-time sign-up, before a user exists. */
const linkId = () => z.int().check(z.nonnegative())

const signInReasons = {
  422: ['wrong_credentials', 'two_factor_required', 'two_factor_invalid'],
  429: [...attemptReasons, 'sign_in.new_browser_blocked'],
} as const

const tokenPath = z.object({
  token: secretToken(),
  id: integerText(0, Number.MAX_SAFE_INTEGER),
})

export const auth = {
  csrfCookie: endpoint({
    name: 'auth.csrf-cookie',
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    access: 'public',
    summary: 'Set the XSRF-TOKEN cookie',
  }),
  login: endpoint({
    name: 'auth.login',
    secretReply: true,
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    reasons: signInReasons,
    summary: 'Sign in a user of a company above client',
    body: credentials,
    reply: session,
    perMinute: 60,
  }),
  userLogin: endpoint({
    name: 'auth.user.login',
    secretReply: true,
    method: 'POST',
    path: '/auth/user/login',
    access: 'public',
    reasons: signInReasons,
    summary: 'Sign in a user of a client',
    body: credentials,
    reply: session,
    perMinute: 60,
  }),
  register: endpoint({
    name: 'auth.register',
    secretReply: true,
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    tokenInPath: true,
    reasons: {
      409: ['row.in_trash', 'user.email_taken', 'company.has_primary_admin'],
      422: ['link_invalid', 'email.has_account', 'invitation.joins_company'],
    },
    summary: 'Accept an invitation, or the provider’s one-time sign-up, and sign in',
    body: z.object({
      token: secretToken(),
      id: linkId(),
      ...personDetails,
      password: newPassword(),
      /** Only with the provider's one-time sign-up: an invitation has its own address. */
      email: z.optional(email()),
      /** Only if the invitation creates a company: its details, including the name. */
      company: z.optional(companyDetails),
    }),
    reply: session,
    status: 201,
    perMinute: 30,
  }),
  refresh: endpoint({
    name: 'auth.refresh-token',
    secretReply: true,
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'public',
    tokenInPath: true,
    errorStatuses: [401],
    summary: 'Exchange the refresh token for new tokens',
    body: z.object({ refreshToken: secretToken() }),
    reply: session,
    perMinute: 120,
  }),
  logout: endpoint({
    name: 'auth.logout',
    beforeTwoFactor: true,
    method: 'POST',
    path: '/auth/logout',
    access: 'self',
    reasons: { 403: ['token.not_allowed'] },
    summary: 'End this session',
  }),
  loginAs: endpoint({
    name: 'user.login',
    secretReply: true,
    method: 'POST',
    path: '/user/{id}/login',
    access: { action: 'manage', subject: 'users' },
    object: 'user',
    only: { relations: ['below'] },
    reasons: { 403: [...ownerReasons, 'impersonation.own_company'], 409: ['impersonation.inactive'] },
    summary: 'Sign in as a user of a descendant company, for 30 minutes',
    body: z.object({ reason: requiredLine(500) }),
    reply: session,
  }),
  show: endpoint({
    name: 'auth.show',
    beforeTwoFactor: true,
    method: 'GET',
    path: '/auth/show',
    access: 'self',
    summary: 'Show the own profile',
    reply: z.object({
      data: z.extend(user, {
        countyIsoCode: z.nullable(z.string()),
        abilities: z.array(ability),
        app: z.object({ version: z.string() }),
        session: sessionUser,
      }),
      options: z.object({
        countries: z.array(choice()),
        currencies: z.array(choice()),
        locales: z.array(choice()),
        time_zones: z.array(choice()),
      }),
    }),
  }),
  update: endpoint({
    name: 'auth.update',
    method: 'PUT',
    path: '/auth/update',
    access: 'self',
    reasons: { 403: ownerReasons },
    summary: 'Update the own profile',
    body: z.partial(z.object({ ...personDetails, version: z.int() })),
    reply: data(user),
  }),
  changeEmail: endpoint({
    name: 'auth.change-email',
    method: 'PUT',
    path: '/auth/change-email',
    access: 'self',
    reasons: { 403: ownerReasons, 422: ['password.wrong', 'email.unchanged'], 429: attemptReasons },
    summary: 'Request another e-mail address; it takes effect when its link is opened',
    body: z.object({ email: email(), password: currentPassword() }),
    reply: data(z.object({ sent_to: z.string() })),
    perMinute: 10,
  }),
  changePassword: endpoint({
    name: 'auth.change-password',
    method: 'PUT',
    path: '/auth/change-password',
    access: 'self',
    reasons: { 403: ownerReasons, 422: ['password.wrong', 'password.unchanged'], 429: attemptReasons },
    summary: 'Change the own password; can end the other sessions and revoke API tokens',
    body: z.object({
      password: currentPassword(),
      new_password: newPassword(),
      end_others: z.optional(z.boolean()),
      /** Revokes all own API tokens; absent: they stay valid, since the caller proved the current password. */
      revoke_tokens: z.optional(z.boolean()),
    }),
    perMinute: 10,
  }),
  checkInvite: endpoint({
    name: 'auth.check-token.register-invite',
    method: 'GET',
    path: '/auth/check-token/register-invite/{token}/{id}',
    access: 'public',
    tokenInPath: true,
    reasons: { 422: ['link_invalid'] },
    summary: 'Show what an invitation link invites to',
    params: tokenPath,
    reply: data(invitationSeen),
    perMinute: 60,
  }),
  forgotPassword: endpoint({
    name: 'auth.forgot-password',
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    reasons: { 429: attemptReasons },
    summary: 'Send a password reset link; the reply does not reveal whether the address exists',
    body: z.object({ email: email() }),
    perMinute: 10,
  }),
  resetPassword: endpoint({
    name: 'auth.reset-password',
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    tokenInPath: true,
    reasons: { 422: ['link_invalid'] },
    summary: 'Set a new password with the token of a link; revokes API tokens by default',
    body: z.object({
      token: secretToken(),
      id: id(),
      password: newPassword(),
      /**
       * Revokes all API tokens of the user, also if absent, since the old password may have been known to an
       * attacker.
       */
      revoke_tokens: z.optional(z.boolean()),
    }),
    perMinute: 20,
  }),
  verifyEmail: endpoint({
    name: 'auth.verify-email',
    method: 'POST',
    path: '/auth/verify-email',
    access: 'public',
    tokenInPath: true,
    reasons: { 409: ['user.email_taken'], 422: ['link_invalid'] },
    summary: 'Confirm an e-mail address with the token of a link',
    body: z.object({ token: secretToken(), id: id() }),
    reply: data(z.object({ email: z.string() })),
    perMinute: 20,
  }),
  resendVerification: endpoint({
    name: 'auth.resend-verification',
    method: 'POST',
    path: '/auth/resend-verification',
    access: 'self',
    reasons: { 403: ownerReasons },
    summary: 'Resend the own verification link',
    perMinute: 5,
  }),
}

export const countries = {
  countries: endpoint({
    name: 'country.list',
    method: 'GET',
    path: '/country/list',
    access: 'public',
    summary: 'List countries (ISO 3166-1) with dialling codes',
    reply: z.object({
      data: z.array(z.object({ id: z.string(), name: z.string(), dial_code: z.nullable(z.string()) })),
      default_iso: z.string(),
    }),
  }),
  currencies: endpoint({
    name: 'currency.list',
    method: 'GET',
    path: '/currency/list',
    access: 'public',
    summary: 'List currencies (ISO 4217)',
    reply: data(z.array(z.object({ id: z.string(), name: z.string(), digits: z.int() }))),
  }),
}
