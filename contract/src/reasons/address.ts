/** Reasons about address space, subnets, addresses, plans. */
export interface AddressReasons {
  'subnet_category.name_taken': {}
  'ip_space.name_taken': {}
}
