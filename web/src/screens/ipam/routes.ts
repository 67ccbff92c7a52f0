import { IconBinaryTree, IconBinaryTree2, IconTag } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.ipam.list('ipv4'), 'ipv4', list('subnets'), () => import('./SubnetTree.tsx'), ['companies']),
    page(paths.ipam.create('ipv4'), 'subnetCreate', create('subnets'), () => import('./SubnetForm.tsx'), ['companies']),
    page('/ipam/ipv4/update/$id', 'subnetUpdate', update('subnets'), () => import('./SubnetForm.tsx'), ['companies']),
    page('/ipam/ipv4/$id', 'subnet', view('subnets'), () => import('./SubnetDetail.tsx'), ['companies']),
    page(paths.ipam.list('ipv6'), 'ipv6', list('subnets'), () => import('./SubnetTree.tsx'), ['companies']),
    page(paths.ipam.create('ipv6'), 'subnetCreate', create('subnets'), () => import('./SubnetForm.tsx'), ['companies']),
    page('/ipam/ipv6/update/$id', 'subnetUpdate', update('subnets'), () => import('./SubnetForm.tsx'), ['companies']),
    page('/ipam/ipv6/$id', 'subnet', view('subnets'), () => import('./SubnetDetail.tsx'), ['companies']),
    page(
      paths.ipam.categories.list,
      'subnetCategories',
      list('subnet-categories'),
      () => import('./CategoryList.tsx'),
      ['companies'],
    ),
    page(
      paths.ipam.categories.create,
      'subnetCategoryCreate',
      create('subnet-categories'),
      () => import('./CategoryForm.tsx'),
      ['companies'],
    ),
    page(
      '/ipam/categories/update/$id',
      'subnetCategoryUpdate',
      update('subnet-categories'),
      () => import('./CategoryForm.tsx'),
      ['companies'],
    ),
  ],
  menu: [
    {
      title: 'ipv4',
      to: paths.ipam.list('ipv4'),
      below: '/ipam/ipv4',
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
      section: 'network',
      position: 20,
      ability: list('subnets'),
    },
    {
      title: 'subnetCategories',
      to: paths.ipam.categories.list,
      below: paths.ipam.categories.list,
      icon: IconTag,
      key: 't',
      section: 'network',
      position: 30,
      ability: list('subnet-categories'),
    },
  ],
} satisfies Feature
