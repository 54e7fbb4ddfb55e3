// Files as banks write them, from lines of a test's own. Imports nothing of what reads them.

export interface WrittenLine {
  transaction_date: string
  amount: string
  other_party: string
  particulars: string
  code: string
  reference: string
  /** The bank's id, where the layout has one. */
  id: string
}

export type WrittenLayout =
  | 'anz'
  | 'anz2'
  | 'asb'
  | 'bnz'
  | 'westpac'
  | 'kiwibank'
  | 'tsb'
  | 'ofx'
  | 'ofx2'
  | 'camt053'
  | 'qif'

/** Our account and another one, both real by their checksums. */
export const OUR_ACCOUNT = '12-3113-0003869-00'
export const OTHER_ACCOUNT = '02-0500-0652822-02'

const parts = (day: string) => day.split('-') as [string, string, string]
const dmy = (day: string, by = '/') => parts(day).toReversed().join(by)
const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const row = (...cells: string[]) => cells.map(quoted).join(',')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const texts = ({ particulars, code, reference }: WrittenLine) =>
  [particulars, code, reference].filter((text) => text !== '').join(' ')

/** 1,628.45 as some banks group it. */
const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',')

const written: Record<WrittenLayout, (lines: readonly WrittenLine[]) => string> = {
  anz: (lines) =>
    table(
      'Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge',
      lines,
      (one) =>
        row(
          'Direct Credit',
          one.other_party,
          one.particulars,
          one.code,
          one.reference,
          grouped(one.amount),
          dmy(one.transaction_date),
          '',
          '',
        ),
    ),
  anz2: (lines) =>
    table(
      'Transaction Date,Unique Id,Transaction Type,Cheque Number,Payee,Particulars,Code,Reference,Amount,Date Processed,Foreign Currency Amount,Conversion Charge',
      lines,
      (one) =>
        row(
          dmy(one.transaction_date),
          one.id,
          'Direct Credit',
          '',
          one.other_party,
          one.particulars,
          one.code,
          one.reference,
          one.amount,
          dmy(one.transaction_date),
          '',
          '',
        ),
    ),
  asb: (lines) =>
    [
      'Created date / time : 16 November 2026 / 09:12:00',
      'Bank 12; Branch 3113; Account 0003869-00 (Business)',
      'From date 20261001',
      'To date 20261130',
      'Avail Bal : 20.00 as of 20261105',
      'Ledger Balance : 20.00 as of 20261105',
      // A blank line follows the header.
      table('Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount\r\n', lines, (one) =>
        row(
          one.transaction_date.replaceAll('-', '/'),
          one.id,
          'D/C',
          '',
          one.other_party,
          texts(one),
          one.amount,
        ),
      ),
    ].join('\r\n'),
  bnz: (lines) =>
    table(
      'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date',
      lines,
      (one) => {
        const [year, month, day] = parts(one.transaction_date)
        const short = `${day}/${month}/${year.slice(2)}`
        return row(
          short,
          one.amount,
          one.other_party,
          one.particulars,
          one.code,
          one.reference,
          'BP',
          OUR_ACCOUNT,
          OTHER_ACCOUNT,
          '',
          '050',
          '0000123',
          '02-0500',
          short,
        )
      },
    ),
  westpac: (lines) =>
    table('Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code', lines, (one) =>
      row(
        dmy(one.transaction_date),
        one.amount,
        one.other_party,
        'DIRECT CREDIT',
        one.reference,
        one.particulars,
        one.code,
      ),
    ),
  kiwibank: (lines) =>
    table(
      'Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,OP ref,OP part,OP code,OP name,OP Bank Account Number,Amount (credit),Amount (debit),Amount,Balance',
      lines,
      (one) =>
        row(
          OUR_ACCOUNT,
          dmy(one.transaction_date, '-'),
          one.other_party,
          'DC',
          '',
          '',
          '',
          one.reference,
          one.particulars,
          one.code,
          one.other_party,
          OTHER_ACCOUNT,
          one.amount,
          '',
          one.amount,
          '',
        ),
    ),
  tsb: (lines) =>
    table('Date,Description,Amount,Balance', lines, (one) =>
      row(dmy(one.transaction_date), `${one.other_party} ${texts(one)}`.trim(), one.amount, ''),
    ),
  ofx: (lines) =>
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NZD<BANKACCTFROM><BANKID>12<BRANCHID>3113<ACCTID>0003869-00<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n${lines
      .map(
        (one) =>
          `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${one.transaction_date.replaceAll('-', '')}<TRNAMT>${one.amount}<FITID>${one.id}<NAME>${escaped(one.other_party)}<MEMO>${escaped(texts(one))}</STMTTRN>`,
      )
      .join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  ofx2: (lines) =>
    `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><STMTRS><CURDEF>NZD</CURDEF><BANKACCTFROM><ACCTID>${OUR_ACCOUNT}</ACCTID></BANKACCTFROM><BANKTRANLIST>${lines
      .map(
        (one) =>
          `<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>${one.transaction_date.replaceAll('-', '')}120000[+13:NZDT]</DTPOSTED><TRNAMT>${one.amount}</TRNAMT><FITID>${one.id}</FITID><NAME>${escaped(one.other_party)}</NAME><MEMO>${escaped(texts(one))}</MEMO></STMTTRN>`,
      )
      .join('')}</BANKTRANLIST></STMTRS></OFX>`,
  camt053: (lines) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${OUR_ACCOUNT}</Id></Othr></Id><Ccy>NZD</Ccy></Acct>${lines
      .map(camtEntry)
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
  qif: (lines) =>
    `!Type:Bank\n${lines
      .map(
        (one) =>
          `D${dmy(one.transaction_date)}\nT${one.amount}\nP${one.other_party}\nM${texts(one)}\n^\n`,
      )
      .join('')}`,
}

/** The file of a bank with these lines, as its bytes. */
export function writeBankFile(layout: WrittenLayout, lines: readonly WrittenLine[]): Uint8Array {
  return new TextEncoder().encode(written[layout](lines))
}

function table<Line>(
  header: string,
  lines: readonly Line[],
  write: (line: Line) => string,
): string {
  return `${[header, ...lines.map(write)].join('\r\n')}\r\n`
}

function camtEntry(one: WrittenLine): string {
  const isOut = one.amount.startsWith('-')
  const side = isOut ? 'Cdtr' : 'Dbtr'
  return `<Ntry><Amt Ccy="NZD">${one.amount.replace('-', '')}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${one.transaction_date}</Dt></BookgDt><AcctSvcrRef>${one.id}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${side}><Nm>${escaped(one.other_party)}</Nm></${side}></RltdPties><RmtInf><Ustrd>${escaped(texts(one))}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}
