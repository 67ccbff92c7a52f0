import type { auth } from '@trunkline/contract/resources/auth'
import { inBackground } from '../../access/background.ts'
import { changeEmail, sendVerification, verifyEmail } from '../../access/email.ts'
import { rejectWhileImpersonating, requireSession } from '../../access/guards.ts'
import { loginAs } from '../../access/login-as.ts'
import { deviceCookie } from '../../access/known-devices.ts'
import { signOut } from '../../access/own-sessions.ts'
import { prepareDecoy } from '../../access/password-hash.ts'
import { changePassword, forgotPassword, resetPassword } from '../../access/passwords.ts'
import { showProfile, updateProfile } from '../../access/profile.ts'
import { refreshSession } from '../../access/refresh.ts'
import { register, seeInvitation } from '../../access/register.ts'
import { bindingCookie } from '../../access/sessions.ts'
import { signIn, type SignedInSession } from '../../access/sign-in.ts'
import type { Deps } from '../../deps.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { syncCatalogue } from '../hardware/catalogue.ts'

/** Lets the browser be known at the next sign-in. */
const rememberDevice = (request: CallRequest, device: string) =>
  request.setCookie(deviceCookie.name, device, { maxAge: deviceCookie.maxAge, path: deviceCookie.path })

/** Answers a sign-in: the tokens in the body, what they are bound to in the cookie. */
function welcome(request: CallRequest, { reply, binding, device }: SignedInSession) {
  rememberDevice(request, device)
  request.setCookie(bindingCookie.name, binding, { maxAge: bindingCookie.maxAge, path: bindingCookie.path })
  return { data: reply }
}

/** Signing in and out, registering, passwords and the own profile. The rules stand in `access`. */
export function authHandlers(deps: Deps): Handlers<Omit<typeof auth, 'csrfCookie'>> {
  // The first unknown address takes no longer than the next.
  inBackground(deps.log, 'the decoy could not be made', () => prepareDecoy())
  return handlers(deps)
}

const handlers = (deps: Deps): Handlers<Omit<typeof auth, 'csrfCookie'>> => ({
  login: async ({ body, request }) => welcome(request, await signIn(deps, 'admin', body, request)),
  userLogin: async ({ body, request }) => welcome(request, await signIn(deps, 'user', body, request)),
  async register({ body, request }) {
    const session = await register(deps, body, request)
    // The provider itself has signed up: what it starts with comes along, or with the next start.
    if (body.id === 0) inBackground(deps.log, 'the catalogue could not be made', () => syncCatalogue(deps.databases))
    return welcome(request, session)
  },

  refresh: async ({ body, request }) => ({
    data: await refreshSession(deps, { ...body, binding: request.cookie(bindingCookie.name) }, request),
  }),

  async logout({ actor, request }) {
    await signOut(deps, actor, request)
    // The cookie belongs to the session beneath, which goes on.
    if (actor.impersonator === null) request.clearCookie(bindingCookie.name, { path: bindingCookie.path })
  },

  loginAs: async ({ actor, params, body, request }) => ({
    data: await loginAs(deps, actor, params.id, body.reason, request),
  }),

  show: ({ actor }) => showProfile(deps, actor),
  update: async ({ actor, body, db }) => ({ data: await db((tx) => updateProfile(tx, actor, body)) }),

  changeEmail: async ({ actor, body, request }) => ({ data: await changeEmail(deps, actor, body, request) }),
  changePassword: ({ actor, body, request }) => changePassword(deps, actor, body, request),

  checkInvite: async ({ params }) => ({ data: await seeInvitation(deps.databases, params) }),
  forgotPassword: ({ body, request }) => forgotPassword(deps, body, request),
  async resetPassword({ body, request }) {
    const { device } = await resetPassword(deps, body, request)
    rememberDevice(request, device)
  },
  verifyEmail: async ({ body, request }) => ({ data: await verifyEmail(deps, body, request) }),

  async resendVerification({ actor, request }) {
    requireSession(actor)
    rejectWhileImpersonating(actor)
    await sendVerification(deps, actor, actor.user_id, request)
  },
})
