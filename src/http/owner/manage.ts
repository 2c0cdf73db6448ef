// Mounts the owner's operations of the API, which the account page offers as forms (contract.md §11).
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../usecases/platform.ts'
import { mountRows } from '../rest/mount.ts'
import { managedAccount } from './session.ts'

/**
 * Mounts the routes. Cookies have to be parsed already; form bodies must not be parsed, because a page of any site can send a
 * form.
 */
export function mountManagement(app: FastifyInstance, platform: Platform): void {
  mountRows(app, platform, { of: auth => auth === 'owner', ownerOf: request => managedAccount(platform, request) })
}
