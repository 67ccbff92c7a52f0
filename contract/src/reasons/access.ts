/** Reasons about sign-in, sessions, passwords, two-factor codes, tokens. */
export interface AccessReasons {
  /** Limit of password attempts for one account from browsers that it has not used before. */
  'sign_in.new_browser_blocked': {}
  'sign_in.too_many_attempts': {}
  'password.wrong': {}
  'password.unchanged': {}
  'password.common': {}
  /** Derived from the name of the user, the company or the product. */
  'password.contains_name': {}
  'password.guessable': {}
  'email.unchanged': {}
  'email.has_account': {}
  'two_factor.on': {}
  'two_factor.off': {}
  /** A code without a new secret to confirm. */
  'two_factor.not_started': {}
  'two_factor.wrong_code': {}
  /** The company requires two-factor sign-in, which the user has not set up. */
  'two_factor.setup_required': {}
  'two_factor.required_by_company': {}
  /** A company may only be stricter than those above it. */
  'sign_in_policy.above_inherited': { max: number }
  /** A call that is not allowed with an API token. */
  'token.not_allowed': {}
  'token.scope_unknown': {}
  'token.scope_exceeds_own': {}
  'token.expiry': { days: number }
  'token.limit': { max: number }
  /** A call that is not allowed while signed in as another user. */
  'impersonation.not_allowed': {}
  'impersonation.own_company': {}
  'impersonation.inactive': {}
}
