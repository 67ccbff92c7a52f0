import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `+442079460958` as `+44 20 7946 0958`; a text that is no number of a country stays as it is. */
export const phoneText = (value: string): string => parsePhoneNumberFromString(value)?.formatInternational() ?? value

/** A telephone number in international format. */
export default function PhoneText({ value }: { value: string }) {
  return <>{phoneText(value)}</>
}
