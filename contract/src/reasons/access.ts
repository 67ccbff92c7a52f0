/** Reasons about sign-in, sessions, passwords, two-factor codes, tokens. */
export interface AccessReasons {
  /** Of guesses at one account from browsers that are new to it. */
  'sign_in.new_browser_blocked': {}
  'sign_in.too_many_attempts': {}
  'password.wrong': {}
  'password.unchanged': {}
  'password.common': {}
  /** Made of the name of the person, the company or the product. */
  'password.contains_name': {}
  'password.guessable': {}
  'email.unchanged': {}
  'email.has_account': {}
  'two_factor.on': {}
  'two_factor.off': {}
  /** A code without a new secret that it could confirm. */
  'two_factor.not_started': {}
  'two_factor.wrong_code': {}
  /** A call that an API token must not make. */
  'token.not_allowed': {}
  'token.scope_unknown': {}
  'token.scope_exceeds_own': {}
  'token.expiry': { days: number }
  'token.limit': { max: number }
  /** A call that is not available while signed in as another user. */
  'impersonation.not_allowed': {}
  'impersonation.own_company': {}
  'impersonation.inactive': {}
}
