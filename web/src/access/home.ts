/** Home by role: admin `/`, client `/access-control`, any other role the sign-in. */
export const homeOf = (role: string): string =>
  role === 'admin' ? '/' : role === 'client' ? '/access-control' : '/login'
