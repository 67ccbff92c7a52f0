import { sessionCalls } from '../../api/session-calls.ts'

/** The two sign-in forms: `admin` for companies above client, `user` for clients. */
export type LoginKind = 'admin' | 'user'

/** What has been typed on the sign-in page, over both of its steps. */
export interface Typed {
  email: string
  password: string
  code: string
}

/** The tab's last choice, so that a client who signs out finds its own form again. */
const sessionKey = 'trunkline.login-variant'

function remembered(): string | null {
  try {
    return sessionStorage.getItem(sessionKey)
  } catch {
    return null
  }
}

export function rememberKind(kind: LoginKind): void {
  try {
    sessionStorage.setItem(sessionKey, kind)
  } catch {
    // Then the next sign-in begins with the usual form.
  }
}

/** The form that the address asks for (`?variant=user`), else the one that this tab used last, else `admin`. */
export const kindOf = (variant: unknown): LoginKind =>
  (variant === 'user' || variant === 'admin' ? variant : remembered()) === 'user' ? 'user' : 'admin'

/** The call behind a form. Both answer alike, and each refuses users of the other kind as if the password were wrong. */
export const endpointOf = (kind: LoginKind) => (kind === 'user' ? sessionCalls.userLogin : sessionCalls.login)
