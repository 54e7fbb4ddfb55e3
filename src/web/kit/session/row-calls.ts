import type { InputOf, Sendable } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Verbs } from '#domain/kit/verbs.ts'
import type { Params } from './api.ts'
import { light } from './send.ts'

// The calls every entity has, by its names alone. What they take and answer is told by the types of
// its verbs; the schemas stay out of the screens that only show rows.

type NamedEntity = Pick<Entity, 'name'>
type ListedEntity = Pick<Entity, 'plural'>

export function getCall<E extends Entity = Entity>({
  name,
}: NamedEntity): Sendable<Verbs<E>['get']> {
  return light<Verbs<E>['get']>('GET', `/${name}`)
}

export function createCall({ name }: NamedEntity) {
  return light<Verbs<Entity>['create']>('PUT', `/${name}`)
}

export function updateCall({ name }: NamedEntity) {
  return light<Verbs<Entity>['update']>('POST', `/${name}`)
}

export function removeCall({ name }: NamedEntity) {
  return light<Verbs<Entity>['remove']>('DELETE', `/${name}`)
}

export function removeManyCall({ plural }: ListedEntity) {
  return light<Verbs<Entity>['removeMany']>('DELETE', `/${plural}`)
}

export function restoreCall({ name }: NamedEntity) {
  return light<Verbs<Entity>['restore']>('POST', `/${name}/restore`)
}

/** The list itself, or a question beneath it, such as invoices/due. */
export function listCall<E extends Entity = Entity>({
  plural,
}: ListedEntity): Sendable<Verbs<E>['list']> {
  return light<Verbs<E>['list']>('GET', `/${plural}`)
}

export function csvCall({ plural }: ListedEntity) {
  return light<Verbs<Entity>['csv']>('GET', `/${plural}/csv`)
}

/** Filters by column stand beside what every list is asked; in a query all of it is text. */
export function listInput(params: Params) {
  return params as InputOf<Verbs<Entity>['list']>
}
