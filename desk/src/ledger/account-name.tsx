import { ACCOUNT_TEXTS, nameAccount, parseAccount } from './account-names.ts';

/** An account of the books, with what it holds. */
export function AccountName({ account }: { account: string }) {
  const known = parseAccount(account);
  return (
    <span className="block min-w-0 py-1">
      <b className="block font-semibold text-heading">{nameAccount(account)}</b>
      {known && <span className="block text-muted text-xs">{ACCOUNT_TEXTS[known].holds}</span>}
    </span>
  );
}
