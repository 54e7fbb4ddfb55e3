/** Accounts that documents keep, item by item: nobody books on them by hand. */
export function isClosedAccount(account: number): boolean {
  return (account >= 1000 && account <= 2100) || [2400, 2500, 2900].includes(account)
}
