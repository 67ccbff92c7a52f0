import { sites } from '@trunkline/contract/resources/site'
import { describeResource } from '../../testing/describe-resource.ts'

describeResource('sites', sites, {
  input: (n, { companies }) => ({
    company_id: companies.client,
    name: `Site ${String(n).padStart(3, '0')}`,
    telephone: '+44 20 7946 0958',
    contact_name: 'Ann Lee',
    contact_email: 'Ann@Client.Example',
    city: 'London',
    postcode: 'EC2A 4NE',
    countyIsoCode: 'GB',
    latitude: 51.5,
    longitude: -0.1,
    time_zone: 'Europe/London',
  }),
  change: { city: 'Leeds', latitude: 53.8, longitude: -1.55, notes: 'Key at the desk' },
  text: 'name',
  filter: 'status:unknown;countyIsoCode:GB',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'a company that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'no company', body: { company_id: undefined }, field: 'company_id' },
    { why: 'an invalid telephone number', body: { telephone: '+44 1' }, field: 'telephone' },
    { why: 'an invalid address', body: { contact_email: 'ann' }, field: 'contact_email' },
    { why: 'an invalid country', body: { countyIsoCode: 'ZZ' }, field: 'countyIsoCode' },
    { why: 'an invalid time zone', body: { time_zone: 'Mars/Olympus' }, field: 'time_zone' },
    { why: 'beyond the pole', body: { latitude: 90.1 }, field: 'latitude' },
    { why: 'beyond the antimeridian', body: { longitude: -180.1 }, field: 'longitude' },
    { why: 'an incomplete position', body: { longitude: null }, field: 'longitude' },
    { why: 'an unknown field', body: { status: 'online' }, field: 'status' },
  ],
})
