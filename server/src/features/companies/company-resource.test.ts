import { companies } from '@trunkline/contract/resources/company'
import { describeResource } from '../../testing/describe-resource.ts'

describeResource('companies', companies, {
  input: (n) => ({
    name: `Ringway Fibre ${String(n).padStart(3, '0')}`,
    type: 'client',
    city: 'Leeds',
    countyIsoCode: 'GB',
    telephone: '+44 113 496 0000',
  }),
  change: { name: 'Ringway Networks', city: 'York' },
  text: 'name',
  filter: 'type:client',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an invalid type', body: { type: 'cousin' }, field: 'type' },
    { why: 'an invalid country', body: { countyIsoCode: 'ZZ' }, field: 'countyIsoCode' },
    { why: 'an invalid currency', body: { currency: 'ZZZ' }, field: 'currency' },
    { why: 'an invalid time zone', body: { time_zone: 'Mars/Olympus' }, field: 'time_zone' },
    { why: 'an invalid e-mail address', body: { email: 'nobody@' }, field: 'email' },
    { why: 'an invalid telephone number', body: { telephone: '+44 1' }, field: 'telephone' },
    {
      why: 'a logo that is text',
      body: { logo: `data:image/png;base64,${btoa('<script>x</script>')}` },
      field: 'logo',
    },
    {
      why: 'a logo with another type than its content',
      body: { logo: `data:image/png;base64,${btoa('\u00ff\u00d8\u00ff\u00e0 JFIF')}` },
      field: 'logo',
    },
    { why: 'an SVG as a logo', body: { logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` }, field: 'logo' },
    { why: 'a parent that does not exist', body: { parent_id: 4_000_000_000 }, field: 'parent_id' },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
    { why: 'line breaks in a name', body: { name: 'a\nb' }, field: 'name' },
  ],
})
