import { Anchor } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import type { Site } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { decimal, sexagesimal } from '../../map/coordinates.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { countryName } from '../companies/country.ts'

/** Whom to call at a site, and where it is. */
export function useSiteFacts(site: Site | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  const can = useCan()
  if (!site) return []
  const address = [
    site.address_line_1,
    site.address_line_2,
    [site.postcode, site.city].filter(Boolean).join(' '),
    site.region,
    site.countyIsoCode ? countryName(site.countyIsoCode, i18n.language) : null,
  ].filter(Boolean)
  const link = (href: string, text: string) => (
    <Anchor href={href} inherit>
      {text}
    </Anchor>
  )
  return [
    {
      label: t('sites:field.company_name'),
      value: can(companies.show) ? (
        <TextLink to={paths.companies.summary(site.company_id)} inherit>
          {site.company_name}
        </TextLink>
      ) : (
        site.company_name
      ),
    },
    { label: t('sites:field.contact_name'), value: site.contact_name },
    {
      label: t('common:field.telephone'),
      value: site.telephone ? link(`tel:${site.telephone.replace(/[^\d+]/g, '')}`, site.telephone) : null,
    },
    {
      label: t('common:field.email'),
      value: site.contact_email ? link(`mailto:${site.contact_email}`, site.contact_email) : null,
    },
    { label: t('sites:field.address'), value: address.join('\n') },
    {
      label: t('sites:field.position'),
      value:
        site.latitude === null || site.longitude === null
          ? null
          : `${decimal(site.latitude)}, ${decimal(site.longitude)}\n${sexagesimal(site.latitude, 'latitude')}, ${sexagesimal(site.longitude, 'longitude')}`,
    },
    { label: t('common:field.time_zone'), value: site.time_zone },
    { label: t('common:field.created_at'), value: <Time value={site.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={site.updated_at} /> },
    ...(site.deleted_at ? [{ label: t('common:field.deleted_at'), value: <Time value={site.deleted_at} /> }] : []),
    ...(site.notes ? [{ label: t('common:field.notes'), value: site.notes, wide: true }] : []),
  ]
}
