import type { Reason } from '../errors.ts'

/** Why the database rejects a call of address management; `db/functions` has the checks. */

/** Space that is not free, or that another owner manages. */
const spaceConflicts: readonly Reason[] = [
  'ip.taken',
  'ip.partly_taken',
  'ip.quarantined',
  'ip.edge',
  'ip.reserved',
  'ip.overlaps',
  'row.in_trash',
  'subnet.exclusive',
  'subnet.marked_full',
  'subnet.overlaps',
]

/** What prevents a change of the tree, directly or as a plan (`ip_conflict`). */
const treeConflicts: readonly Reason[] = [
  ...spaceConflicts,
  'gateway.unusable',
  'ip.outside',
  'ip.reserved_across',
  'ip.would_be_edge',
  'merge.companies_differ',
  'merge.not_one_block',
  'merge.not_siblings',
  'merge.states_differ',
  'merge.types_differ',
  'move.already_there',
  'move.same_space',
  'plan.required',
  'resize.no_room_around',
  'space.provider_only',
  'split.already',
  'split.larger_part',
  'subnet.assigned',
  'subnet.company_not_below_parent',
  'subnet.delegated',
  'subnet.exists',
  'subnet.held',
  'subnet.holds_addresses',
  'subnet.parts_of_others',
  'subnet.pool_in_pool',
]

/** Fields that do not fit their subnet, its parent or its space. */
const treeErrors: readonly Reason[] = [
  'category.not_above',
  'gateway.unusable',
  'ip.length',
  'ip.not_private',
  'ip.outside',
  'ip.wrong_version',
  'resize.neither',
  'resize.same',
  'row.missing',
  'space.provider_only',
  'subnet.company_not_below',
  'subnet.exists',
  'subnet.holds_addresses',
  'subnet.parent_in_other_space',
  'subnet.pool_in_pool',
]

export const subnetReasons = {
  store: {
    409: [
      ...treeConflicts,
      'subnet.no_adjacent_blocks',
      'subnet.no_free_block',
      'subnet.none_with_room',
      'subnet.too_few_blocks',
    ],
    422: [
      ...treeErrors,
      'ip.one_at_a_time',
      'subnet.auto_only',
      'subnet.length_given',
      'subnet.parent_required',
      'subnet.whole_space',
    ],
  },
  update: {
    409: [...treeConflicts, 'address.taken', 'ip.released', 'subnet.full', 'subnet.not_empty', 'subnet.type_in_use'],
    422: [...treeErrors, 'subnet.unit_fixed'],
  },
  destroy: { 409: [...treeConflicts, 'ip.released', 'subnet.not_empty'] },
  recover: { 409: [...treeConflicts, 'ip.not_released'], 422: treeErrors },
} as const

/** Plans collect most conflicts; some errors concern a field of the request. */
export const planReasons = {
  409: treeConflicts,
  422: [...treeErrors, 'ip.mixed_versions', 'split.single_address', 'split.too_many_parts'],
} as const
export const applyReasons = {
  409: [...treeConflicts, 'plan.applied', 'plan.failed', 'plan.outdated', 'plan.running'],
  422: treeErrors,
} as const

export const addressReasons = {
  store: {
    409: [
      ...spaceConflicts,
      'address.taken',
      'ip.released',
      'row.missing',
      'subnet.full',
      'subnet.holds_subnets',
      'subnet.too_few_addresses',
    ],
    422: [
      'ip.one_at_a_time',
      'ip.outside',
      'ip.wrong_version',
      'row.missing',
      'subnet.company_not_below',
      'subnet.holds_subnets',
    ],
  },
  update: { 409: ['ip.released', 'subnet.exclusive'] },
  destroy: { 409: ['ip.released', 'subnet.exclusive'] },
  recover: { 409: [...spaceConflicts, 'address.taken', 'address.without_network', 'ip.not_released'] },
} as const

export const rangeReasons = {
  store: {
    409: [...spaceConflicts, 'ip.released', 'row.missing'],
    422: ['ip.outside', 'ip.wrong_version', 'range.end_before_start', 'row.missing', 'subnet.holds_subnets'],
  },
  destroy: { 409: ['ip.edge', 'subnet.exclusive', 'row.in_trash'] },
} as const
