import { sessionCalls } from '../../api/session-calls.ts'

/** The two sign-in forms: `admin` for companies above client, `user` for clients. */
export type LoginKind = 'admin' | 'user'

/** Input of the sign-in page, over both of its steps. */
export interface Credentials {
  email: string
  password: string
  code: string
}

/** The last choice in this tab, so that clients find their form again after signing out. */
const sessionKey = 'trunkline.login-variant'

function storedKind(): string | null {
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
    // The next sign-in then opens with the default form.
  }
}

/** The form that the address names (`?variant=user`), else the one last used in this tab, else `admin`. */
export const kindOf = (variant: unknown): LoginKind =>
  (variant === 'user' || variant === 'admin' ? variant : storedKind()) === 'user' ? 'user' : 'admin'

/** The endpoint of a form. Each rejects users of the other kind as if the password were wrong. */
export const endpointOf = (kind: LoginKind) => (kind === 'user' ? sessionCalls.userLogin : sessionCalls.login)
