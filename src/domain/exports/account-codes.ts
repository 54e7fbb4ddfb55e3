/** What other programs call our accounts and taxes. */
export interface AccountantCodes {
  codes: ReadonlyMap<number, string>
  incomeTax: string
  expenseTax: string
  noTax: string
  myobTax: string
  myobPurchaseTax: string
  myobNoTax: string
}

/** 4000=200, 4010=260: what is not named keeps our own number. */
export function accountCodes(text: string): ReadonlyMap<number, string> {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()))
  return new Map(
    pairs.flatMap(([account = '', code = '']) =>
      account && code ? [[Number(account), code] as const] : [],
    ),
  )
}

export const codeOf = ({ codes }: AccountantCodes, account: number) =>
  codes.get(account) ?? String(account)
