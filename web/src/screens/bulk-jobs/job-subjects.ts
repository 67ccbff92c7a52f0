import type { Subject } from '@trunkline/contract/abilities'

const subjects: Record<string, Subject> = {
  company: 'companies',
  user: 'users',
  invite: 'user-invites',
  tariff: 'tariffs',
  nas: 'nas',
  service: 'services',
  'vpn-dialup': 'vpn-dialups',
  'hardware-type': 'hardware-types',
  'hardware-manufacturer': 'hardware-manufacturers',
  'hardware-model': 'hardware-models',
  hardware: 'hardware',
  site: 'sites',
  subnet: 'subnets',
  licence: 'licences',
}

/** The subject of the rows of a job, by their kind; undefined for a kind of another version. */
export const subjectOfRows = (object: string): Subject | undefined => subjects[object]
