import type { LoginRow } from '@trunkline/contract/resources/radius-session'
import type { TFunction } from 'i18next'

/** What became of a login, in two words. */
export const loginText = ({ accepted, reason }: Pick<LoginRow, 'accepted' | 'reason'>, t: TFunction): string => {
  if (accepted) return t('sessions:accepted')
  return reason ? t(`sessions:reason.${reason}`, { defaultValue: reason }) : t('sessions:refused')
}
