// Saved cards: the ids by which a provider charges the card of an account again. No card number is ever stored.
import type { Selectable } from 'kysely'
import { updateAccount } from '../accounts/accounts.ts'
import type { CardsTable, Db } from '../database/schema.ts'
export type CardRow = Selectable<CardsTable>

/** Saves the card of an account in place of the former one; `fingerprint` identifies the card. */
export async function saveCard(db: Db, { fingerprint, ...card }: CardRow & { fingerprint: string }): Promise<void> {
  const { account_id: id, ...rest } = card
  await db
    .insertInto('cards')
    .values(card)
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(rest))
    .execute()
  await updateAccount(db, id, { card_on_file: 1, card_fingerprint: fingerprint })
}

/** The saved card of an account. */
export async function cardOf(db: Db, accountId: string): Promise<CardRow | undefined> {
  return db.selectFrom('cards').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}
