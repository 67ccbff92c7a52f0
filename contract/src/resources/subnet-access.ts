export const access = {
  view: { action: 'view', subject: 'subnets' },
  list: { action: 'view-list', subject: 'subnets' },
  create: { action: 'create', subject: 'subnets' },
  update: { action: 'update', subject: 'subnets' },
  manage: { action: 'manage', subject: 'subnets' },
} as const
export const base = '/network/subnet'
