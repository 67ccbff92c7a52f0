import type { countries } from '@trunkline/contract/resources/auth'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { countryChoices, dialCode } from '../../reference/countries.ts'
import { currencyList } from '../../reference/currencies.ts'
import { readPublicSettings } from '../installation/public-settings.ts'

const list = countryChoices.en.map(({ id, name }) => ({ id, name, dial_code: dialCode(id) }))

export const countryHandlers = (deps: Deps): Handlers<typeof countries> => ({
  async countries() {
    const { default_country } = await readPublicSettings(deps.databases)
    return { data: list, default_iso: default_country }
  },

  async currencies() {
    return { data: currencyList }
  },
})
