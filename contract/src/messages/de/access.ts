import type { AccessReasons } from '../../reasons/access.ts'
import { texts } from '../texts.ts'

export const access = texts<AccessReasons>()({
  'sign_in.new_browser_blocked':
    'Zu viele falsche Passwörter für dieses Konto. Warten Sie, melden Sie sich mit einem bereits verwendeten Browser an, oder setzen Sie Ihr Passwort zurück.',
  'sign_in.too_many_attempts': 'Zu viele Versuche. Warten Sie einen Moment.',
  'password.wrong': 'Falsches Passwort.',
  'password.unchanged': 'Das ist Ihr bisheriges Passwort.',
  'password.common': 'Dieses Passwort ist eines der häufigsten.',
  'password.contains_name':
    'Das besteht vor allem aus Ihrem Namen, dem Ihrer Firma oder dem des Panels. Wählen Sie etwas, das andere nicht erraten.',
  'password.guessable':
    'Zu leicht zu erraten. Verwenden Sie einige Wörter ohne Zusammenhang, oder lassen Sie einen Passwortmanager eines erzeugen.',
  'email.unchanged': 'Das ist bereits Ihre E-Mail-Adresse.',
  'email.has_account':
    'Zu dieser Adresse gibt es bereits ein Konto. Melden Sie sich damit an, oder bitten Sie um eine Einladung an eine andere Adresse.',
  'two_factor.on': 'Die Zwei-Faktor-Authentifizierung ist bereits aktiviert.',
  'two_factor.off': 'Die Zwei-Faktor-Authentifizierung ist nicht aktiviert.',
  'two_factor.not_started': 'Beginnen Sie die Einrichtung neu, um einen neuen Schlüssel zu erhalten.',
  'two_factor.wrong_code': 'Falscher Code. Prüfen Sie die Uhr Ihres Geräts.',
  'token.not_allowed': 'Mit einem API-Token ist das nicht möglich. Melden Sie sich an.',
  'token.scope_unknown': 'Diesen Scope gibt es nicht.',
  'token.scope_exceeds_own': 'Diese Berechtigung haben Sie selbst nicht.',
  'token.expiry': 'Höchstens {days} Tage ab heute.',
  'token.limit': 'Sie haben {max} API-Token. Widerrufen Sie zuerst eines.',
  'impersonation.not_allowed': 'Nicht möglich, solange Sie als anderer Benutzer angemeldet sind.',
  'impersonation.own_company': 'Sie können sich nur als Benutzer von Firmen unterhalb Ihrer eigenen anmelden.',
  'impersonation.inactive': 'Dieser Benutzer oder eine übergeordnete Firma ist deaktiviert.',
})
