import { IconBinaryTree, IconBinaryTree2, IconTag } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

const versions = ['ipv4', 'ipv6'] as const
const categories = 'subnet-categories'

export default {
  pages: [
    ...versions.flatMap((version) => [
      page(paths.ipam.list(version), version, list('subnets'), () => import('./SubnetTree.tsx'), ['companies']),
      page(paths.ipam.create(version), 'subnetCreate', create('subnets'), () => import('./SubnetCreate.tsx'), [
        'companies',
      ]),
      page(`/ipam/${version}/update/$id`, 'subnetUpdate', update('subnets'), () => import('./SubnetUpdate.tsx'), [
        'companies',
      ]),
      page(`/ipam/${version}/$id`, 'subnet', view('subnets'), () => import('./SubnetDetail.tsx'), ['companies']),
    ]),
    page(paths.ipam.categories.list, 'subnetCategories', list(categories), () => import('./CategoryList.tsx'), [
      'companies',
    ]),
    page(paths.ipam.categories.create, 'subnetCategoryCreate', create(categories), () => import('./CategoryForm.tsx'), [
      'companies',
    ]),
    page(
      '/ipam/categories/update/$id',
      'subnetCategoryUpdate',
      update(categories),
      () => import('./CategoryForm.tsx'),
      ['companies'],
    ),
  ],
  menu: [
    {
      title: 'addresses',
      tab: 'ipv4',
      to: paths.ipam.list('ipv4'),
      below: ['/ipam/ipv4', paths.imports.subnets],
      icon: IconBinaryTree,
      key: '4',
      section: 'network',
      position: 10,
      ability: list('subnets'),
    },
    {
      title: 'ipv6',
      to: paths.ipam.list('ipv6'),
      below: '/ipam/ipv6',
      icon: IconBinaryTree2,
      key: '6',
      of: 'addresses',
      position: 10,
      ability: list('subnets'),
    },
    {
      title: 'subnetCategories',
      to: paths.ipam.categories.list,
      below: paths.ipam.categories.list,
      icon: IconTag,
      key: 't',
      tab: 'categoriesTab',
      of: 'addresses',
      position: 20,
      ability: list(categories),
    },
  ],
} satisfies Feature
