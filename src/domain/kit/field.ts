import type { Role } from '#domain/access/role.ts'
import type { ProblemName } from './problem.ts'

// The kinds of value a field can hold. Every consumer (validation, SQL, forms, cells, CSV, OpenAPI)
// is a total Record<Kind, …>, so that a kind somebody forgot does not compile.
export type Kind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'email'
  | 'emails'
  | 'phone'
  | 'url'
  | 'flag'
  | 'integer'
  | 'money'
  | 'rate'
  | 'percent'
  | 'quantity'
  | 'date'
  | 'timestamp'
  | 'choice'
  | 'option'
  | 'ref'
  | 'refs'
  | 'json'
  | 'icp'
  | 'connections'
  | 'nzbn'
  | 'gstNumber'
  | 'bankAccount'
  | 'bic'
  | 'postcode'
  | 'timeZone'

/** The parts of an address that are offered while they are typed. */
export const addressParts = ['address', 'suburb', 'city', 'postcode'] as const
export type AddressPart = (typeof addressParts)[number]

export interface FieldOptions {
  label?: string
  hint?: string
  required: boolean
  readonly: boolean
  /** At most this many characters. */
  max?: number
  min?: { length: number; problem: ProblemName }
  /** The problem a second row with the same value answers; the database holds the index. */
  unique?: ProblemName
  /** Sealed at rest, shown as ••••123, opened only by an audited call. */
  masked: boolean
  /** Harm done by reading it over a shoulder, or off a lost computer: no browser keeps it. */
  isNeverKept: boolean
  /** Birth dates and the like may be older than the first business day. */
  anyDay: boolean
  /** Words with headings and lists, written as they will look; other rich text is markup. */
  isFormatted: boolean
  /** Whether an ICP's checksum decides is left to whoever knows what is connected. */
  shapeOnly: boolean
  choices?: readonly string[]
  /** What people read of a choice whose name is the code of somebody else. */
  choiceWords?: Readonly<Partial<Record<string, string>>>
  optionList?: string
  target?: string
  /** The row is a part of what it refers to: it goes with it and does not hold it back. */
  isPart: boolean
  /** The database makes it of other columns; nobody writes it, the server neither. */
  isDerived: boolean
  /** A level, a limit or a price: adding several of them up says nothing. */
  isLevel: boolean
  seenBy?: Role
  setBy?: Role
  initial?: unknown
  /** The least and the most that people may enter. */
  bounds?: { least: number; most?: number }
  /** The part of an address whose known values are offered while it is typed. */
  suggests?: AddressPart
  /** Left empty at creation, the organisation's series of this name gives the value. */
  series?: string
}

const plain: FieldOptions = {
  required: false,
  readonly: false,
  masked: false,
  isNeverKept: false,
  anyDay: false,
  isFormatted: false,
  shapeOnly: false,
  isPart: false,
  isDerived: false,
  isLevel: false,
}

/** One field of an entity, in the business's words. */
export class Field<
  V = unknown,
  Required extends boolean = boolean,
  Writable extends boolean = boolean,
