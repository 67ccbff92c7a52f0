import { tariffs } from '@trunkline/contract/resources/tariff'
import { describeResource } from '../../testing/describe-resource.ts'

describeResource('tariffs', tariffs, {
  input: (n) => ({
    name: `Home ${String(n).padStart(3, '0')}`,
    price: '24.90',
    currency: 'EUR',
    download_rate: 50_000,
    upload_rate: 10_000,
    quota_bytes: 500_000_000_000,
    slow_download_rate: 2_000,
    slow_upload_rate: 1_000,
  }),
  change: { description: 'With more of it', price: '29.00', priority: 3 },
  text: 'name',
  filter: 'shared_with:all;currency:EUR',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an invalid amount', body: { price: '24,90' }, field: 'price' },
    { why: 'an invalid currency', body: { currency: 'ZZZ' }, field: 'currency' },
    { why: 'a priority beyond 8', body: { priority: 9 }, field: 'priority' },
    { why: 'a rate of 0', body: { download_rate: 0 }, field: 'download_rate' },
    { why: 'an incomplete burst', body: { burst_download_rate: 100_000 }, field: 'burst_upload_rate' },
    {
      why: 'a burst slower than the rate',
      body: { burst_download_rate: 1_000, burst_upload_rate: 20_000, burst_seconds: 8 },
      field: 'burst_download_rate',
    },
    {
      why: 'a burst without a rate',
      body: { upload_rate: null, burst_download_rate: 90_000, burst_upload_rate: 20_000, burst_seconds: 8 },
      field: 'upload_rate',
    },
    {
      why: 'a threshold without a burst',
      body: { burst_download_threshold: 5_000 },
      field: 'burst_download_threshold',
    },
    {
      why: 'a threshold beyond the burst',
      body: {
        burst_download_rate: 90_000,
        burst_upload_rate: 20_000,
        burst_seconds: 8,
        burst_upload_threshold: 30_000,
      },
      field: 'burst_upload_threshold',
    },
    { why: 'a throttling quota without rates', body: { slow_upload_rate: null }, field: 'slow_upload_rate' },
    { why: 'a throttled rate above the rate', body: { slow_download_rate: 60_000 }, field: 'slow_download_rate' },
    { why: 'a quota of 0', body: { quota_bytes: 0 }, field: 'quota_bytes' },
    { why: 'a session timeout of 5 s', body: { session_timeout: 5 }, field: 'session_timeout' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    {
      why: 'sharing with a missing company',
      body: { shared_company_ids: [4_000_000_000] },
      field: 'shared_company_ids.0',
    },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
  ],
})
