// Mounts the owner's operations of the API, which the account page offers as forms (contract.md §11).
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../usecases/platform.ts'
import { mountRows } from '../rest/mount.ts'
import { managedAccount } from './session.ts'

/** Adds their routes. Cookies have to be parsed by then; form bodies must not be, since a page of anybody can send a form. */
export function mountManagement(app: FastifyInstance, platform: Platform): void {
  mountRows(app, platform, { of: auth => auth === 'owner', ownerOf: request => managedAccount(platform, request) })
}