> {
  declare readonly value: V
  declare readonly isRequired: Required
  declare readonly isWritable: Writable
  readonly kind: Kind
  readonly options: FieldOptions

  constructor(kind: Kind, options: Partial<FieldOptions> = {}) {
    this.kind = kind
    this.options = { ...plain, ...options }
  }

  required(): Field<V, true, Writable> {
    return new Field(this.kind, { ...this.options, required: true })
  }
  /** Kept by the server and refused from clients. */
  readonly(): Field<V, Required, false> {
    return new Field(this.kind, { ...this.options, readonly: true })
  }
  /** Made by the database of other columns of the row. */
  derived(): Field<V, Required, false> {
    return new Field(this.kind, { ...this.options, readonly: true, isDerived: true })
  }
  label(label: string): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, label })
  }
  hint(hint: string): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, hint })
  }
  /** What people read instead of names that say too little, as it stands within a sentence. */
  inWords(
    choiceWords: Readonly<Partial<Record<V & string, string>>>,
  ): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, choiceWords })
  }
  unique(problem: ProblemName = 'numberConflict'): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, unique: problem })
  }
  masked(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, masked: true })
  }
  /** Not among what is kept of a form that somebody has not saved. */
  neverKept(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, isNeverKept: true })
  }
  anyDay(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, anyDay: true })
  }
  part(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, isPart: true })
  }
  formatted(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, isFormatted: true })
  }
  shapeOnly(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, shapeOnly: true })
  }
  /** Lists do not add it up. */
  level(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, isLevel: true })
  }
  atLeast(length: number, problem: ProblemName): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, min: { length, problem } })
  }
  notNegative(): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, bounds: { least: 0 } })
  }
  /** What a new row starts with when the creator says nothing. */
  initially(initial: V): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, initial })
  }
  /** Free to type; what is known is offered. */
  suggests(suggests: AddressPart): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, suggests })
  }
  fromSeries(series: string): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, series })
  }
  /** The lowest role that reads the field. */
  seenBy(role: Role): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, seenBy: role })
  }
  setBy(role: Role): Field<V, Required, Writable> {
    return new Field(this.kind, { ...this.options, setBy: role })
  }
}

type Free<V> = Field<V, false, true>

export const text = (max = 200): Free<string> => new Field('text', { max })
export const longText = (max = 10_000): Free<string> => new Field('longText', { max })
export const richText = (max = 65_536): Free<string> => new Field('richText', { max })
export const email = (): Free<string> => new Field('email', { max: 254 })
export const emails = (): Free<string[]> => new Field('emails', { max: 20 })
export const phone = (): Free<string> => new Field('phone', { max: 30 })
export const url = (): Free<string> => new Field('url', { max: 500 })
export const flag = (): Free<boolean> => new Field('flag', { initial: false })
export const integer = (): Free<number> => new Field('integer')
export const money = (): Free<string> => new Field('money')
export const rate = (): Free<string> => new Field('rate')
/** A share, never more than the whole; what is only computed may be more, or negative. */
export const percent = (): Free<string> => new Field('percent', { bounds: { least: 0, most: 100 } })
export const quantity = (): Free<string> => new Field('quantity')
export const date = (): Free<string> => new Field('date')
export const timestamp = (): Free<string> => new Field('timestamp')
/** A document; the entity says what is kept in it. */
export const json = <T = unknown>(): Free<T> => new Field('json')
export const icp = (): Free<string> => new Field('icp', { max: 15 })
export const connections = (): Free<string[]> => new Field('connections', { max: 200 })
export const nzbn = (): Free<string> => new Field('nzbn', { max: 13 })
export const gstNumber = (): Free<string> => new Field('gstNumber', { max: 9 })
export const bankAccount = (): Free<string> => new Field('bankAccount', { max: 18 })
export const bic = (): Free<string> => new Field('bic', { max: 11 })
export const postcode = (): Free<string> => new Field('postcode', { max: 4, suggests: 'postcode' })
export const timeZone = (): Free<string> => new Field('timeZone', { max: 60 })
export const ref = (target: string): Free<number> => new Field('ref', { target })
export const refs = (target: string): Free<number[]> => new Field('refs', { target })
export const option = (optionList: string): Free<string> => new Field('option', { optionList })
export const choice = <const C extends readonly string[]>(...choices: C): Free<C[number]> =>
  new Field('choice', { choices })

/** A person's or thing's name: two characters at least (467). */
export const name = (max = 200): Field<string, true, true> =>
  text(max).required().atLeast(2, 'nameTooShort')

/** A number given by people or a series, such as customer_number: three characters (471). */
export const reference = (max = 30): Free<string> => text(max).atLeast(3, 'numberTooShort')
