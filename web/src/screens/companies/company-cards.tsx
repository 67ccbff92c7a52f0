import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { paths } from '../../paths.ts'
import type { LinkTarget } from '../../ui/link.tsx'
import dashboard from '../dashboard/dashboard.module.css'
import { cardLink, StatsCard } from '../dashboard/stats-card.tsx'
import type { CompanySummaryData } from './company-tabs.tsx'

/** The tab, and the part of it, that lists what a card counts. */
const cardTabs: Record<string, { tab: string; part?: string } | undefined> = {
  companies: { tab: 'companies' },
  users: { tab: 'users' },
  invitations: { tab: 'invitations' },
  sites: { tab: 'sites' },
  hardware: { tab: 'devices' },
  services: { tab: 'services' },
  sessions: { tab: 'services', part: 'sessions' },
  'vpn-dialups': { tab: 'services', part: 'vpn-dialups' },
  licences: { tab: 'licences' },
}

/** The page of a company with a tab opened, and its list filtered. `search` is in the syntax of lists. */
export const tabLink = (id: number, at: { tab: string; part?: string }, search?: string): LinkTarget => ({
  to: paths.companies.summary(id),
  search: { ...at, ...(search ? { search } : {}) },
})

/** The cards of the dashboard for this company and those below it; each number links to its tab. */
export function CompanyCards({ summary: { company, cards, counts } }: { summary: CompanySummaryData }) {
  const link = (card: DashboardCard, search: string | undefined): LinkTarget | undefined => {
    const at = cardTabs[card.key]
    if (at) return tabLink(company.id, at, search)
    const list = cardLink(card, search)
    return list && { ...list, search: { ...list.search, company: String(company.id) } }
  }
  // A card that counts nothing says less than its tab; a client is the only company of its part of the tree.
  // The card of the dashboard counts the company itself, its tab here those below it.
  const shown = cards
    .map((card) => (card.key === 'companies' ? { ...card, total: counts.companies ?? card.total } : card))
    .filter(({ key, total }) => total > 0 && !(key === 'companies' && company.type === 'client'))
  return (
    <div className={dashboard.cards}>
      {shown.map((card) => (
        <StatsCard key={card.key} card={card} link={link} />
      ))}
    </div>
  )
}
