import type { TFunction } from '../../i18n/translations.ts'

/** The maker of a device. Phones make up addresses of which no maker is known; that is worth a word. */
export const vendorText = (vendor: string | null, t: TFunction): string | undefined =>
  vendor === 'random' ? t('wifi-access:vendor.random') : (vendor ?? undefined)
