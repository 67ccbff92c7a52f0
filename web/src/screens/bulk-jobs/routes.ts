import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.bulkJobs.list, 'bulkJobs', list('bulk-jobs'), () => import('./BulkJobList.tsx')),
    page('/bulk-jobs/$id', 'bulkJob', view('bulk-jobs'), () => import('./BulkJobDetail.tsx')),
  ],
  menu: [
    {
      title: 'bulkJobs',
      to: paths.bulkJobs.list,
      below: paths.bulkJobs.list,
      of: 'audit',
      position: 10,
      ability: list('bulk-jobs'),
    },
  ],
} satisfies Feature
