import { Anchor } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import type { Site } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { coordinatesText, decimal } from '../../map/coordinates.ts'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { recordFacts } from '../../record/record-facts.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { countryName } from '../companies/country.ts'

const link = (href: string, text: string) => (
  <Anchor href={href} inherit>
    {text}
  </Anchor>
)

/** The contact, address and position of a site. */
export function useSiteFacts(site: Site | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  if (!site) return []
  const { latitude, longitude } = site
  const address = [
    site.address_line_1,
    site.address_line_2,
    [site.postcode, site.city].filter(Boolean).join(' '),
    site.region,
    site.countyIsoCode ? countryName(site.countyIsoCode, i18n.language) : null,
  ].filter(Boolean)
  return recordFacts(
    t,
    'sites',
    {
      company_name: (
        <NameLink page={companies.show} to={paths.companies.summary(site.company_id)}>
          {site.company_name}
        </NameLink>
      ),
      contact_name: site.contact_name,
      telephone: phoneLink(site.telephone),
      contact_email: site.contact_email ? link(`mailto:${site.contact_email}`, site.contact_email) : null,
      address: address.join('\n'),
      position:
        latitude === null || longitude === null
          ? null
          : `${decimal(latitude)}, ${decimal(longitude)}\n${coordinatesText({ latitude, longitude })}`,
      time_zone: site.time_zone,
    },
    site,
  )
}
