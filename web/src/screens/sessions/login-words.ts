import type { LoginRow } from '@trunkline/contract/resources/radius-session'
import type { TFunction } from '../../i18n/translations.ts'
import { textOf } from '../../i18n/messages.ts'

export type Rejection = Pick<LoginRow, 'reason' | 'params' | 'message'>

const messageText = (reason: string, { params, message }: Omit<Rejection, 'reason'>): string =>
  textOf({ reason, params, ...(message && { message }) })

/** The reason of a rejected login in a few words; of a reason without any the whole message. Callers `useMessages`. */
export const reasonText = ({ reason, ...of }: Rejection, t: TFunction): string =>
  reason === null ? t('sessions:refused') : t(`sessions:reason.${reason}`, { defaultValue: messageText(reason, of) })

/** What became of a login, in a few words. */
export const loginText = ({ accepted, ...of }: Rejection & { accepted: boolean }, t: TFunction): string =>
  accepted ? t('sessions:accepted') : reasonText(of, t)

/** Why a login was rejected, as a sentence; empty where it was accepted. */
export const whyText = ({ reason, ...of }: Rejection): string => (reason === null ? '' : messageText(reason, of))

/** What to do about it. */
export const adviceText = (reason: string | null, t: TFunction): string =>
  reason === null ? '' : t(`sessions:advice.${reason}`, { defaultValue: '' })
