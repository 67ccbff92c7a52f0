import { expect, it } from 'vitest'
import { until } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import { Form } from './form.tsx'
import { PhoneField } from './phone-field.tsx'

const { api, visit } = screenTests(['panel'])

const open = async (telephone: string, defaultCountry?: string) => {
  api.on('GET /api/installation/boot', () => ({
    data: { version: '0.0.0', chat_script: '', default_iso: 'DE', mail_configured: true },
  }))
  await visit(
    {
      '/form': () => (
        <Form initial={{ telephone }} onSubmit={async () => undefined}>
          <PhoneField name="telephone" label="Telephone" defaultCountry={defaultCountry} />
        </Form>
      ),
    },
    '/form',
  )
  await until(() => picker() !== null, 'the picker of countries')
}
const picker = () => document.querySelector<HTMLInputElement>('input[aria-label^="Telephone:"]')

it('an empty field starts with the country of the installation', async () => {
  await open('')
  expect(picker()?.value).toContain('+49')
})

it('the form may name another country, and a stored number has its own', async () => {
  await open('', 'FR')
  expect(picker()?.value).toContain('+33')
  await open('+39 02 1234567')
  expect(picker()?.value).toContain('+39')
})
