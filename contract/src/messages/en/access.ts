import type { AccessReasons } from '../../reasons/access.ts'
import { texts } from '../texts.ts'

export const access = texts<AccessReasons>()({
  'sign_in.new_browser_blocked':
    'Too many wrong passwords for this account. Wait, sign in from a browser that you have used before, or reset your password.',
  'sign_in.too_many_attempts': 'Too many attempts. Try again in a moment.',
  'password.wrong': 'Wrong password.',
  'password.unchanged': 'This is your current password. Choose a different one.',
  'password.common': 'This is one of the most common passwords. Choose a different one.',
  'password.contains_name':
    'Too similar to your name, your company’s name or the panel’s. Choose something that others can’t guess.',
  'password.guessable': 'Too easy to guess. Use a few unrelated words, or let a password manager generate one.',
  'email.unchanged': 'This is already your e-mail address.',
  'email.has_account':
    'This address already has an account. Sign in with it, or ask for an invitation to another address.',
  'two_factor.on': 'Two-factor sign-in is already on.',
  'two_factor.off': 'Two-factor sign-in is off.',
  'two_factor.not_started': 'Start the setup again to get a new secret.',
  'two_factor.wrong_code': 'Wrong code. Check that the clock of your device is correct.',
  'two_factor.setup_required': 'Your company requires two-factor sign-in. Set it up first.',
  'two_factor.required_by_company': 'Your company, or a company above it, requires two-factor sign-in.',
  'sign_in_policy.above_inherited': 'At most {max}: a company above allows no longer time.',
  'token.not_allowed': 'API tokens can’t do this. Sign in instead.',
  'token.scope_unknown': 'Unknown scope.',
  'token.scope_exceeds_own': 'You don’t have this permission yourself.',
  'token.expiry': 'Must be at most {days} days from today.',
  'token.limit': 'You have {max} API tokens. Revoke one first.',
  'impersonation.not_allowed': 'Not available while you are signed in as another user.',
  'impersonation.own_company': 'You can only sign in as users of companies below yours.',
  'impersonation.inactive': 'This user, or a company above it, is inactive.',
})
