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
    { why: 'a type that is none', body: { type: 'cousin' }, field: 'type' },
    { why: 'a country that is none', body: { countyIsoCode: 'ZZ' }, field: 'countyIsoCode' },
    { why: 'a currency that is none', body: { currency: 'ZZZ' }, field: 'currency' },
    { why: 'a time zone that is none', body: { time_zone: 'Mars/Olympus' }, field: 'time_zone' },
    { why: 'an e-mail address that is none', body: { email: 'nobody@' }, field: 'email' },
    { why: 'a number that no telephone has', body: { telephone: '+44 1' }, field: 'telephone' },
    { why: 'a parent that does not exist', body: { parent_id: 4_000_000_000 }, field: 'parent_id' },
    { why: 'a field that nobody knows', body: { colour: 'red' }, field: 'colour' },
    { why: 'line breaks in a name', body: { name: 'a\nb' }, field: 'name' },
  ],
})
