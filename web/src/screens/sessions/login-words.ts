import type { LoginRow } from '@trunkline/contract/resources/radius-session'
import type { TFunction } from '../../i18n/translations.ts'
import { textOf } from '../../i18n/messages.ts'

export type Rejection = Pick<LoginRow, 'reason' | 'params' | 'message'>

const messageText = (reason: string, { params, message }: Omit<Rejection, 'reason'>): string =>
  textOf({ reason, params, ...(message && { message }) })

/** The short text of the reason of a rejection; where a reason has none, its message. Callers `useMessages`. */
export const reasonText = ({ reason, ...of }: Rejection, t: TFunction): string =>
  reason === null
    ? t('sessions:rejected')
    : t(`sessions:value.reason.${reason}`, { defaultValue: messageText(reason, of) })

/** The short result of a login. */
export const loginText = ({ accepted, ...of }: Rejection & { accepted: boolean }, t: TFunction): string =>
  accepted ? t('sessions:accepted') : reasonText(of, t)

/** Why a login was rejected, as a sentence; empty where it was accepted. */
export const whyText = ({ reason, ...of }: Rejection): string => (reason === null ? '' : messageText(reason, of))

/** What the reader can do about a rejection; empty where nothing is known. */
export const adviceText = (reason: string | null, t: TFunction): string =>
  reason === null ? '' : t(`sessions:advice.${reason}`, { defaultValue: '' })
