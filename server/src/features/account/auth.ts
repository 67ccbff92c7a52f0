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
import { register, showInvitation } from '../../access/register.ts'
import { bindingCookie } from '../../access/sessions.ts'
import { signIn, type SignedInSession } from '../../access/sign-in.ts'
import type { Deps } from '../../deps.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { syncCatalogue } from '../hardware/catalogue.ts'

/** Sets the cookie that identifies the browser at the next sign-in. */
const rememberDevice = (request: CallRequest, device: string) =>
  request.setCookie(deviceCookie.name, device, { maxAge: deviceCookie.maxAge, path: deviceCookie.path })

/** Answers a sign-in: the tokens in the body, the value that they are bound to in a cookie. */
function answerSignIn(request: CallRequest, { reply, binding, device }: SignedInSession) {
  rememberDevice(request, device)
  request.setCookie(bindingCookie.name, binding, { maxAge: bindingCookie.maxAge, path: bindingCookie.path })
  return { data: reply }
}

/**
 * Handlers of sign-in and sign-out, registration, passwords and the own profile. The rules are in the module `access`.
 */
export function authHandlers(deps: Deps): Handlers<Omit<typeof auth, 'csrfCookie'>> {
  // Prepared early, so that the first unknown address takes no longer than later ones (user enumeration by timing).
  inBackground(deps.log, 'could not prepare the decoy', () => prepareDecoy())
  return handlers(deps)
}

const handlers = (deps: Deps): Handlers<Omit<typeof auth, 'csrfCookie'>> => ({
  login: async ({ body, request }) => answerSignIn(request, await signIn(deps, 'admin', body, request)),
  userLogin: async ({ body, request }) => answerSignIn(request, await signIn(deps, 'user', body, request)),
  async register({ body, request }) {
    const session = await register(deps, body, request)
    // The provider has signed up: seed its catalogue now; if this fails, the next start does it.
    if (body.id === 0) inBackground(deps.log, 'could not seed the catalogue', () => syncCatalogue(deps.databases))
    return answerSignIn(request, session)
  },

  refresh: async ({ body, request }) => ({
    data: await refreshSession(deps, { ...body, binding: request.cookie(bindingCookie.name) }, request),
  }),

  async logout({ actor, request }) {
    await signOut(deps, actor, request)
    // While impersonating, the cookie belongs to the impersonator's session, which continues.
    if (actor.impersonator === null) request.clearCookie(bindingCookie.name, { path: bindingCookie.path })
  },

  loginAs: async ({ actor, params, body, request }) => ({
    data: await loginAs(deps, actor, params.id, body.reason, request),
  }),

  show: ({ actor }) => showProfile(deps, actor),
  update: async ({ actor, body, db }) => ({ data: await db((tx) => updateProfile(tx, actor, body)) }),

  changeEmail: async ({ actor, body, request }) => ({ data: await changeEmail(deps, actor, body, request) }),
  changePassword: ({ actor, body, request }) => changePassword(deps, actor, body, request),

  checkInvite: async ({ params }) => ({ data: await showInvitation(deps.databases, params) }),
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
