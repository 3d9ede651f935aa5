import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { formatDay, formatNumberOf } from '../lib/format.ts';
import { nameBank } from '../payouts/index.ts';
import { FactRow, Facts } from '../ui/facts.tsx';

/** What a store has said about itself, and what the shop knows of it. */
export function ApplicationFacts({ application }: { application: OperatorApplication }) {
  const { applicant, bank_account: bank, products, terms, expected_products } = application;
  const none = <span className="text-muted">Not said</span>;
  return (
    <Facts isLeft>
      <FactRow name="Owner">
        {applicant ? (
          <>
            {applicant.name}
            <span className="block text-muted text-xs">
              {applicant.email}
              {`, account since ${formatDay(applicant.account_created_at)}`}
            </span>
          </>
        ) : (
          'Deleted account'
        )}
      </FactRow>
      <FactRow name="Phone">{application.phone ?? none}</FactRow>
      <FactRow name="Mails go to">{application.email ?? none}</FactRow>
      <FactRow name="Place">
        {application.place ? `${application.place} (${application.country})` : application.country}
      </FactRow>
      <FactRow name="Sells">
        {application.description || none}
        <span className="block text-muted text-xs">
          {[
            application.categories.map(({ name }) => name).join(', '),
            expected_products !== null && `about ${formatNumberOf(expected_products, 'product')}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </FactRow>
      <FactRow name="Bank">
        {bank ? (
          <>
            {nameBank(bank.bank_code)} ••{bank.last_digits}
            <span className="block text-muted text-xs">{bank.account_name}</span>
            <Remark isGood={bank.is_name_similar}>
              {bank.is_name_similar ? 'The name agrees' : 'Neither the store nor the owner has this name'}
            </Remark>
          </>
        ) : (
          <Remark isGood={false}>None</Remark>
        )}
      </FactRow>
      <FactRow name="Registered">{application.registration_number ?? none}</FactRow>
      <FactRow name="Terms">
        {terms ? `Version ${terms.version}, accepted ${formatDay(terms.accepted_at)}` : 'Not accepted'}
      </FactRow>
      {application.state !== 'approved' && (
        <FactRow name="Prepared">
          {products.total === 0
            ? 'No products yet'
            : `${formatNumberOf(products.total, 'product')}, ${products.with_pictures} with pictures`}
        </FactRow>
      )}
    </Facts>
  );
}

/** What speaks for or against a store: icon, colour and words. */
export function Remark({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? BadgeCheck : TriangleAlert;
  return (
    <span className={`flex items-start gap-1.5 ${isGood ? 'text-success' : 'text-warning'}`}>
      <Icon className="mt-0.5 size-4" />
      {children}
    </span>
  );
}
