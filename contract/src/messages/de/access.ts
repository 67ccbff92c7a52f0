import type { AccessReasons } from '../../reasons/access.ts'
import { texts } from '../texts.ts'

export const access = texts<AccessReasons>()({
  'sign_in.new_browser_blocked':
    'Zu viele falsche Passwörter für dieses Konto. Warten Sie, melden Sie sich mit einem bereits verwendeten Browser an, oder setzen Sie Ihr Passwort zurück.',
  'sign_in.too_many_attempts': 'Zu viele Versuche. Versuchen Sie es gleich noch einmal.',
  'password.wrong': 'Falsches Passwort.',
  'password.unchanged': 'Das ist Ihr aktuelles Passwort. Wählen Sie ein anderes.',
  'password.common': 'Das ist eines der häufigsten Passwörter. Wählen Sie ein anderes.',
  'password.contains_name':
    'Zu ähnlich zu Ihrem Namen, dem Ihrer Firma oder dem des Panels. Wählen Sie etwas, das andere nicht erraten.',
  'password.guessable':
    'Zu leicht zu erraten. Verwenden Sie einige Wörter ohne Zusammenhang, oder lassen Sie einen Passwortmanager eines erzeugen.',
  'email.unchanged': 'Das ist bereits Ihre E-Mail-Adresse.',
  'email.has_account':
    'Zu dieser Adresse gibt es bereits ein Konto. Melden Sie sich damit an, oder bitten Sie um eine Einladung an eine andere Adresse.',
  'two_factor.on': 'Die Zwei-Faktor-Anmeldung ist bereits eingeschaltet.',
  'two_factor.off': 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
  'two_factor.not_started': 'Starten Sie die Einrichtung neu, um einen neuen Schlüssel zu erhalten.',
  'two_factor.wrong_code': 'Falscher Code. Prüfen Sie, ob die Uhr Ihres Geräts richtig geht.',
  'two_factor.setup_required': 'Ihre Firma verlangt die Zwei-Faktor-Anmeldung. Richten Sie sie zuerst ein.',
  'two_factor.required_by_company': 'Ihre Firma oder eine Firma darüber verlangt die Zwei-Faktor-Anmeldung.',
  'sign_in_policy.above_inherited': 'Höchstens {max}: Eine Firma darüber erlaubt keine längere Zeit.',
  'token.not_allowed': 'Mit einem API-Token ist das nicht möglich. Melden Sie sich stattdessen an.',
  'token.scope_unknown': 'Unbekannter Scope.',
  'token.scope_exceeds_own': 'Diese Berechtigung haben Sie selbst nicht.',
  'token.expiry': 'Darf höchstens {days} Tage nach heute sein.',
  'token.limit': 'Sie haben {max} API-Token. Widerrufen Sie zuerst eines.',
  'impersonation.not_allowed': 'Nicht möglich, solange Sie als anderer Benutzer angemeldet sind.',
  'impersonation.own_company': 'Sie können sich nur als Benutzer von Firmen unterhalb Ihrer eigenen anmelden.',
  'impersonation.inactive': 'Dieser Benutzer oder eine übergeordnete Firma ist nicht aktiv.',
})
